/** The files that the page loads, with their media types. */
export const pageFiles = {
  "page.css": "text/css; charset=utf-8",
  "page.js": "text/javascript; charset=utf-8",
  "swagger-ui.css": "text/css; charset=utf-8",
  "swagger-ui-bundle.js": "text/javascript; charset=utf-8",
} as const

/** A file that the page loads. */
export type PageFile = keyof typeof pageFiles

const texts = new Map<PageFile, Promise<string>>()

/** The text of a file, read once. */
export function readPageFile(name: PageFile): Promise<string> {
  const known = texts.get(name)
  if (known !== undefined) return known
  const text = read(name)
  texts.set(name, text)
  return text
}

// Imported late: an application that serves only the document also runs where there is no file system.
async function read(name: PageFile): Promise<string> {
  const { existsSync } = await import("node:fs")
  const { readFile } = await import("node:fs/promises")
  if (name.startsWith("page.")) return readFile(new URL(`../assets/${name}`, import.meta.url), "utf8")
  const built = new URL(`./swagger-ui/${name}`, import.meta.url)
  if (existsSync(built)) return readFile(built, "utf8")
  // In this repository, before a build: where npm has put it.
  const { createRequire } = await import("node:module")
  return readFile(createRequire(import.meta.url).resolve(`swagger-ui-dist/${name}`), "utf8")
}

/** The files that the page loads, with their media types. */
export const pageFiles = {
  "page.css": "text/css; charset=utf-8",
  "page.js": "text/javascript; charset=utf-8",
  "swagger-ui.css": "text/css; charset=utf-8",
  "swagger-ui-bundle.js": "text/javascript; charset=utf-8",
} as const

/** A file that the page loads. */
export type PageFile = keyof typeof pageFiles

const texts = new Map<PageFile, string>()

/** The text of a file. */
export async function readPageFile(name: PageFile): Promise<string> {
  const known = texts.get(name)
  if (known !== undefined) return known
  // Half a megabyte, loaded when the page is first opened.
  const { packedTexts } = await import("./page-texts.ts")
  const text = await unpack(packedTexts[name]!)
  texts.set(name, text)
  return text
}

function unpack(packed: string): Promise<string> {
  const bytes = Uint8Array.from(atob(packed), (sign) => sign.charCodeAt(0))
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))
  return new Response(unpacked).text()
}

/** The files that the page loads, with their media types. */
export const pageFiles = {
  "page.css": "text/css; charset=utf-8",
  "page.js": "text/javascript; charset=utf-8",
  "swagger-ui.css": "text/css; charset=utf-8",
  "swagger-ui-bundle.js": "text/javascript; charset=utf-8",
} as const

/** A file that the page loads. */
export type PageFile = keyof typeof pageFiles

/** The text of a file. */
export async function readPageFile(name: PageFile): Promise<string> {
  // More than a megabyte, which is loaded when the page is first opened.
  const { pageTexts } = await import("./page-texts.ts")
  return pageTexts[name]!
}

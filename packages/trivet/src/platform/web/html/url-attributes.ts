/** Attributes whose value is a URL that a browser may follow or load. */
export const urlAttributes: ReadonlySet<string> = new Set([
  "href",
  "src",
  "action",
  "formaction",
  "poster",
  "cite",
  "data",
  "manifest",
  "ping",
  "background",
  "xlink:href",
])

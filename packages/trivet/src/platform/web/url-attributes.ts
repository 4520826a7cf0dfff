/** Attributes whose value is an address that a browser may follow. */
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

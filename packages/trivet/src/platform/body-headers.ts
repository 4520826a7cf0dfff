/** Headers that describe a body. They are wrong if another body replaces the handler's. */
export const bodyHeaders: readonly string[] = [
  "content-disposition",
  "content-encoding",
  "content-length",
  "content-range",
  "content-type",
  "etag",
  "last-modified",
]

/** Headers that speak of a body. What a handler set for its own is not true of another that takes its place. */
export const bodyHeaders: readonly string[] = [
  "content-disposition",
  "content-encoding",
  "content-length",
  "content-range",
  "content-type",
  "etag",
  "last-modified",
]

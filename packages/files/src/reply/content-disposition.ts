/**
 * The header that names a download (RFC 6266): the name as ASCII for old clients, and the whole name by RFC 8187. Both are
 * quoted or encoded, so that no name can end the value or begin another header.
 */
export function contentDisposition(kind: "attachment" | "inline", name: string): string {
  // `%` too: some browsers decode it in the plain form.
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/gu, "_")
  const plain = `${kind}; filename="${ascii}"`
  return ascii === name ? plain : `${plain}; filename*=UTF-8''${encoded(name)}`
}

/** Percent-encodes all but the characters that RFC 8187 allows. */
function encoded(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/**
 * Whether a header as the client wrote it has this name, given in lower case. It allocates no string: the headers of a
 * browser are many, and most differ in their length or their first letter.
 */
export function isNamed(written: string, name: string): boolean {
  if (written.length !== name.length) return false
  for (let at = 0; at < name.length; at++) {
    const code = written.charCodeAt(at)
    const isUpper = code >= 0x41 && code <= 0x5a
    if ((isUpper ? code + 0x20 : code) !== name.charCodeAt(at)) return false
  }
  return true
}

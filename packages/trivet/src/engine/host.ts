// A name or an address, and perhaps a port.
const proper = /^(?:\[[\da-f:.]+\]|[\w.~%!$&'()*+,;=-]+)(?::\d*)?$/i

let known: string | undefined

/** Whether a `Host` is one: a slash, an `@` or a space in it would lead whoever makes an address of it elsewhere. */
export function isHost(host: string): boolean {
  // Nearly all calls name the same one.
  if (host === known) return true
  if (!proper.test(host)) return false
  known = host
  return true
}

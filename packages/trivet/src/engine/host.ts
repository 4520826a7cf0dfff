// A host name or an address, with an optional port.
const proper = /^(?:\[[\da-f:.]+\]|[\w.~%!$&'()*+,;=-]+)(?::\d*)?$/i

let known: string | undefined

/**
 * Whether a `Host` header is valid. A slash, an `@` or a space in it would change the host of a URL that is built from
 * it.
 */
export function isHost(host: string): boolean {
  // Nearly all requests name the same host.
  if (host === known) return true
  if (!proper.test(host)) return false
  known = host
  return true
}

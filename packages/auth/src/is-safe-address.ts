/** Whether a text is an address whose content nobody on the way can change: HTTPS, or HTTP on this machine. */
export function isSafeAddress(text: string): boolean {
  const url = URL.parse(text)
  const isLocal = url !== null && /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname)
  return url?.protocol === "https:" || (url?.protocol === "http:" && isLocal)
}

/** Whether a URL is protected against tampering on the network: HTTPS, or HTTP on the local machine. */
export function isSafeAddress(text: string): boolean {
  const url = URL.parse(text)
  const isLocal = url !== null && /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname)
  return url?.protocol === "https:" || (url?.protocol === "http:" && isLocal)
}

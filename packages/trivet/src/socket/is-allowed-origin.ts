import type { Call } from "../context/call.ts"

/**
 * Whether a page may open a socket. Browsers send the cookies of a user with it and ask nobody before, so the rules of
 * CORS are kept here: the same origin may, another one if `cors()` allows it, and with cookies only if `cors()` allows
 * `credentials`. Programs that are no browsers send no origin.
 */
export function isAllowedOrigin(call: Call): boolean {
  const origin = call.header("origin")
  if (origin === "" || isOwn(origin, call)) return true
  const allowed = call.headers?.get("access-control-allow-origin")
  if (allowed !== "*" && allowed !== origin) return false
  return call.header("cookie") === "" || call.headers?.get("access-control-allow-credentials") === "true"
}

function isOwn(origin: string, call: Call): boolean {
  const { host = "" } = call.incoming
  if (host === "") return false
  // Over HTTPS, a page of the same host that came over HTTP may have been written by anybody on the network.
  return origin === `https://${host}` || (!call.secure && origin === `http://${host}`)
}

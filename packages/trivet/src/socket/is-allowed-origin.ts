import type { Call } from "../context/call.ts"

/**
 * Whether a page may open a socket. Browsers send the user's cookies with the request and no CORS preflight, so the
 * rules of CORS are enforced here: the page's own origin is allowed; another one if `cors()` allows it, and with
 * cookies only if `cors()` allows `credentials`. Clients that are not browsers send no `Origin`.
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
  // If this connection uses HTTPS, an `http:` page of the same host is not allowed: anyone on the network could have
  // modified it.
  return origin === `https://${host}` || (!call.secure && origin === `http://${host}`)
}

import { createHash, randomBytes, timingSafeEqual } from "node:crypto"
import type { IncomingHttpHeaders } from "node:http"

/** A new token: 192 bits, URL-safe. */
export function createToken(): string {
  return randomBytes(24).toString("base64url")
}

/** The status with which a request must be rejected: 403 for requests of another site's page, 404 without the token. */
export function statusForRequest(
  request: { readonly method: string; readonly path: string; readonly headers: IncomingHttpHeaders },
  own: { readonly port: number; readonly token: string },
): 403 | 404 | undefined {
  const { host = "", origin, "sec-fetch-site": site } = request.headers
  // DNS rebinding: an attacker's host name that resolves to this machine is rejected.
  const hosts = [`127.0.0.1:${own.port}`, `localhost:${own.port}`]
  if (!hosts.includes(host.toLowerCase())) return 403
  // `same-site` includes other ports of this machine, which belong to other programs.
  if (site !== undefined && site !== "same-origin" && site !== "none") return 403
  const isOwn = origin === `http://${host.toLowerCase()}`
  if (origin !== undefined && !isOwn) return 403
  // Requests that change something must come from the page itself. Every browser sends `Origin` with them.
  if (request.method !== "GET" && !isOwn) return 403
  const [, token = ""] = request.path.split("/", 2)
  return isSameToken(token, own.token) ? undefined : 404
}

function isSameToken(given: string, wanted: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest()
  return timingSafeEqual(digest(given), digest(wanted))
}

/** The headers of every reply. Nothing is loaded from other origins, and no other page can read or embed this one. */
export const pageHeaders: Readonly<Record<string, string>> = {
  "Content-Security-Policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
  "X-Frame-Options": "DENY",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cache-Control": "no-store",
}

/** The headers of a drawing: a page whose only style is its own. */
export function drawingHeaders(svg: string): Readonly<Record<string, string>> {
  const [, style = ""] = /<style>([^<]*)<\/style>/.exec(svg) ?? []
  const hash = createHash("sha256").update(style).digest("base64")
  return {
    ...pageHeaders,
    "Content-Security-Policy": `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  }
}

/**
 * The headers of a mail's markup, which is untrusted. Its frame is sandboxed: it runs no scripts, loads nothing, sends
 * no forms, and cannot read the page around it. Only the dashboard page can embed it.
 */
export const markupHeaders: Readonly<Record<string, string>> = {
  ...pageHeaders,
  "Content-Security-Policy":
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
  "X-Frame-Options": "SAMEORIGIN",
}

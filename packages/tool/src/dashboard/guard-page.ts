import { createHash, randomBytes, timingSafeEqual } from "node:crypto"
import type { IncomingHttpHeaders } from "node:http"

/** A new token: 192 bits, in characters that a path can contain. */
export function createToken(): string {
  return randomBytes(24).toString("base64url")
}

/** Whether a request may be answered at all: 403 for what another site's page has sent, 404 without the token. */
export function statusForRequest(
  request: { readonly method: string; readonly path: string; readonly headers: IncomingHttpHeaders },
  own: { readonly port: number; readonly token: string },
): 403 | 404 | undefined {
  const { host = "", origin, "sec-fetch-site": site } = request.headers
  // A name that an attacker lets resolve to this machine is another host.
  const hosts = [`127.0.0.1:${own.port}`, `localhost:${own.port}`]
  if (!hosts.includes(host.toLowerCase())) return 403
  // Another port of this machine is `same-site`, and another program.
  if (site !== undefined && site !== "same-origin" && site !== "none") return 403
  const isOwn = origin === `http://${host.toLowerCase()}`
  if (origin !== undefined && !isOwn) return 403
  // What changes something comes from the page itself, in every browser.
  if (request.method !== "GET" && !isOwn) return 403
  const [, token = ""] = request.path.split("/", 2)
  return isSame(token, own.token) ? undefined : 404
}

function isSame(given: string, wanted: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest()
  return timingSafeEqual(digest(given), digest(wanted))
}

/** The headers of every reply. Nothing of another origin is loaded, and no other page sees or embeds this one. */
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

/**
 * The headers of a mail's markup, which anybody may have written. Its frame has no origin: it runs no script, loads
 * nothing, sends no form, and cannot read the page around it. Only this page can show it.
 */
export const markupHeaders: Readonly<Record<string, string>> = {
  ...pageHeaders,
  "Content-Security-Policy":
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
  "X-Frame-Options": "SAMEORIGIN",
}

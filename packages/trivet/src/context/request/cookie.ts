import { Fault } from "../../fault/fault.ts"
import { decodeEscapes } from "./decode-escapes.ts"

/** Options of `ctx.setCookie()`. */
export interface CookieOptions {
  /** Seconds until the browser removes the cookie; 0 removes it now. Default: until the browser is closed. */
  readonly maxAge?: number
  /**
   * The path below which browsers send the cookie. Default: `/`. To remove a cookie, give the path that it was set
   * with.
   */
  readonly path?: string
  /** The domain whose subdomains get the cookie too. Default: none, only this host. */
  readonly domain?: string
  /** Whether scripts cannot read the cookie. Default: true. */
  readonly httpOnly?: boolean
  /** Whether browsers send the cookie over HTTPS only. Default: true in production and if the client uses HTTPS. */
  readonly secure?: boolean
  /** Whether browsers send the cookie with requests from other sites. Default: `Lax`, only when a link is followed. */
  readonly sameSite?: "Strict" | "Lax" | "None"
}

/** Parses a `Cookie` header. The first cookie of a name wins; a value with a malformed escape is not decoded. */
export function parseCookies(header: string): Readonly<Record<string, string>> {
  const cookies = Object.create(null) as Record<string, string>
  for (const pair of header.split(";")) {
    const equals = pair.indexOf("=")
    if (equals === -1) continue
    const name = pair.slice(0, equals).trim()
    if (name !== "" && !(name in cookies)) cookies[name] = decode(unquote(pair.slice(equals + 1).trim()))
  }
  return cookies
}

/** A `Set-Cookie` line. The value is percent-encoded, so any text is safe in it. */
export function formatCookie(name: string, value: string, options: CookieOptions): string {
  if (!/^[\w!#$%&'*.^`|~+-]+$/.test(name))
    throw new Fault("HEADER_INVALID", { header: `cookie ${JSON.stringify(name)}` })
  const attributes = [`${name}=${encodeURIComponent(value.toWellFormed())}`]
  if (options.maxAge !== undefined) attributes.push(`Max-Age=${attribute(seconds(options.maxAge))}`)
  attributes.push(`Path=${attribute(options.path ?? "/")}`)
  if (options.domain !== undefined) attributes.push(`Domain=${attribute(options.domain)}`)
  if (options.httpOnly ?? true) attributes.push("HttpOnly")
  if (options.secure === true) attributes.push("Secure")
  attributes.push(`SameSite=${options.sameSite ?? "Lax"}`)
  return attributes.join("; ")
}

/** Returns `""`, which `attribute()` rejects, if the number is not finite. */
function seconds(given: number): string {
  return Number.isFinite(given) ? Math.trunc(given).toFixed() : ""
}

function attribute(text: string): string {
  if (text === "" || /[;\0-\x1f\x7f]/.test(text))
    throw new Fault("HEADER_INVALID", { header: `cookie attribute ${JSON.stringify(text)}` })
  return text
}

function unquote(text: string): string {
  return text.length > 1 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text
}

function decode(text: string): string {
  return decodeEscapes(text) ?? text
}

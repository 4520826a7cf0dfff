import { isIP } from "node:net"
import { fault } from "../faults.ts"

/** Options of the connections to an SMTP server. */
export interface SmtpOptions {
  /**
   * The server: `smtp://user:password@host:587`, which must offer STARTTLS, or `smtps://user:password@host:465`.
   * Certificates are checked. `?tls=off` sends everything unencrypted, which is the default for `smtp://` on this machine
   * (`localhost`, `127.0.0.1`, `[::1]`); `?tls=required` demands STARTTLS there too.
   */
  readonly url: string
  /** Certificates of authorities to trust instead of the usual ones, in PEM. Default: those of Node. */
  readonly ca?: string
  /** How many connections a process opens. Default: 5. */
  readonly maxConnections?: number
  /** Milliseconds that connecting may take, and the greeting of the server. Default: 10,000. */
  readonly connectTimeout?: number
  /** Milliseconds without data after which the server counts as unavailable. Default: 20,000. */
  readonly timeout?: number
  /** Milliseconds that one mail may take. Waiting for a connection does not count. Default: 50,000. */
  readonly sendTimeout?: number
  /** Milliseconds that mails in progress have when the process stops. Default: 4,000. */
  readonly stopTimeout?: number
}

/** The options with every default filled in. */
export interface SmtpSettings {
  readonly host: string
  readonly port: number
  /** TLS from the first byte, mandatory STARTTLS, or none. */
  readonly tls: "implicit" | "required" | "off"
  readonly login: { readonly user: string; readonly pass: string } | undefined
  readonly ca: string | undefined
  readonly maxConnections: number
  readonly connectTimeout: number
  readonly timeout: number
  readonly sendTimeout: number
  readonly stopTimeout: number
}

/** Reads the URL and fills in the defaults. Throws a fault if an option is invalid. */
export function smtpSettingsOf(options: SmtpOptions): SmtpSettings {
  const { maxConnections = 5, connectTimeout = 10_000, timeout = 20_000 } = options
  const { sendTimeout = 50_000, stopTimeout = 4_000 } = options
  const numbers = { maxConnections, connectTimeout, timeout, sendTimeout, stopTimeout }
  for (const [option, value] of Object.entries(numbers))
    if (!Number.isSafeInteger(value) || value <= 0 || value > longestTimer)
      throw fault("MAIL_OPTION_INVALID", { option, value: String(value) })
  return { ...serverOf(options.url), ca: options.ca, ...numbers }
}

/** A longer delay would make a Node timer fire at once. */
const longestTimer = 2 ** 31 - 1

function serverOf(text: string): Pick<SmtpSettings, "host" | "port" | "tls" | "login"> {
  const url = URL.parse(text)
  if (url === null) throw fault("MAIL_URL_INVALID", { reason: "it is no URL" })
  const { protocol, hostname, pathname, hash } = url
  if (protocol !== "smtp:" && protocol !== "smtps:")
    throw fault("MAIL_URL_INVALID", { reason: "it begins neither with `smtp://` nor with `smtps://`" })
  if (hostname === "") throw fault("MAIL_URL_INVALID", { reason: "it has no host" })
  if ((pathname !== "" && pathname !== "/") || hash !== "")
    throw fault("MAIL_URL_INVALID", { reason: "something other than `?tls=` follows the host" })
  const host = hostname.replace(/^\[(.*)\]$/, "$1")
  const isSecure = protocol === "smtps:"
  return {
    host,
    port: url.port === "" ? (isSecure ? 465 : 587) : Number(url.port),
    tls: tlsOf(url, isSecure, isLoopback(host)),
    login: loginOf(url),
  }
}

function tlsOf({ searchParams }: URL, isSecure: boolean, isLocal: boolean): SmtpSettings["tls"] {
  const [[name, value] = ["tls", undefined], ...others] = searchParams
  if (name !== "tls" || others.length > 0 || (value !== undefined && value !== "off" && value !== "required"))
    throw fault("MAIL_URL_INVALID", { reason: "it has parameters other than `tls=required` and `tls=off`" })
  if (isSecure && value === "off")
    throw fault("MAIL_URL_INVALID", { reason: "`smtps://` is encrypted, and `tls=off` is not" })
  if (isSecure) return "implicit"
  return value ?? (isLocal ? "off" : "required")
}

function loginOf({ username, password }: URL): SmtpSettings["login"] {
  if (username === "" && password === "") return undefined
  try {
    return { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
  } catch {
    throw fault("MAIL_URL_INVALID", {
      reason: "the user or the password has a `%` that encodes no character",
    })
  }
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."))
}

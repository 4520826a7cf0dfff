import type { NodemailerError } from "nodemailer"
import type { Fault } from "trivet"
import { fault } from "../faults.ts"

/** The server and the user for messages, without the password. */
export interface Place {
  readonly server: string
  readonly user: string | undefined
}

/** Error codes of Node for certificates that cannot be verified. */
const untrusted =
  /^(?:ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA)/

/** Converts an error to a fault. It includes the reply of the server, but not the password. */
export function failureOf(error: NodemailerError, { server, user = "" }: Place): Fault {
  const { code, responseCode = 0 } = error
  const extras = { cause: error }
  const reply = lineOf(error.response ?? error.message)
  if (code === "EAUTH" || code === "ENOAUTH")
    return fault("MAIL_LOGIN_REJECTED", { server, user: `\`${user}\``, reply }, extras)
  if (code === "ETLS" || isUntrusted(error)) return untrustedServer(server, error)
  if (code === "EENVELOPE" || code === "EMESSAGE")
    return isPermanent(responseCode)
      ? fault("MAIL_REJECTED", { server, reply }, extras)
      : fault("MAIL_POSTPONED", { server, reply }, extras)
  if (responseCode >= 400) return fault("MAIL_POSTPONED", { server, reply }, extras)
  return fault("MAIL_SERVER_UNAVAILABLE", { server, reason: lineOf(error.message) }, extras)
}

/** 503 (bad sequence of commands) does not concern the mail. Code 0 means that nodemailer rejected it without a reply. */
function isPermanent(code: number): boolean {
  return code === 0 || (code >= 500 && code !== 503)
}

function untrustedServer(server: string, error: NodemailerError): Fault {
  return fault("MAIL_SERVER_UNTRUSTED", { server, reason: lineOf(error.message) }, { cause: error })
}

function isUntrusted(error: Error): boolean {
  const { code, originalCode } = error as { readonly code?: unknown; readonly originalCode?: unknown }
  return [code, originalCode].some((one) => typeof one === "string" && untrusted.test(one))
}

/** Replies are untrusted: reduced to one line of limited length, without a trailing full stop. */
function lineOf(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .slice(0, 300)
    .replace(/\.$/, "")
}

import type { NodemailerError } from "nodemailer"
import type { Fault } from "trivet"
import { fault } from "./faults.ts"

/** Where mails go, for messages: without the password. */
export interface Place {
  readonly server: string
  readonly user: string | undefined
}

/** Codes of Node for certificates that do not prove who the server is. */
const untrusted =
  /^(?:ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA)/

/** What went wrong, as a fault. What the server answered is part of it; the password is not. */
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

/** A sequence of commands that the server did not expect (503) says nothing about the mail. No reply: nodemailer refused it. */
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

/** What a server says is not ours: one line, not too long, and without a full stop that the sentence has already. */
function lineOf(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .slice(0, 300)
    .replace(/\.$/, "")
}

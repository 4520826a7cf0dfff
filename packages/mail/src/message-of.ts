import { randomUUID } from "node:crypto"
import type { Html } from "trivet/web"
import { checkHeaders } from "./check-headers.ts"
import { checkLine } from "./check-line.ts"
import { fault } from "./faults.ts"
import type { Mail, MailAddress, Mailbox, MailMessage } from "./mail.ts"
import { parseAddress } from "./parse-address.ts"
import { textOf } from "./text-of.ts"

/** Checks a mail and makes the message that is delivered: nothing in it can add a header or a recipient. */
export async function messageOf(mail: Mail, sender: MailAddress): Promise<MailMessage> {
  const from = parseAddress("from", mail.from ?? sender)
  const [to, cc, bcc] = [listOf("to", mail.to), listOf("cc", mail.cc), listOf("bcc", mail.bcc)]
  if (to.length + cc.length + bcc.length === 0) throw fault("MAIL_RECIPIENT_MISSING", {})
  const html = mail.html === undefined ? undefined : checkText("html", await markupOf(mail.html))
  if (html === undefined && mail.text === undefined)
    throw fault("MAIL_CONTENT_INVALID", { field: "text", reason: "is missing, and so is `html`" })
  return {
    id: `<${randomUUID()}@${domainOf(from)}>`,
    from,
    to,
    cc,
    bcc,
    replyTo: mail.replyTo === undefined ? undefined : parseAddress("replyTo", mail.replyTo),
    subject: subjectOf(mail.subject),
    text: checkText("text", mail.text ?? textOf(html!)),
    html,
    headers: checkHeaders(mail.headers ?? {}),
  }
}

/** The domain of an address. */
export function domainOf({ address }: Mailbox): string {
  return address.slice(address.lastIndexOf("@") + 1)
}

function listOf(field: string, given: Mail["cc"]): readonly Mailbox[] {
  const all =
    given === undefined ? [] : Array.isArray(given) ? (given as MailAddress[]) : [given as MailAddress]
  return all.map((one) => parseAddress(field, one))
}

/** Text from a user would be markup, so only what `html` or `raw()` made is. */
async function markupOf(html: Html): Promise<string> {
  if (typeof html !== "object" || !(Symbol.asyncIterator in html))
    throw fault("MAIL_CONTENT_INVALID", { field: "html", reason: "is not made with `html` or `raw()`" })
  let markup = ""
  for await (const piece of html) markup += piece
  return markup
}

function subjectOf(subject: string): string {
  if (typeof subject !== "string")
    throw fault("MAIL_CONTENT_INVALID", { field: "subject", reason: "is no text" })
  return checkLine("subject", subject)
}

function checkText(field: string, text: string): string {
  if (typeof text !== "string") throw fault("MAIL_CONTENT_INVALID", { field, reason: "is no text" })
  if (text.includes("\0"))
    throw fault("MAIL_CONTENT_INVALID", { field, reason: "contains the character U+0000" })
  if (text.isWellFormed()) return text
  throw fault("MAIL_CONTENT_INVALID", {
    field,
    reason: "contains half of a surrogate pair, which is no character",
  })
}

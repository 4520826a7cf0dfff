import { randomUUID } from "node:crypto"
import type { Html } from "trivet/web"
import { checkedAttachments } from "./checked-attachments.ts"
import { checkLine } from "./check-line.ts"
import { fault } from "../faults.ts"
import type { Mail, MailAddress, Mailbox, MailMessage } from "../mail.ts"
import { parseAddress } from "./parse-address.ts"
import { textOfHtml } from "./text-of.ts"

/** Checks a mail and creates the message to deliver. No content can inject a header or a recipient. */
export async function messageOf(mail: Mail, sender: MailAddress): Promise<MailMessage> {
  const from = parseAddress("from", mail.from ?? sender)
  const [to, cc, bcc] = [mailboxesOf("to", mail.to), mailboxesOf("cc", mail.cc), mailboxesOf("bcc", mail.bcc)]
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
    text: checkText("text", mail.text ?? textOfHtml(html!)),
    html,
    headers: checkHeaders(mail.headers ?? {}),
    attachments: checkedAttachments(mail.attachments ?? []),
  }
}

/** The domain of an address. */
export function domainOf({ address }: Mailbox): string {
  return address.slice(address.lastIndexOf("@") + 1)
}

function mailboxesOf(field: string, given: Mail["cc"]): readonly Mailbox[] {
  const all =
    given === undefined ? [] : Array.isArray(given) ? (given as MailAddress[]) : [given as MailAddress]
  return all.map((one) => parseAddress(field, one))
}

/** Only values of `html` or `raw()` are accepted: a plain string from a user would be interpreted as markup. */
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

/** Headers that are set from the fields of a mail or by servers. */
const taken = new Set(
  "bcc,cc,date,dkim-signature,from,message-id,received,reply-to,return-path,sender,subject,to".split(","),
)
const takenGroups = /^(?:arc|content|mime|resent)-/

/** Throws a fault for invalid or reserved headers. Returns a copy of the others. */
function checkHeaders(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const checked = Object.entries(headers).map(([name, value]) => [name, checkHeader(name, value)] as const)
  return Object.fromEntries(checked)
}

function checkHeader(name: string, value: string): string {
  const header = JSON.stringify(name.slice(0, 80))
  if (!/^[a-z][a-z\d-]{0,75}$/i.test(name))
    throw fault("MAIL_HEADER_INVALID", {
      header,
      reason: "the name has other characters than letters, digits and `-`",
    })
  const lower = name.toLowerCase()
  if (taken.has(lower) || takenGroups.test(lower))
    throw fault("MAIL_HEADER_INVALID", { header, reason: "it follows from the other fields of the mail" })
  if (typeof value !== "string")
    throw fault("MAIL_HEADER_INVALID", { header, reason: "its value is no text" })
  return checkLine(`the header ${name}`, value)
}

import type { Html } from "trivet/web"

/** An address with the name that mail programs show: `{ name: "Ann Lee", address: "ann@example.com" }`. */
export interface Mailbox {
  /** Any text of one line. It is quoted or encoded as needed. */
  readonly name?: string
  /** One address, such as `ann@example.com`. */
  readonly address: string
}

/** One address: `"ann@example.com"`, or with a name. A text is never split: `"a@example.com, b@example.com"` is a fault. */
export type MailAddress = string | Mailbox

/** The result of a template: the subject and the content of a mail. */
export interface MailContent {
  /** The subject, in one line. */
  readonly subject: string
  /** The markup, made with `html` of trivet/web. Default: the mail has text only. */
  readonly html?: Html
  /** The text. Default: the text of `html`, in which links keep their addresses. */
  readonly text?: string
}

/**
 * A file of a mail: a `File`, a file of `@trivet/files`, an upload, or an object like them. It is read while the mail is sent, and never
 * shown inside of it.
 */
export interface MailAttachment {
  /** The name, for display. Characters that could mislead a mail program are replaced. */
  readonly name: string
  /** The media type. Default, and for other values: `application/octet-stream`. */
  readonly type?: string
  /** The id, if `files` of `mailQueue()` knows the file. */
  readonly id?: string
  /** Opens the bytes. It is called again if the mail is sent again. */
  stream(): AsyncIterable<Uint8Array>
}

/** A mail. */
export interface Mail extends MailContent {
  /** The recipients. All recipients see the addresses of `to` and `cc`. */
  readonly to: MailAddress | readonly MailAddress[]
  /** The recipients of a copy. Default: none. */
  readonly cc?: MailAddress | readonly MailAddress[]
  /** Recipients that are not named in the mail. Default: none. */
  readonly bcc?: MailAddress | readonly MailAddress[]
  /** The sender. Default: `from` of `mail()`. */
  readonly from?: MailAddress
  /** The address for replies. Default: `from`. */
  readonly replyTo?: MailAddress
  /** Further headers, such as `List-Unsubscribe`. Default: none. */
  readonly headers?: Readonly<Record<string, string>>
  /** Files. Most servers reject more than 25 MB. Default: none. */
  readonly attachments?: readonly MailAttachment[]
}

/** A mail that has been checked, as a `Mailer` delivers it. All but its attachments is plain data. */
export interface MailMessage {
  /** The `Message-ID`, with its angle brackets. */
  readonly id: string
  readonly from: Mailbox
  readonly to: readonly Mailbox[]
  readonly cc: readonly Mailbox[]
  readonly bcc: readonly Mailbox[]
  readonly replyTo: Mailbox | undefined
  readonly subject: string
  readonly text: string
  /** The markup; `undefined` if the mail has text only. */
  readonly html: string | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly attachments: readonly MailAttachment[]
}

/** The result of sending a mail. */
export interface SentMail {
  /** The `Message-ID`, with its angle brackets. */
  readonly id: string
  /** The addresses that the server did not accept, while it accepted others. If it accepts none, `send()` rejects. */
  readonly rejected: readonly string[]
}

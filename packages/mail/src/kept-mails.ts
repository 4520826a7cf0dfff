import type { Mailbox, MailMessage, SentMail } from "./mail.ts"
import { MemoryMailer } from "./memory-mailer.ts"

/** The key under which `trivet dev` finds the mails of an application, on an instance. */
export const mailsKey: unique symbol = Symbol.for("trivet.mails")

/** A mail for tools. A tool knows this interface and does not import this package. */
interface MailForTools extends Pick<MailMessage, "id" | "subject" | "text" | "html"> {
  readonly from: string
  readonly to: readonly string[]
  readonly cc: readonly string[]
  readonly bcc: readonly string[]
  /** Milliseconds since 1970. */
  readonly time: number
}

/** Keeps the last mails of an application without a mail server, and the times at which they were sent. */
export class KeptMails extends MemoryMailer {
  // Weak, so that the time of a mail is dropped together with the mail.
  readonly #times = new WeakMap<MailMessage, number>()

  /** The mails for `trivet dev`, newest first. */
  list(): readonly MailForTools[] {
    return this.mails.map((one) => this.#forTools(one)).toReversed()
  }

  override async deliver(message: MailMessage): Promise<SentMail> {
    this.#times.set(message, Date.now())
    return super.deliver(message)
  }

  #forTools(message: MailMessage): MailForTools {
    const { id, subject, text, html } = message
    const [to, cc, bcc] = [message.to, message.cc, message.bcc].map((boxes) => boxes.map(shownBox))
    const time = this.#times.get(message)!
    return { id, subject, text, html, from: shownBox(message.from), to: to!, cc: cc!, bcc: bcc!, time }
  }
}

function shownBox({ name, address }: Mailbox): string {
  return name === undefined ? address : `${name} <${address}>`
}

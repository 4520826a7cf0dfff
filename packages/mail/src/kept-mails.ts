import type { Mailbox, MailMessage, SentMail } from "./mail.ts"
import { MemoryMailer } from "./memory-mailer.ts"

/** The symbol under which `trivet dev` looks for the mails of an application. */
export const toolKey: unique symbol = Symbol.for("trivet.mails")

/** A mail for a tool. The tool knows this form and not this package. */
interface MailForTools extends Pick<MailMessage, "id" | "subject" | "text" | "html"> {
  readonly from: string
  readonly to: readonly string[]
  readonly cc: readonly string[]
  readonly bcc: readonly string[]
  /** Milliseconds since 1970. */
  readonly time: number
}

/** Keeps the last mails of an application that has no mail server, and when they were to be sent. */
export class KeptMails extends MemoryMailer {
  // A mail that is no longer kept loses its time with itself.
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

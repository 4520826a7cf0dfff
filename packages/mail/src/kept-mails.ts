import type { Mailbox, MailMessage, SentMail } from "./mail.ts"
import { MemoryMailer } from "./memory-mailer.ts"

/** The key under which tools and tests find the mails of an application, on an instance. */
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

/** Keeps the last mails of an application without a mail server. */
export class KeptMails extends MemoryMailer {
  #listener: ((mail: MailForTools) => void) | undefined

  /** Calls the listener with each mail from now on. For tools: they keep mails longer than this process runs. */
  watch(listener: (mail: MailForTools) => void): void {
    this.#listener = listener
  }

  override async deliver(message: MailMessage): Promise<SentMail> {
    const sent = await super.deliver(message)
    this.#listener?.(mailForTools(message))
    return sent
  }
}

function mailForTools(message: MailMessage): MailForTools {
  const { id, subject, text, html } = message
  const [to, cc, bcc] = [message.to, message.cc, message.bcc].map((boxes) => boxes.map(shownBox))
  const from = shownBox(message.from)
  return { id, subject, text, html, from, to: to!, cc: cc!, bcc: bcc!, time: Date.now() }
}

function shownBox({ name, address }: Mailbox): string {
  return name === undefined ? address : `${name} <${address}>`
}

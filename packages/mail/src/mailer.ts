import { messageOf } from "./message-of.ts"
import type { Mail, MailAddress, MailMessage, SentMail } from "./mail.ts"

/**
 * Sends mails: `await inject(Mailer).send({ to, ...welcome({ name }) })`. `mail()` provides it. A class that sends over
 * another service extends it with `deliver()`, which gets only mails that have been checked.
 *
 * @example
 * ```ts
 * import { Mailer, type MailMessage, type SentMail } from "@trivet/mail"
 *
 * export class PrintedMails extends Mailer {
 *   async deliver({ id, to, subject }: MailMessage): Promise<SentMail> {
 *     console.log(subject, to)
 *     return { id, rejected: [] }
 *   }
 * }
 * ```
 */
export abstract class Mailer {
  readonly #from: MailAddress

  /** Takes the sender of mails that name none. */
  constructor(from: MailAddress) {
    this.#from = from
  }

  /**
   * Checks a mail and sends it; `{ signal: ctx.signal }` gives up one that still waits for a connection. It is sent when the server has accepted it; whether it arrives is known to nobody. Rejects
   * if the server accepts no recipient.
   */
  async send(mail: Mail, options?: { readonly signal?: AbortSignal }): Promise<SentMail> {
    return this.deliver(await this.message(mail), options)
  }

  /** Checks a mail without sending it, and returns it as `deliver()` takes it. */
  message(mail: Mail): Promise<MailMessage> {
    return messageOf(mail, this.#from)
  }

  /** Sends a mail that has been checked. With a `signal`, one that waits for a connection can be given up. */
  abstract deliver(message: MailMessage, options?: { readonly signal?: AbortSignal }): Promise<SentMail>
}

import { messageOf } from "./message/message-of.ts"
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

  /** `from` is the sender of mails that have none. */
  constructor(from: MailAddress) {
    this.#from = from
  }

  /**
   * Checks a mail and sends it. `{ signal: ctx.signal }` cancels one that still waits for a connection. It resolves
   * when the server has accepted the mail; later delivery failures are not reported. Rejects if the server accepts no
   * recipient.
   */
  async send(mail: Mail, options?: { readonly signal?: AbortSignal }): Promise<SentMail> {
    return this.deliver(await this.message(mail), options)
  }

  /** Checks a mail without sending it, and returns it as `deliver()` takes it. */
  message(mail: Mail): Promise<MailMessage> {
    return messageOf(mail, this.#from)
  }

  /** Sends a mail that has been checked. With a `signal`, one that waits for a connection can be cancelled. */
  abstract deliver(message: MailMessage, options?: { readonly signal?: AbortSignal }): Promise<SentMail>
}

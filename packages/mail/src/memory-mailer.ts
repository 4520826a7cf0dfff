import type { MailAddress, MailMessage, SentMail } from "./mail.ts"
import { Mailer } from "./mailer.ts"

/** Options of a `MemoryMailer`. */
export interface MemoryMailerOptions {
  /** The sender of mails without `from`. Default: `app@example.com`. */
  readonly from?: MailAddress
  /** How many mails are kept; older ones are dropped. Default: no limit. */
  readonly maxMails?: number
}

/** Keeps mails instead of sending them, for tests: `replace: [provide(Mailer, () => new MemoryMailer())]`. */
export class MemoryMailer extends Mailer {
  readonly #maxMails: number
  readonly #mails: MailMessage[] = []

  constructor({ from = "app@example.com", maxMails = Infinity }: MemoryMailerOptions = {}) {
    super(from)
    this.#maxMails = maxMails
  }

  /** The mails, oldest first. */
  get mails(): readonly MailMessage[] {
    return this.#mails
  }

  /** Removes all mails. */
  clear(): void {
    this.#mails.length = 0
  }

  async deliver(message: MailMessage): Promise<SentMail> {
    this.#mails.push(message)
    if (this.#mails.length > this.#maxMails) this.#mails.shift()
    return { id: message.id, rejected: [] }
  }
}

import { setTimeout as sleep } from "node:timers/promises"
import type { KeptMail } from "../../dashboard/shown-mail.ts"

/** A kept mail, as far as the access file may read it. */
export type FuzzMail = Pick<KeptMail, "to" | "subject" | "text">

const most = 10_000
/** Milliseconds that a mail may take to come: a job may send it. */
const patience = 10_000

/** The mails that a program has kept instead of sending them, until they are taken. */
export class ProgramMails {
  readonly #mails: FuzzMail[] = []

  add(mail: FuzzMail): void {
    this.#mails.push(mail)
    if (this.#mails.length > most) this.#mails.shift()
  }

  /** Removes and returns the oldest mail to an address with a text that matches, as soon as there is one. */
  async take(address: string, text: RegExp = /(?:)/): Promise<FuzzMail> {
    const wanted = address.toLowerCase()
    for (const end = performance.now() + patience; performance.now() < end; await sleep(20)) {
      const at = this.#mails.findIndex(
        (mail) => mail.text.search(text) >= 0 && mail.to.some((box) => addressIn(box) === wanted),
      )
      if (at >= 0) return this.#mails.splice(at, 1)[0]!
    }
    throw new Error(
      `mailTo(): the program has kept no further mail to ${address} within ${patience / 1000} s. Is MAIL_URL set?`,
    )
  }
}

/** The address of `Ann <ann@example.com>`, or of one without a name. */
function addressIn(box: string): string {
  return (/<([^>]*)>$/.exec(box)?.[1] ?? box).toLowerCase()
}

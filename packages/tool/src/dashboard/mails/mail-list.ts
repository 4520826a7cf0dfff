import type { DevAnswer } from "../../dev/dev-message.ts"
import type { KeptMail, ListedMail, MailWish, ShownMail } from "../shown-mail.ts"
import type { MailFile } from "./mail-file.ts"

/** The maximum number of kept mails. */
const keptMails = 100

/**
 * The mails that the runs of a program kept instead of sending them. Mails are shown unmasked, with their links and
 * codes: they were kept for the developer to read.
 */
export class MailList {
  readonly #file: MailFile
  #mails: readonly KeptMail[]

  constructor(file: MailFile) {
    this.#file = file
    this.#mails = file.read().slice(0, keptMails)
  }

  add(mail: KeptMail): void {
    this.#mails = [mail, ...this.#mails].slice(0, keptMails)
    this.#file.write(this.#mails)
  }

  /** Answers a request of the page with JSON or markup. */
  answer(wish: MailWish): DevAnswer {
    if (wish.what === "list") return { done: JSON.stringify(this.#mails.map(listed)) }
    const found = this.#mails.find(({ id }) => id === wish.id)
    if (found === undefined) return { problem: "This mail is no longer kept." }
    const { cc, bcc, text, html } = found
    if (wish.what === "markup") return { done: html ?? "" }
    const shown: ShownMail = { ...listed(found), cc, bcc, text, hasMarkup: html !== undefined }
    return { done: JSON.stringify(shown) }
  }
}

function listed({ id, from, to, subject, time }: ListedMail): ListedMail {
  return { id, from, to, subject, time }
}

// Runs in the application's process, so it must not import the framework.
import type { ListedMail, MailWish, ShownMail } from "../shown-mail.ts"

/**
 * The mails that an application keeps instead of sending them, newest first, with the interface of @trivet/mail for
 * tools.
 */
export interface AppMails {
  list(): readonly (Omit<ShownMail, "hasMarkup"> & { readonly html: string | undefined })[]
}

/**
 * Performs a request of the page, and returns JSON or markup. A mail is shown unmasked, with its links and codes: it
 * was kept for the developer to read.
 */
export function answerMailWish(wish: MailWish, mails: AppMails | undefined): string {
  if (mails === undefined)
    throw new Error("The application keeps no mails: it sends them, or has no module mail().")
  if (wish.what === "list") return JSON.stringify(mails.list().map(listed))
  const found = mails.list().find(({ id }) => id === wish.id)
  if (found === undefined) throw new Error("This mail is no longer kept.")
  const { cc, bcc, text, html } = found
  if (wish.what === "markup") return html ?? ""
  const shown: ShownMail = { ...listed(found), cc, bcc, text, hasMarkup: html !== undefined }
  return JSON.stringify(shown)
}

function listed({ id, from, to, subject, time }: ListedMail): ListedMail {
  return { id, from, to, subject, time }
}

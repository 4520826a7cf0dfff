// Runs in the application's process: it must import nothing of the framework.
import type { ListedMail, MailWish, ShownMail } from "../shown-mail.ts"

/** The symbol under which an application keeps its mails for tools. */
export const mailsKey: unique symbol = Symbol.for("trivet.mails")

/** The mails that an application keeps instead of sending them, newest first, in the form that @trivet/mail gives them. */
export interface AppMails {
  list(): readonly (Omit<ShownMail, "hasMarkup"> & { readonly html: string | undefined })[]
}

/**
 * Does what the page wants, and gives JSON or markup. A mail is shown as it is, with the links and codes in it: it was
 * kept for the person who develops the application to read.
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

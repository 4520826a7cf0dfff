import type { MailContent } from "@trivet/mail"
import { html } from "trivet/web"

/** A ticket in a mail. */
export interface MailedTicket {
  readonly title: string
  readonly link: string
}

/** The mail about a reply. It has the title and no text: what was said is read where its readers are checked. */
export function replyMail({ title, author, link }: MailedTicket & { readonly author: string }): MailContent {
  return {
    subject: `New reply: ${title}`,
    html: html`<p>${author} has replied. Read it here: <a href="${link}">${link}</a></p>`,
  }
}

/** The mail to somebody with whom a ticket was shared. */
export function sharedMail({ title, link }: MailedTicket): MailContent {
  return {
    subject: `Shared with you: ${title}`,
    html: html`<p>You can read and answer this ticket: <a href="${link}">${link}</a></p>`,
  }
}

/** The mail to agents about tickets whose answer is overdue. */
export function escalationMail(tickets: readonly MailedTicket[]): MailContent {
  return {
    subject: tickets.length === 1 ? "A ticket is overdue" : `${tickets.length} tickets are overdue`,
    html: html`<p>These customers wait for an answer:</p>
      <ul>
        ${tickets.map(({ title, link }) => html`<li><a href="${link}">${title}</a></li>`)}
      </ul>`,
  }
}

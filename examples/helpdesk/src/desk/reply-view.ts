import { type Html, html } from "trivet/web"
import type { Attachment, Reply } from "../tickets/ticket.ts"

/** A reply, on the page and in its stream. */
export function replyView(ticketId: string, { number, author, text, created_at, attachments }: Reply): Html {
  return html`<li id="reply-${number}">
    <p class="meta"><strong>${author}</strong> <time datetime="${created_at}">${minuteOf(created_at)}</time></p>
    <p class="said">${text}</p>
    ${attachments.map((file) => attachmentView(ticketId, file))}
  </li>`
}

/** A time, to the minute. */
export function minuteOf(time: string): string {
  return `${time.slice(0, 16).replace("T", " ")} UTC`
}

function attachmentView(ticketId: string, { id, name, size }: Attachment): Html {
  const kilobytes = Math.ceil(size / 1000)
  return html`<p><a href="/tickets/${ticketId}/attachments/${id}" download>${name}</a> (${kilobytes} KB)</p>`
}

import { type FormState, type Html, html, type View } from "trivet/web"
import { fieldView } from "../site/field-view.ts"
import { layout } from "../site/layout.ts"
import type { Ticket } from "../tickets/ticket.ts"
import type { ReplyForm, ShareForm } from "./desk-forms.ts"
import { fileView, linesView } from "./lines-view.ts"
import { minuteOf, replyView } from "./reply-view.ts"
import { stateNames, unverifiedView } from "./tickets-view.ts"

/** What the page of a ticket shows. */
export interface TicketPage extends Ticket {
  readonly sharedWith: readonly { readonly id: string; readonly name: string }[]
  /** What the visitor may do here. */
  readonly may: {
    readonly manage: boolean
    readonly assign: boolean
    readonly reply: boolean
    readonly note: boolean
  }
  /** The reply that is being written: the draft, or what was sent and has errors. */
  readonly form: FormState<typeof ReplyForm>
  readonly shareForm: FormState<typeof ShareForm>
}

/** The page of a ticket. Its script adds replies as they come; without it they are there after a reload. */
export const ticketView: View<TicketPage> = (ticket, page) => {
  const { summary, replies, may } = ticket
  const { id, title, state, customer, organisation, assignee, escalated, created_at } = summary
  return layout(
    title,
    page,
    html`<h1>${title}</h1>
      <p>
        ${stateNames[state]}${escalated && ", overdue"}. From ${customer}${organisation && ` of ${organisation}`}, ${minuteOf(created_at)}.
        ${assignee && `${assignee} takes care of it.`}
      </p>
      ${may.note && html`<p><a href="/tickets/${id}/notes">Notes of ${organisation}</a></p>`}
      <ol class="replies" aria-live="polite" data-live="/tickets/${id}/live" data-last="${replies.at(-1)?.number ?? 0}">
        ${replies.map((reply) => replyView(id, reply))}
      </ol>
      ${may.reply ? replyFormView(id, ticket.form) : unverifiedView()}
      <div class="actions">
        ${may.assign && html`<form method="post" action="/tickets/${id}/assign"><button class="plain">Take this ticket</button></form>`}
        ${
          may.manage &&
          state !== "closed" &&
          html`<form method="post" action="/tickets/${id}/close"><button class="plain">Close this ticket</button></form>`
        }
      </div>
      ${may.manage && sharesView(ticket)}
      <script type="module" src="/assets/replies.js"></script>`,
  )
}

function replyFormView(id: string, { input, errors }: TicketPage["form"]): Html {
  return html`<form method="post" action="/tickets/${id}/replies" enctype="multipart/form-data" novalidate>
    ${linesView({ name: "text", label: "Your reply", value: input.text, error: errors.text })}
    ${fileView({ name: "attachment", label: "File (up to 2 MB)", error: errors.attachment })}
    <div class="actions">
      <button>Reply</button>
      <button class="plain" formaction="/tickets/${id}/draft">Save as draft</button>
    </div>
  </form>`
}

function sharesView({ summary: { id }, sharedWith, shareForm: { input, errors } }: TicketPage): Html {
  return html`<h2>Shared with</h2>
    ${sharedWith.length === 0 && html`<p>Nobody else.</p>`}
    <ul class="rows">
      ${sharedWith.map(
        (user) =>
          html`<li>
            ${user.name}
            <form method="post" action="/tickets/${id}/shares/${user.id}/end">
              <button class="plain" aria-label="End sharing with ${user.name}">End</button>
            </form>
          </li>`,
      )}
    </ul>
    <form method="post" action="/tickets/${id}/shares" novalidate>
      ${fieldView({
        name: "email",
        label: "E-mail address of another user",
        type: "email",
        autocomplete: "off",
        value: input.email,
        error: errors.email,
      })}
      <button>Share</button>
    </form>`
}

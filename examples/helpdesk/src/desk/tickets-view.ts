import { type Html, html, type View } from "trivet/web"
import { layout } from "../site/layout.ts"
import type { TicketFilter, TicketState, TicketSummary } from "../tickets/ticket.ts"
import { minuteOf } from "./reply-view.ts"

/** What the list of tickets shows. */
export interface TicketsPage {
  readonly items: readonly TicketSummary[]
  readonly next?: string
  readonly filter: TicketFilter
  readonly isVerified: boolean
}

/** How states are called on pages. */
export const stateNames: Readonly<Record<TicketState, string>> = {
  open: "Open",
  answered: "Answered",
  closed: "Closed",
}

/** The list of tickets, which is the first page. */
export const ticketsView: View<TicketsPage> = ({ items, next, filter, isVerified }, page) =>
  layout(
    "Tickets",
    page,
    html`<h1>Tickets</h1>
      ${isVerified ? html`<p><a class="button" href="/new">New ticket</a></p>` : unverifiedView()}
      <form class="search" method="get" action="/" role="search">
        <div>
          <label for="q">Words</label>
          <input id="q" name="q" type="search" value=${filter.q} />
        </div>
        <div>
          <label for="state">State</label>
          <select id="state" name="state">
            <option value="">All</option>
            ${Object.entries(stateNames).map(
              ([state, name]) =>
                html`<option value="${state}" selected=${filter.state === state}>${name}</option>`,
            )}
          </select>
        </div>
        <button>Search</button>
      </form>
      ${items.length === 0 && html`<p>There are no tickets.</p>`}
      <ul class="rows">
        ${items.map(rowView)}
      </ul>
      ${next !== undefined && html`<p><a href="${pathOf(filter, next)}">Older tickets</a></p>`}
      <p><a href="/tickets.csv" download>Export all as CSV</a></p>`,
  )

/** What those see who have not confirmed their address. */
export function unverifiedView(): Html {
  return html`<p class="flash">
    Confirm your e-mail address to write: open the link in the mail, or <a href="/account">send it again</a>.
  </p>`
}

/** A ticket in a list. */
export function rowView({
  id,
  title,
  state,
  customer,
  organisation,
  assignee,
  replies,
  escalated,
  created_at,
}: TicketSummary): Html {
  return html`<li>
    <div>
      <a href="/tickets/${id}"><strong>${title}</strong></a>
      <p>${customer}${organisation && ` of ${organisation}`}, ${minuteOf(created_at)}, ${replies} ${replies === 1 ? "message" : "messages"}${assignee && `, ${assignee}`}</p>
    </div>
    <p>${escalated && html`<strong class="error">Overdue</strong> `}${stateNames[state]}</p>
  </li>`
}

function pathOf(
  { q = "", state = "" }: { readonly q?: string | undefined; readonly state?: string | undefined },
  cursor: string,
): string {
  return `/?${new URLSearchParams({ q, state, cursor }).toString()}`
}

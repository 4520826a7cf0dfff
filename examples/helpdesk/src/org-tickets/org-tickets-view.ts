import { type FormState, html, type View } from "trivet/web"
import type { TicketForm } from "../desk/desk-forms.ts"
import { newTicketForm } from "../desk/new-ticket-view.ts"
import { rowView, unverifiedView } from "../desk/tickets-view.ts"
import { type OrgPage, orgLayout } from "../organisations/org-page.ts"
import type { TicketSummary } from "../tickets/ticket.ts"

/** What the page of an organisation's tickets shows. */
export interface OrgTicketsPage extends OrgPage {
  readonly items: readonly TicketSummary[]
  readonly next?: string
  readonly isVerified: boolean
  readonly form: FormState<typeof TicketForm>
}

/** The page of the tickets of an organisation. */
export const orgTicketsView: View<OrgTicketsPage> = (shown, page) => {
  const { organisation, items, next, isVerified, form } = shown
  const path = `/orgs/${organisation.id}/tickets`
  return orgLayout(
    "Tickets",
    shown,
    page,
    html`<ul class="rows">
        ${items.map(rowView)}
      </ul>
      ${next !== undefined && html`<p><a href="${path}?${new URLSearchParams({ cursor: next }).toString()}">Older tickets</a></p>`}
      <h2>New ticket</h2>
      <p>Owners and admins of ${organisation.name} see it too.</p>
      ${isVerified ? newTicketForm(path, form) : unverifiedView()}`,
  )
}

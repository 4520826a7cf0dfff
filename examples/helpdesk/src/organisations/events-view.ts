import { html, type View } from "trivet/web"
import { type OrgPage, orgLayout } from "./org-page.ts"

/** A change in an organisation, with names instead of ids. */
export interface ShownEvent {
  readonly actor: string
  readonly event: string
  readonly about: string
  readonly created_at: Date
}

/** What the page of changes shows. */
export interface EventsPage extends OrgPage {
  readonly events: readonly ShownEvent[]
}

/** The page that says who has changed what. */
export const eventsView: View<EventsPage> = (shown, page) =>
  orgLayout(
    "Changes",
    shown,
    page,
    html`<p>The newest hundred.</p>
      <ul class="rows">
        ${shown.events.map(eventView)}
      </ul>`,
  )

function eventView({ actor, event, about, created_at }: ShownEvent) {
  return html`<li>
    <div>
      <strong>${actor}</strong>: ${event}${about !== "" && `, ${about}`}
      <p>${created_at.toISOString().slice(0, 16).replace("T", " ")} UTC</p>
    </div>
  </li>`
}

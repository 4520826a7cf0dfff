import { html, type View } from "trivet/web"
import { layout } from "../site/layout.ts"
import type { OwnedEndpoint } from "./endpoints-store.ts"

/** What the page of all endpoints shows. */
export interface EndpointsPage {
  readonly endpoints: readonly OwnedEndpoint[]
}

/** The page of a user's endpoints. */
export const endpointsView: View<EndpointsPage> = ({ endpoints }, page) =>
  layout(
    "Webhooks",
    page,
    html`<h1>Webhooks</h1>
      <p>An endpoint is an address of yours to which events are sent.</p>
      <p><a href="/account/webhooks/new">Create an endpoint</a></p>
      <ul class="rows">
        ${endpoints.map(
          (endpoint) =>
            html`<li>
              <div>
                <a href="/account/webhooks/${endpoint.id}"><strong>${endpoint.url}</strong></a>
                <p>${endpoint.events.join(", ")}, ${stateOf(endpoint)}</p>
              </div>
            </li>`,
        )}
      </ul>`,
  )

/** The state of an endpoint, in words. */
export function stateOf({ failing_since, disabled_at }: OwnedEndpoint): string {
  if (disabled_at !== undefined) return `off since ${minuteOf(disabled_at)}`
  return failing_since === undefined ? "on" : `failing since ${minuteOf(failing_since)}`
}

/** A time, to the minute. */
export function minuteOf(time: string): string {
  return `${time.slice(0, 16).replace("T", " ")} UTC`
}

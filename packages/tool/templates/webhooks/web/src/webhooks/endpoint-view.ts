import { html, type View } from "trivet/web"
import { layout } from "../site/layout.ts"
import type { OwnedDelivery } from "./deliveries-store.ts"
import type { OwnedEndpoint } from "./endpoints-store.ts"
import { minuteOf, stateOf } from "./endpoints-view.ts"

/** What the page of an endpoint shows. */
export interface EndpointPage {
  readonly endpoint: OwnedEndpoint
  readonly deliveries: readonly OwnedDelivery[]
}

/** The page of an endpoint, with its deliveries. */
export const endpointView: View<EndpointPage> = ({ endpoint, deliveries }, page) =>
  layout(
    "Webhook endpoint",
    page,
    html`<h1>Webhook endpoint</h1>
      <p class="address"><strong>${endpoint.url}</strong></p>
      <p>Gets ${endpoint.events.join(", ")}. It is ${stateOf(endpoint)}.</p>
      ${
        endpoint.disabled_at !== undefined &&
        html`<form method="post" action="/account/webhooks/${endpoint.id}/enable"><button>Switch it on</button></form>`
      }
      <form method="post" action="/account/webhooks/${endpoint.id}/secret"><button class="plain">Create a new secret</button></form>
      <form method="post" action="/account/webhooks/${endpoint.id}/delete"><button class="plain">Delete the endpoint</button></form>
      <p><a href="/account/webhooks">All endpoints</a></p>
      <h2>Deliveries</h2>
      ${deliveries.length === 0 && html`<p>Nothing was sent yet.</p>`}
      <ul class="rows">
        ${deliveries.map((delivery) => deliveryView(endpoint, delivery))}
      </ul>`,
  )

function deliveryView(
  endpoint: OwnedEndpoint,
  { id, event, status, attempts, answer, created_at }: OwnedDelivery,
) {
  const times = attempts === 1 ? "1 attempt" : `${attempts} attempts`
  const action = `/account/webhooks/${endpoint.id}/deliveries/${id}/replay`
  return html`<li>
    <div>
      <strong>${event}, ${status}</strong>
      <p>${minuteOf(created_at)}, ${times}${answer !== undefined && `, last answer ${answer}`}</p>
    </div>
    ${
      endpoint.disabled_at === undefined &&
      html`<form method="post" action="${action}"><button class="plain">Replay</button></form>`
    }
  </li>`
}

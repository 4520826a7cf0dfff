import { type FormState, html, type View } from "trivet/web"
import { fieldView } from "../site/field-view.ts"
import { layout } from "../site/layout.ts"
import { type EndpointDTO, webhookEvents } from "./webhook-events.ts"

/** The page to create an endpoint on. */
export const newEndpointView: View<FormState<typeof EndpointDTO>> = ({ input, errors }, page) =>
  layout(
    "Create a webhook endpoint",
    page,
    html`<h1>Create a webhook endpoint</h1>
      <form method="post" action="/account/webhooks" novalidate>
        ${errors[""] && html`<p class="error" role="alert">${errors[""]}</p>`}
        ${fieldView({ name: "url", label: "Address", autocomplete: "off", value: input.url, error: errors.url })}
        <fieldset>
          <legend>Events</legend>
          ${errors.events && html`<p class="error" role="alert">${errors.events}</p>`}
          ${webhookEvents.map(
            (event) =>
              html`<label><input type="checkbox" name="events" value="${event}" checked=${input.events?.includes(event) ?? input.url === undefined} /> ${event}</label>`,
          )}
        </fieldset>
        <button>Create the endpoint</button>
      </form>`,
  )

/** The page after that, and after a new secret: the only one that shows the secret. */
export const secretView: View<{ readonly id: string; readonly secret: string }> = ({ id, secret }, page) =>
  layout(
    "The secret of your endpoint",
    page,
    html`<h1>The secret of your endpoint</h1>
      <p>Copy it now: it is not shown again. Your endpoint checks signatures with it, by
        <a href="https://www.standardwebhooks.com">Standard Webhooks</a>. A secret from before is valid until you create another one.</p>
      <div class="field">
        <label for="secret">Secret</label>
        <input id="secret" value="${secret}" autocomplete="off" readonly />
      </div>
      <p><a href="/account/webhooks/${id}">To the endpoint</a></p>`,
  )

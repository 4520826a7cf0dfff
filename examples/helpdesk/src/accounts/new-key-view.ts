import type { ApiKey } from "@trivet/auth"
import { type FormState, html, type View } from "trivet/web"
import { fieldView } from "../site/field-view.ts"
import { layout } from "../site/layout.ts"
import type { NewKeyDTO } from "./accounts-dto.ts"

/** The page to create an API key on. */
export const newKeyView: View<FormState<typeof NewKeyDTO>> = ({ input, errors }, page) =>
  layout(
    "Create an API key",
    page,
    html`<h1>Create an API key</h1>
      <form method="post" action="/account/keys" novalidate>
        ${errors[""] && html`<p class="error" role="alert">${errors[""]}</p>`}
        ${fieldView({ name: "name", label: "Name", autocomplete: "off", value: input.name, error: errors.name })}
        ${fieldView({
          name: "expires_in_days",
          label: "Days until it expires (empty: never)",
          autocomplete: "off",
          value: input.expires_in_days,
          error: errors.expires_in_days,
        })}
        ${fieldView({
          name: "password",
          label: "Password",
          type: "password",
          autocomplete: "current-password",
          error: errors.password,
        })}
        <button>Create the key</button>
      </form>`,
  )

/** The page after that, the only one that shows the key. */
export const createdKeyView: View<ApiKey & { readonly key: string }> = ({ name, key }, page) =>
  layout(
    "Your API key",
    page,
    html`<h1>Your API key</h1>
      <p>This is the key <strong>${name}</strong>. Copy it now: it is not shown again.</p>
      <div class="field">
        <label for="key">API key</label>
        <input id="key" value="${key}" autocomplete="off" readonly />
      </div>
      <p>Programs send it in the header <code>X-API-Key</code>.</p>
      <p><a href="/account">To the account</a></p>`,
  )

import { type FormState, html, type View } from "trivet/web"
import { fieldView } from "../site/field-view.ts"
import { layout } from "../site/layout.ts"
import type { ResetDTO } from "./accounts-dto.ts"

/** The page that the link in a reset mail leads to. */
export const resetView: View<FormState<typeof ResetDTO>> = ({ input, errors }, page) =>
  layout(
    "Choose a new password",
    page,
    html`<h1>Choose a new password</h1>
      <form method="post" action="/reset-password" novalidate>
        <input type="hidden" name="token" value="${input.token ?? ""}" />
        ${errors.token && html`<p class="error" role="alert">This link is not complete.</p>`}
        ${fieldView({
          name: "password",
          label: "New password",
          type: "password",
          autocomplete: "new-password",
          error: errors.password,
        })}
        <button>Change the password</button>
      </form>
      <p><a href="/forgot-password">Send a new link</a></p>`,
  )

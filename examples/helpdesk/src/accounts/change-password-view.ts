import { type FormState, html, type View } from "trivet/web"
import { fieldView } from "../site/field-view.ts"
import { layout } from "../site/layout.ts"
import type { PasswordDTO } from "./accounts-dto.ts"

/** The page to change a password on. */
export const changePasswordView: View<FormState<typeof PasswordDTO>> = ({ errors }, page) =>
  layout(
    "Change the password",
    page,
    html`<h1>Change the password</h1>
      <form method="post" action="/account/password" novalidate>
        ${errors[""] && html`<p class="error" role="alert">${errors[""]}</p>`}
        ${fieldView({
          name: "current_password",
          label: "Present password",
          type: "password",
          autocomplete: "current-password",
          error: errors.current_password,
        })}
        ${fieldView({
          name: "password",
          label: "New password",
          type: "password",
          autocomplete: "new-password",
          error: errors.password,
        })}
        <button>Change the password</button>
      </form>`,
  )

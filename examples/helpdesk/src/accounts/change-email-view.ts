import { type FormState, html, type View } from "trivet/web"
import { fieldView } from "../site/field-view.ts"
import { layout } from "../site/layout.ts"
import type { EmailDTO } from "./accounts-dto.ts"

/** The page to change an e-mail address on. */
export const changeEmailView: View<FormState<typeof EmailDTO>> = ({ input, errors }, page) =>
  layout(
    "Change the e-mail address",
    page,
    html`<h1>Change the e-mail address</h1>
      <p>The address changes when you open the link in the mail to the new one.</p>
      <form method="post" action="/account/email" novalidate>
        ${fieldView({
          name: "email",
          label: "New e-mail address",
          type: "email",
          autocomplete: "email",
          value: input.email,
          error: errors.email,
        })}
        ${fieldView({
          name: "password",
          label: "Password",
          type: "password",
          autocomplete: "current-password",
          error: errors.password,
        })}
        <button>Send the mail</button>
      </form>`,
  )

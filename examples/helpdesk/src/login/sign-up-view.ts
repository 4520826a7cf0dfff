import { type FormState, html, type View } from "trivet/web"
import { fieldView } from "../site/field-view.ts"
import { layout } from "../site/layout.ts"
import type { RegisterDTO } from "../users/register-dto.ts"

/** The page to sign up on. */
export const signUpView: View<FormState<typeof RegisterDTO>> = ({ input, errors }, page) =>
  layout(
    "Sign up",
    page,
    html`<h1>Sign up</h1>
      <form method="post" action="/sign-up" novalidate>
        ${fieldView({
          name: "name",
          label: "Name",
          autocomplete: "name",
          value: input.name,
          error: errors.name,
        })}
        ${fieldView({
          name: "email",
          label: "E-mail address",
          type: "email",
          autocomplete: "username",
          value: input.email,
          error: errors.email,
        })}
        ${fieldView({
          name: "password",
          label: "Password",
          type: "password",
          autocomplete: "new-password",
          error: errors.password,
        })}
        <button>Sign up</button>
      </form>`,
  )

import { type FormState, html, type View } from "trivet/web"
import { fieldView } from "../site/field-view.ts"
import { layout } from "../site/layout.ts"
import type { LoginDTO } from "./login-dto.ts"

/** The page to sign in on. A view is a function of what the handler returned. */
export const signInView: View<FormState<typeof LoginDTO>> = ({ input, errors }, page) =>
  layout(
    "Sign in",
    page,
    html`<h1>Sign in</h1>
      <form method="post" action="/sign-in" novalidate>
        ${errors[""] && html`<p class="error" role="alert">${errors[""]}</p>`}
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
          autocomplete: "current-password",
          error: errors.password,
        })}
        <button>Sign in</button>
      </form>
      <p><a href="/forgot-password">Forgot your password?</a></p>`,
  )

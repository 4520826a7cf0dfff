import { type FormState, html, type View } from "trivet/web"
import { fieldView, troubleView } from "../site/field-view.ts"
import { layout } from "../site/layout.ts"
import type { RegisterDTO } from "./auth-contract.ts"

/** The page to sign up on. */
export const signUpView: View<FormState<typeof RegisterDTO>> = ({ input, errors }, page) =>
  layout(
    { title: "Sign up", hidden: true },
    page,
    html`<div class="sheet">
      <h1>Sign up</h1>
      <p class="lede">Then write what you like. Nobody sees it until you publish it.</p>
      <form method="post" action="/sign-up" novalidate>
        ${troubleView(errors)}
        ${fieldView({
          name: "name",
          label: "Name",
          hint: "Stands beside your posts.",
          autocomplete: "name",
          value: input.name,
          error: errors.name,
        })}
        ${fieldView({
          name: "email",
          label: "E-mail address",
          hint: "To sign in with.",
          type: "email",
          autocomplete: "username",
          value: input.email,
          error: errors.email,
        })}
        ${fieldView({
          name: "password",
          label: "Password",
          hint: "At least 8 characters.",
          type: "password",
          autocomplete: "new-password",
          error: errors.password,
        })}
        <p class="row"><button class="button main wide">Sign up</button></p>
      </form>
      <p class="aside">You have been here before? <a href="/sign-in">Sign in</a>.</p>
    </div>`,
  )

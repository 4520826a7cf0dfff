import { type FormState, html, type View } from "trivet/web"
import { fieldView, troubleView } from "../site/field-view.ts"
import { layout } from "../site/layout.ts"
import type { SignInForm } from "./sign-in-forms.ts"

/** The page to sign in on. */
export const signInView: View<FormState<typeof SignInForm>> = ({ input, errors }, page) =>
  layout(
    { title: "Sign in", hidden: true },
    page,
    html`<div class="sheet">
      <h1>Sign in</h1>
      <p class="lede">Good to have you back.</p>
      <form method="post" action="/sign-in" novalidate>
        ${troubleView(errors)}
        <input type="hidden" name="next" value="${input.next}" />
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
        <p class="row"><button class="button main wide">Sign in</button></p>
      </form>
      <p class="aside">New here? <a href="/sign-up">Sign up</a>, it takes a minute.</p>
    </div>`,
  )

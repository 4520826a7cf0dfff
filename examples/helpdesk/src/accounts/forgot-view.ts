import { type FormState, html, type View } from "trivet/web"
import { fieldView } from "../site/field-view.ts"
import { layout } from "../site/layout.ts"
import type { ForgotDTO } from "./accounts-dto.ts"

/** The page to ask for a reset mail on. */
export const forgotView: View<FormState<typeof ForgotDTO>> = ({ input, errors }, page) =>
  layout(
    "Forgot your password?",
    page,
    html`<h1>Forgot your password?</h1>
      <form method="post" action="/forgot-password" novalidate>
        ${fieldView({
          name: "email",
          label: "E-mail address",
          type: "email",
          autocomplete: "username",
          value: input.email,
          error: errors.email,
        })}
        <button>Send a link</button>
      </form>`,
  )

/** The page after that. It names no address and says the same to everybody. */
export const askedView: View<object> = (_, page) =>
  layout(
    "Look into your mailbox",
    page,
    html`<h1>Look into your mailbox</h1>
      <p>If the address has an account, a mail with a link is on its way. The link works for 15 minutes.</p>`,
  )

import { type FormState, html, type View } from "trivet/web"
import { layout } from "../site/layout.ts"
import type { ConfirmDTO } from "./accounts-dto.ts"

/** The page that the link in a mail to a new address leads to. */
export const confirmView: View<FormState<typeof ConfirmDTO>> = ({ input, errors }, page) =>
  layout(
    "Confirm your e-mail address",
    page,
    html`<h1>Confirm your e-mail address</h1>
      <form method="post" action="/confirm-email" novalidate>
        <input type="hidden" name="token" value="${input.token ?? ""}" />
        ${errors.token && html`<p class="error" role="alert">${errors.token}</p>`}
        <button>Confirm</button>
      </form>`,
  )

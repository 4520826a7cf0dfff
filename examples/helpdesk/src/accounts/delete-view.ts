import { type FormState, html, type View } from "trivet/web"
import { fieldView } from "../site/field-view.ts"
import { layout } from "../site/layout.ts"
import type { OwnPasswordDTO } from "./accounts-dto.ts"

/** The page to delete an account on. */
export const deleteView: View<FormState<typeof OwnPasswordDTO>> = ({ errors }, page) =>
  layout(
    "Delete the account",
    page,
    html`<h1>Delete the account</h1>
      <p>The account and all that you have written are deleted at once. This cannot be undone.</p>
      <form method="post" action="/account/delete" novalidate>
        ${fieldView({
          name: "password",
          label: "Password",
          type: "password",
          autocomplete: "current-password",
          error: errors.password,
        })}
        <button>Delete the account</button>
      </form>`,
  )

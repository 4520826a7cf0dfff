import type { ListedSession } from "@trivet/auth"
import { html, type View } from "trivet/web"
import { fieldView } from "../site/field-view.ts"
import { layout } from "../site/layout.ts"

/** What the page of an account shows. */
export interface AccountPage {
  readonly email: string
  readonly isVerified: boolean
  readonly sessions: readonly ListedSession[]
  /** Why no session was ended. */
  readonly error: string | undefined
}

/** The page of an account. */
export const accountView: View<AccountPage> = ({ email, isVerified, sessions, error }, page) =>
  layout(
    "Account",
    page,
    html`<h1>Account</h1>
      <p>Your e-mail address is <strong>${email}</strong>${isVerified ? "." : ", which is not confirmed yet."}</p>
      ${
        !isVerified &&
        html`<form method="post" action="/account/verify"><button class="plain">Send the mail again</button></form>`
      }
      <ul>
        <li><a href="/account/password">Change the password</a></li>
        <li><a href="/account/email">Change the e-mail address</a></li>
        <li><a href="/account/delete">Delete the account</a></li>
      </ul>
      <h2>Sessions</h2>
      <form method="post" action="/account/end-sessions" novalidate>
        ${fieldView({
          name: "password",
          label: "Password",
          type: "password",
          autocomplete: "current-password",
          error,
        })}
        <button>End all other sessions</button>
        <ul class="notes">
          ${sessions.map(sessionView)}
        </ul>
      </form>`,
  )

function sessionView({ number, label, created_at, current }: ListedSession) {
  return html`<li>
    <div>
      <strong>${label === "" ? "Unknown browser" : label}</strong>
      <p>since ${created_at.slice(0, 16).replace("T", " ")} UTC${current && ", this browser"}</p>
    </div>
    ${!current && html`<button class="plain" name="session" value="${number}">End session ${number}</button>`}
  </li>`
}

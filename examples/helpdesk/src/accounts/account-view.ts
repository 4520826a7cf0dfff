import type { ApiKey, ListedSession } from "@trivet/auth"
import { html, type View } from "trivet/web"
import { fieldView } from "../site/field-view.ts"
import { layout } from "../site/layout.ts"

/** What the page of an account shows. */
export interface AccountPage {
  readonly email: string
  readonly isVerified: boolean
  readonly sessions: readonly ListedSession[]
  readonly keys: readonly ApiKey[]
  /** Why nothing was ended. */
  readonly error: string | undefined
}

/** The page of an account. */
export const accountView: View<AccountPage> = ({ email, isVerified, sessions, keys, error }, page) =>
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
      <h2>Sessions and API keys</h2>
      <p>Enter your password to end one of them.</p>
      <form method="post" action="/account/end-sessions" novalidate>
        ${fieldView({
          name: "password",
          label: "Password",
          type: "password",
          autocomplete: "current-password",
          error,
        })}
        <h3>Sessions</h3>
        <button>End all other sessions</button>
        <ul class="rows">
          ${sessions.map(sessionView)}
        </ul>
        <h3>API keys</h3>
        <p>A program can act for you with a key. <a href="/account/keys">Create an API key</a></p>
        <ul class="rows">
          ${keys.map(keyView)}
        </ul>
      </form>`,
  )

function sessionView({ number, label, created_at, current }: ListedSession) {
  return html`<li>
    <div>
      <strong>${label === "" ? "Unknown browser" : label}</strong>
      <p>since ${minuteOf(created_at)}${current && ", this browser"}</p>
    </div>
    ${!current && html`<button class="plain" name="session" value="${number}">End session ${number}</button>`}
  </li>`
}

function keyView({ id, name, created_at, expires_at, last_used_at }: ApiKey) {
  const used = last_used_at === undefined ? "never used" : `last used ${minuteOf(last_used_at)}`
  const until = expires_at === undefined ? "does not expire" : `valid until ${minuteOf(expires_at)}`
  return html`<li>
    <div>
      <strong>${name}</strong>
      <p>created ${minuteOf(created_at)}, ${used}, ${until}</p>
    </div>
    <button class="plain" formaction="/account/keys/${id}/end" aria-label="End key ${name}">End&nbsp;key</button>
  </li>`
}

function minuteOf(time: string): string {
  return `${time.slice(0, 16).replace("T", " ")} UTC`
}

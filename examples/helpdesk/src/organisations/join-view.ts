import { type Html, html, type View } from "trivet/web"
import { layout } from "../site/layout.ts"

/** What the page of somebody who is invited shows. */
export interface JoinPage {
  /** Whether the browser has an invitation. */
  readonly isOpen: boolean
  /** Why the user could not join. */
  readonly error: string | undefined
}

/** The page that the link of an invitation leads to. */
export const joinView: View<JoinPage> = ({ isOpen, error }, page) => {
  const visitor = page.get("visitor")
  return layout(
    "Join an organisation",
    page,
    html`<h1>Join an organisation</h1>
      ${error !== undefined && html`<p class="error" role="alert">${error}.</p>`}
      ${isOpen ? (visitor === undefined ? signInFirst : joinForm(visitor.email)) : openTheLink}`,
  )
}

const signInFirst: Html = html`<p>You are invited. Sign in with the address that the mail was sent to, or sign up with it. This page
    comes next.</p>
  <p><a href="/sign-in">Sign in to join</a></p>
  <p><a href="/sign-up">Sign up to join</a></p>`

const openTheLink: Html = html`<p>An invitation works once, for one week, for the address that its mail was sent to. Sign in with
    this address, and open the link in the mail. If it does not work any more, ask for another invitation.</p>
  <p><a href="/orgs">To my organisations</a></p>`

function joinForm(email: string): Html {
  return html`<p>You are signed in as <strong>${email}</strong>. If the mail was sent to another address, sign out first, and sign in
      with that one.</p>
    <form method="post" action="/join">
      <button>Join</button>
    </form>`
}

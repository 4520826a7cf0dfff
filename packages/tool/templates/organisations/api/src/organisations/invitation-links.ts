import { inject } from "trivet"
import { type Html, html } from "trivet/web"
import { Settings } from "../settings.ts"

/**
 * The link in the mail of an invitation: the page `/join` of your front end, at `SITE_URL`, which reads the token from the fragment
 * and sends `POST /invitations/accept` as the user. Without `SITE_URL` the mail has the request itself.
 */
export class InvitationLinks {
  readonly #settings = inject(Settings)

  accept(token: string): Html {
    const { SITE_URL: site, PORT: port = 3000 } = this.#settings
    if (site === undefined)
      return html`send this request with your access token:
        <code>curl http://localhost:${port}/invitations/accept -d '${JSON.stringify({ token })}'</code>`
    const link = new URL("/join", site)
    link.hash = `token=${token}`
    return html`open this page: <a href="${link.href}">${link.href}</a>`
  }
}

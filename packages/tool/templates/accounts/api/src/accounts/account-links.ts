import { inject } from "trivet"
import { type Html, html } from "trivet/web"
import { Settings } from "../settings.ts"

/**
 * The links in mails: pages of your front end, at `SITE_URL`, which read the token from the fragment and send it in a POST
 * request. Browsers send a fragment to no server, so it is in no log and no referrer. Without `SITE_URL`, which only
 * production requires, there are no such pages: the mail has the request itself.
 */
export class AccountLinks {
  readonly #settings = inject(Settings)

  /** To the page `/reset-password`, which sends `POST /auth/reset-password`. */
  reset(token: string): Html {
    return this.#wayTo("/reset-password", { token, password: "a new password" })
  }

  /** To the page `/confirm-email`, which sends `POST /auth/confirm-email`. */
  confirm(token: string): Html {
    return this.#wayTo("/confirm-email", { token })
  }

  #wayTo(path: string, body: { readonly token: string; readonly password?: string }): Html {
    const { SITE_URL: site, PORT: port = 3000 } = this.#settings
    if (site === undefined)
      return html`send this request:
        <code>curl http://localhost:${port}/auth${path} -d '${JSON.stringify(body)}'</code>`
    const link = new URL(path, site)
    link.hash = `token=${body.token}`
    return html`open this page: <a href="${link.href}">${link.href}</a>`
  }
}

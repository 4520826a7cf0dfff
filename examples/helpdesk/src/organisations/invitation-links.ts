import { inject } from "trivet"
import { type Html, html } from "trivet/web"
import { Settings } from "../settings.ts"

/** The link in the mail of an invitation. It begins with `SITE_URL`, as the links of accounts do. */
export class InvitationLinks {
  readonly #settings = inject(Settings)

  accept(token: string): Html {
    const { SITE_URL: site, PORT: port = 3000 } = this.#settings
    const link = new URL("/invitation", site ?? `http://localhost:${port}`)
    link.searchParams.set("token", token)
    return html`open this page: <a href="${link.href}">${link.href}</a>`
  }
}

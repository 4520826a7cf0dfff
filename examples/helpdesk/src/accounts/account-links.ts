import { inject } from "trivet"
import { type Html, html } from "trivet/web"
import { Settings } from "../settings.ts"

/**
 * The links in mails. They begin with `SITE_URL` and never with what a request says of itself: whoever asks for a mail
 * could otherwise make its link lead to another site.
 */
export class AccountLinks {
  readonly #settings = inject(Settings)
  readonly #site = this.#settings.SITE_URL ?? `http://localhost:${this.#settings.PORT ?? 3000}`

  /** To the page that resets a password. */
  reset(token: string): Html {
    return this.#linkTo("/reset-password", token)
  }

  /** To the page that confirms an e-mail address. */
  confirm(token: string): Html {
    return this.#linkTo("/confirm-email", token)
  }

  #linkTo(path: string, token: string): Html {
    const link = new URL(path, this.#site)
    link.searchParams.set("token", token)
    return html`open this page: <a href="${link.href}">${link.href}</a>`
  }
}

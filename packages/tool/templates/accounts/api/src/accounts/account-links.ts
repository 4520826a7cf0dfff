import { inject } from "trivet"
import { Settings } from "../settings.ts"

/**
 * The links in mails: pages of your front end, which read the token from the fragment and send it in a POST request.
 * Browsers send a fragment to no server, so it is in no log and no referrer. The links begin with `SITE_URL` and never with
 * what a request says of itself: whoever asks for a mail could otherwise make its link lead to another site.
 */
export class AccountLinks {
  readonly #site = inject(Settings).SITE_URL ?? "http://localhost:3000"

  /** To the page that resets a password: it sends `POST /auth/reset-password`. */
  reset(token: string): string {
    return this.#linkTo("/reset-password", token)
  }

  /** To the page that confirms an e-mail address: it sends `POST /auth/confirm-email`. */
  confirm(token: string): string {
    return this.#linkTo("/confirm-email", token)
  }

  #linkTo(path: string, token: string): string {
    const link = new URL(path, this.#site)
    link.hash = `token=${token}`
    return link.href
  }
}

import { inject } from "trivet"
import { Settings } from "../settings.ts"

/**
 * The links in mails. They begin with `SITE_URL` and never with what a request says of itself: whoever asks for a mail
 * could otherwise make its link lead to another site.
 */
export class AccountLinks {
  readonly #site = inject(Settings).SITE_URL ?? "http://localhost:3000"

  /** To the page that resets a password. */
  reset(token: string): string {
    return this.#linkTo("/reset-password", token)
  }

  /** To the page that confirms an e-mail address. */
  confirm(token: string): string {
    return this.#linkTo("/confirm-email", token)
  }

  #linkTo(path: string, token: string): string {
    const link = new URL(path, this.#site)
    link.searchParams.set("token", token)
    return link.href
  }
}

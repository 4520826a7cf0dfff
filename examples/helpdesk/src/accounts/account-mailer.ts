import { type Generation, OneTimeTokens, Revocations } from "@trivet/auth"
import { PermanentFailure } from "@trivet/jobs"
import { Mailer, type MailContent } from "@trivet/mail"
import { inject } from "trivet"
import type { StoredUser } from "../users/user.ts"
import { UsersStore } from "../users/users-store.ts"
import { AccountLinks } from "./account-links.ts"
import { confirmMail, type Notice, noticeMail, resetMail, takenMail } from "./account-mails.ts"

const day = 24 * 60 * 60

/** Sends the mails of accounts. Call it in a job: a second attempt sends a new link, which replaces the first. */
export class AccountMailer {
  readonly #users = inject(UsersStore)
  readonly #tokens = inject(OneTimeTokens)
  readonly #revocations = inject(Revocations)
  readonly #links = inject(AccountLinks)
  readonly #mailer = inject(Mailer)

  /** Sends the link that verifies the address of a user. */
  async verify(user: StoredUser): Promise<void> {
    await this.confirm(user, user.email, await this.#revocations.generationOf(user.id))
  }

  /**
   * Sends the link that makes an address the user's own. Somebody else who has the address gets a notice in its place, and
   * no link. The rest is the same for both: an earlier link of the user ends, and all takes as long. The link ends with the
   * generation, and when the user gets another address.
   */
  async confirm(user: StoredUser, email: string, generation: Generation): Promise<void> {
    const owner = await this.#users.findByEmail(email)
    const data = { email, current: user.email }
    const token = await this.#tokens.create("email", user.id, generation, { data, seconds: day })
    const isTaken = owner !== undefined && owner.id !== user.id
    await this.#send(
      isTaken ? owner.email : email,
      isTaken ? takenMail() : confirmMail(this.#links.confirm(token)),
    )
  }

  /** Sends the link that resets the password of an account; nothing if the address has none. */
  async reset(email: string): Promise<void> {
    const user = await this.#users.findByEmail(email)
    if (user === undefined) return
    const generation = await this.#revocations.generationOf(user.id)
    const token = await this.#tokens.create("reset", user.id, generation, { data: { email: user.email } })
    // To the address that is stored: the one that was typed may only look the same to the database.
    await this.#send(user.email, resetMail(this.#links.reset(token)))
  }

  /** Tells an owner what has happened. */
  async notice(email: string, notice: Notice): Promise<void> {
    await this.#send(email, noticeMail(notice))
  }

  async #send(to: string, content: MailContent): Promise<void> {
    await this.#mailer.send({ to, ...content }).catch((error: Error & { readonly code?: unknown }) => {
      // A permanent rejection: further attempts would change nothing.
      throw error.code === "MAIL_REJECTED" ? new PermanentFailure(error.message, { cause: error }) : error
    })
  }
}

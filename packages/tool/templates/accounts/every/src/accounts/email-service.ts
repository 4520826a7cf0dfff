import { type OneUse, OneUseTokens, Revocations, SecurityEvents } from "@trivet/auth"
import { Jobs } from "@trivet/jobs"
import { Limits } from "@trivet/limit"
import { isUniqueViolation } from "@trivet/postgres"
import { inject, PublicError } from "trivet"
import { Db } from "../database/db.ts"
import type { Client } from "../users/client.ts"
import type { StoredUser } from "../users/user.ts"
import { UsersStore } from "../users/users-store.ts"
import { AccountMails } from "./account-jobs-contract.ts"
import { AccountsStore } from "./accounts-store.ts"
import { OwnPassword } from "./own-password.ts"

/** Verifies and changes e-mail addresses. An address changes when its mailbox has confirmed it, and not before. */
export class EmailService {
  readonly #db = inject(Db)
  readonly #jobs = inject(Jobs)
  readonly #users = inject(UsersStore)
  readonly #accounts = inject(AccountsStore)
  readonly #own = inject(OwnPassword)
  readonly #tokens = inject(OneUseTokens)
  readonly #revocations = inject(Revocations)
  readonly #events = inject(SecurityEvents)
  // Mails to one address: 3 for each network that asks, 30 for all.
  readonly #limit = inject(Limits).account({ name: "confirm", points: 3, seconds: 60, maxSeconds: 3600 })

  /** Whether the user's address is verified. */
  isVerified(user: Pick<StoredUser, "id" | "email">): Promise<boolean> {
    return this.#accounts.isVerified(user)
  }

  /** Sends a mail that verifies the address of a new user. */
  verifyNew({ id, email }: Pick<StoredUser, "id" | "email">): Promise<void> {
    return this.#enqueue(id, email)
  }

  /** Sends a user another mail that verifies the present address. Raises 429. */
  async verifyAgain(userId: string, { address }: Pick<Client, "address">): Promise<void> {
    const user = await this.#users.find(userId)
    if (user === undefined) return
    await this.#limit.reserve({ account: user.email, address })
    await this.verifyNew(user)
  }

  /**
   * Sends a mail to a new address, with which it becomes the user's. Nobody learns here whether another user has it. Raises
   * 400 for a wrong password, and 429.
   */
  async askChange(userId: string, given: { email: string; password: string }, client: Client): Promise<void> {
    const user = await this.#own.check(userId, given.password, client)
    await this.#limit.reserve({ account: given.email, address: client.address })
    await this.#enqueue(user.id, given.email)
    this.#events.report({ event: "email change asked", user_id: user.id, address: client.address })
  }

  /** Verifies the address that a token was sent to, and makes it the user's. Raises 400 if the token is not valid. */
  async confirm(token: string, { address }: Pick<Client, "address">): Promise<void> {
    const taken = await this.#tokens.take("email", token)
    const user = taken && (await this.#find(taken))
    const email = taken?.data["email"]
    if (user === undefined || email === undefined) {
      this.#events.report({ event: "token refused", address })
      throw new PublicError(400, "This link is not valid any more")
    }
    const isNew = email !== user.email
    await this.#store(user, email, isNew)
    // A reset mail that waits in the old mailbox must not open the account.
    if (isNew) await this.#tokens.end("reset", user.id)
    this.#events.report({ event: isNew ? "email changed" : "email verified", user_id: user.id, address })
  }

  async #enqueue(user_id: string, email: string): Promise<void> {
    const generation = await this.#revocations.generationOf(user_id)
    await this.#jobs.enqueue(AccountMails.confirm, { user_id, email, generation })
  }

  /**
   * The user of a token, if no new password has ended the user's sessions since it was asked for. Otherwise somebody who was
   * in the account for a moment could still take it to another address.
   */
  async #find({ subject, data }: OneUse): Promise<StoredUser | undefined> {
    const isOver = await this.#revocations.isOver(subject, data["generation"] ?? "")
    return isOver ? undefined : this.#users.find(subject)
  }

  async #store(user: StoredUser, email: string, isNew: boolean): Promise<void> {
    try {
      await this.#db.transact(async (trx) => {
        if (isNew) {
          await this.#accounts.setEmail(user.id, email, trx)
          await this.#jobs.enqueue(AccountMails.notice, { email: user.email, notice: "email" }, { trx })
        }
        await this.#accounts.verify(user.id, email, trx)
      })
    } catch (error) {
      if (isUniqueViolation(error, "users_email"))
        throw new PublicError(400, "This link is not valid any more")
      throw error
    }
  }
}

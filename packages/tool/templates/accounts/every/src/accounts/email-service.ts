import { type Generation, type OneTimeToken, OneTimeTokens, Revocations, SecurityEvents } from "@trivet/auth"
import { Jobs } from "@trivet/jobs"
import { Limits } from "@trivet/limit"
import { isForeignKeyViolation, isUniqueViolation } from "@trivet/postgres"
import { inject, PublicError } from "trivet"
import { Db } from "../database/db.ts"
import type { Client } from "../users/client.ts"
import type { StoredUser } from "../users/user.ts"
import { UsersStore } from "../users/users-store.ts"
import { AccountMails } from "./account-jobs-contract.ts"
import { AccountsStore } from "./accounts-store.ts"
import { OwnPassword } from "./own-password.ts"

const invalidLink = () => new PublicError(400, "This link is not valid any more")

/** Verifies and changes e-mail addresses. An address changes when its mailbox has confirmed it, and not before. */
export class EmailService {
  readonly #db = inject(Db)
  readonly #jobs = inject(Jobs)
  readonly #users = inject(UsersStore)
  readonly #accounts = inject(AccountsStore)
  readonly #own = inject(OwnPassword)
  readonly #tokens = inject(OneTimeTokens)
  readonly #revocations = inject(Revocations)
  readonly #events = inject(SecurityEvents)
  // Mails to one address: 3 for each network that asks, 30 for all.
  readonly #limit = inject(Limits).account({ name: "confirm", max: 3, seconds: 60, maxSeconds: 3600 })

  /** Whether the user's address is verified. */
  isVerified(user: Pick<StoredUser, "id" | "email">): Promise<boolean> {
    return this.#accounts.isVerified(user)
  }

  /** Sends a mail that verifies the address of a new user. */
  verifyNew(user: StoredUser, generation: Generation): Promise<void> {
    return this.#enqueue(user, user.email, generation)
  }

  /** Sends a user another mail that verifies the present address. Raises 429. */
  async verifyAgain(userId: string, { address }: Pick<Client, "address">): Promise<void> {
    const generation = await this.#revocations.generationOf(userId)
    const user = await this.#users.find(userId)
    if (user === undefined) return
    await this.#limit.reserve({ account: user.email, address })
    await this.#enqueue(user, user.email, generation)
  }

  /**
   * Sends a mail to a new address, with which it becomes the user's. Nobody learns here whether another user has it. Raises
   * 400 for a wrong password, and 429.
   */
  async askChange(userId: string, given: { email: string; password: string }, client: Client): Promise<void> {
    // Before the check: the link ends with a password that changes meanwhile.
    const generation = await this.#revocations.generationOf(userId)
    const user = await this.#own.check(userId, given.password, client)
    await this.#limit.reserve({ account: given.email, address: client.address })
    await this.#enqueue(user, given.email, generation)
    this.#events.report({ event: "email_change_requested", user_id: user.id, address: client.address })
  }

  /** Verifies the address that a token was sent to, and makes it the user's. Raises 400 if the token is not valid. */
  async confirm(token: string, { address }: Pick<Client, "address">): Promise<void> {
    const taken = await this.#tokens.consume("email", token)
    const user = taken && (await this.#find(taken))
    const email = taken?.data["email"]
    if (user === undefined || email === undefined) {
      this.#events.report({ event: "token_rejected", address })
      throw invalidLink()
    }
    const isNew = email !== user.email
    await this.#store(user, email, isNew)
    this.#events.report({ event: isNew ? "email_changed" : "email_verified", user_id: user.id, address })
  }

  async #enqueue(user: StoredUser, email: string, generation: Generation): Promise<void> {
    const asked = { user_id: user.id, email, current: user.email, generation }
    await this.#jobs.enqueue(AccountMails.confirm, asked)
  }

  /** The user of a token, unless the account got another address since it was asked for. */
  async #find({ subject, data }: OneTimeToken): Promise<StoredUser | undefined> {
    const user = await this.#users.find(subject)
    return user?.email === data["current"] ? user : undefined
  }

  async #store(user: StoredUser, email: string, isNew: boolean): Promise<void> {
    try {
      await this.#db.transact(async () => {
        if (isNew) {
          if (!(await this.#accounts.setEmail(user, email))) throw invalidLink()
          await this.#jobs.enqueue(AccountMails.notice, { email: user.email, notice: "email" })
        }
        await this.#accounts.verify(user.id, email)
      })
    } catch (error) {
      // Another account has the address, or this one was deleted meanwhile.
      throw isUniqueViolation(error, "users_email") || isForeignKeyViolation(error) ? invalidLink() : error
    }
  }
}

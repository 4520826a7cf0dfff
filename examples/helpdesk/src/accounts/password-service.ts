import {
  ApiKeys,
  type Generation,
  isCommonPassword,
  OneTimeTokens,
  type PasswordOwner,
  Passwords,
  Revocations,
  SecurityEvents,
} from "@trivet/auth"
import { Jobs } from "@trivet/jobs"
import { Limits, TooManyRequests } from "@trivet/limit"
import { inject, PublicError } from "trivet"
import { Db } from "../database/db.ts"
import type { Client } from "../users/client.ts"
import type { StoredUser } from "../users/user.ts"
import { UsersStore } from "../users/users-store.ts"
import { AccountMails } from "./account-jobs-contract.ts"
import { AccountsStore } from "./accounts-store.ts"
import { OwnPassword } from "./own-password.ts"

/** Resets and changes passwords. */
export class PasswordService {
  readonly #db = inject(Db)
  readonly #jobs = inject(Jobs)
  readonly #users = inject(UsersStore)
  readonly #accounts = inject(AccountsStore)
  readonly #passwords = inject(Passwords)
  readonly #own = inject(OwnPassword)
  readonly #tokens = inject(OneTimeTokens)
  readonly #revocations = inject(Revocations)
  readonly #keys = inject(ApiKeys)
  readonly #events = inject(SecurityEvents)
  // 3 for an account from one network, then it waits: a minute at first, an hour at most.
  readonly #limit = inject(Limits).account({ name: "reset", max: 3, seconds: 60, maxSeconds: 3600 })

  /** Asks for a reset mail. It does the same for every address, whether it has an account or not. Raises 429. */
  async askReset(email: string, { address }: Pick<Client, "address">): Promise<void> {
    try {
      await this.#limit.reserve({ account: email, address })
    } catch (error) {
      if (error instanceof TooManyRequests) this.#events.report({ event: "reset_limited", address })
      throw error
    }
    await this.#jobs.enqueue(AccountMails.reset, { email })
    this.#events.report({ event: "reset_requested", address })
  }

  /** Sets a new password with the token of a reset mail, and ends all sessions and API keys. Raises 400 if the token is not valid. */
  async reset(token: string, password: string, { address }: Pick<Client, "address">): Promise<void> {
    // Before the token is used: a password that is rejected must not cost the link.
    this.#check(password)
    const taken = await this.#tokens.consume("reset", token)
    const user = taken && (await this.#users.find(taken.subject))
    // A link in the mailbox of an earlier address opens nothing, also if the address changes while this one is used.
    const isOwn = user !== undefined && user.email === taken?.data["email"]
    if (!isOwn || (await this.#store(user, await this.#passwords.hash(password), "email")) === undefined) {
      this.#events.report({ event: "token_rejected", address })
      throw new PublicError(400, "This link is not valid any more")
    }
    this.#events.report({ event: "password_reset", user_id: user.id, address })
  }

  /**
   * Changes the password of a user who knows it, and ends all sessions and API keys: begin a session of the new generation for
   * the caller. Of several changes at once one succeeds. Raises 400 for a wrong password, and 429.
   */
  async change(
    userId: string,
    given: { current: string; password: string },
    client: Client,
  ): Promise<{ readonly user: StoredUser; readonly generation: Generation }> {
    const user = await this.#own.check(userId, given.current, client)
    this.#check(given.password, user)
    const hash = await this.#passwords.hash(given.password)
    const generation = await this.#store(user, hash, "password")
    // After the new generation: a reset that came meanwhile has replaced this password, and nothing may begin with it.
    if (generation === undefined || !(await this.#own.isCurrent({ ...user, password: hash })))
      throw new PublicError(400, "Password is wrong")
    this.#events.report({ event: "password_changed", user_id: user.id, address: client.address })
    return { user, generation }
  }

  #check(password: string, owner: PasswordOwner = {}): void {
    if (!this.#passwords.fits(password)) throw new PublicError(400, "Password is too long")
    if (isCommonPassword(password, owner)) throw new PublicError(400, "Password is too easy to guess")
  }

  /** Stores a hash and ends all that is older. Returns the new generation; `undefined` if the user has changed meanwhile. */
  async #store(
    user: StoredUser,
    hash: string,
    unchanged: "email" | "password",
  ): Promise<Generation | undefined> {
    const { id, email } = user
    const isStored = await this.#db.transact(async () => {
      if (!(await this.#accounts.setPassword(user, hash, unchanged))) return false
      await this.#jobs.enqueue(AccountMails.notice, { email, notice: "password" })
      return true
    })
    if (!isStored) return undefined
    const generation = await this.#revocations.revokeUser(id)
    // After the sessions. Whoever knew the old password may have created a key.
    await this.#keys.revokeAll(id)
    return generation
  }
}

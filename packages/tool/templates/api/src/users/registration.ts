import { randomUUID } from "node:crypto"
import { isCommonPassword, Passwords, SecurityEvents } from "@trivet/auth"
import { Jobs } from "@trivet/jobs"
import { Limits, TooManyRequests } from "@trivet/limit"
import { Clock, inject, type OutputOf, PublicError } from "trivet"
import { Db } from "../database/db.ts"
import { Welcome } from "../welcome/welcome-contract.ts"
import type { Client } from "./client.ts"
import type { RegisterDTO } from "./register-dto.ts"
import type { StoredUser } from "./user.ts"
import { UsersStore } from "./users-store.ts"

/** Makes accounts. */
export class Registration {
  readonly #db = inject(Db)
  readonly #jobs = inject(Jobs)
  readonly #users = inject(UsersStore)
  readonly #passwords = inject(Passwords)
  readonly #clock = inject(Clock)
  readonly #events = inject(SecurityEvents)
  readonly #limit = inject(Limits).network({ name: "registration", max: 30, seconds: 3600 })

  /**
   * Registers a user. Raises 400 for a password that bcrypt would cut or that is easy to guess, 409 when the address has a
   * user, and 429 after 30 tries from one network in an hour.
   */
  async register(given: OutputOf<typeof RegisterDTO>, { address, signal }: Client): Promise<StoredUser> {
    if (!this.#passwords.fits(given.password)) throw new PublicError(400, "Password is too long")
    if (isCommonPassword(given.password, given)) throw new PublicError(400, "Password is too easy to guess")
    try {
      const user = await this.#limit.attempt(address, () => this.#insert(given, signal))
      this.#events.report({ event: "signed_up", user_id: user.id, address })
      return user
    } catch (error) {
      if (error instanceof TooManyRequests) this.#events.report({ event: "sign_up_limited", address })
      throw error
    }
  }

  async #insert(
    { email, password, name }: OutputOf<typeof RegisterDTO>,
    signal: AbortSignal,
  ): Promise<StoredUser> {
    const user: StoredUser = {
      id: randomUUID(),
      email,
      password: await this.#passwords.hash(password, { signal }),
      name,
      role: "user",
      created_at: new Date(this.#clock.now()),
    }
    return this.#db.transact(async () => {
      if (!(await this.#users.insert(user))) throw new PublicError(409, "Email already registered")
      // In the same transaction: there is no user without the job, and no job without the user.
      await this.#jobs.enqueue(Welcome.send, { user_id: user.id })
      return user
    })
  }
}

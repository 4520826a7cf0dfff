import { randomUUID } from "node:crypto"
import { type Generation, isCommonPassword, Passwords, Revocations, SecurityEvents } from "@trivet/auth"
import { Limits, TooManyRequests } from "@trivet/limit"
import { Clock, inject, type OutputOf, PublicError } from "trivet"
import type { Client } from "./client.ts"
import type { RegisterDTO } from "./register-dto.ts"
import type { StoredUser } from "./user.ts"
import { UsersStore } from "./users-store.ts"

/** A new user, and the generation of the session that begins with the account. */
export interface Registered {
  readonly user: StoredUser
  readonly generation: Generation
}

/** Makes accounts. */
export class Registration {
  readonly #users = inject(UsersStore)
  readonly #passwords = inject(Passwords)
  readonly #revocations = inject(Revocations)
  readonly #clock = inject(Clock)
  readonly #events = inject(SecurityEvents)
  readonly #limit = inject(Limits).network({ name: "registration", max: 30, seconds: 3600 })

  /**
   * Registers a user. Raises 400 for a password that bcrypt would cut or that is easy to guess, 409 when the address has a
   * user, and 429 after 30 tries from one network in an hour.
   */
  async register(given: OutputOf<typeof RegisterDTO>, { address, signal }: Client): Promise<Registered> {
    if (!this.#passwords.fits(given.password)) throw new PublicError(400, "Password is too long")
    if (isCommonPassword(given.password, given)) throw new PublicError(400, "Password is too easy to guess")
    try {
      const made = await this.#limit.attempt(address, () => this.#insert(given, signal))
      this.#events.report({ event: "signed_up", user_id: made.user.id, address })
      return made
    } catch (error) {
      if (error instanceof TooManyRequests) this.#events.report({ event: "sign_up_limited", address })
      throw error
    }
  }

  async #insert(
    { email, password, name }: OutputOf<typeof RegisterDTO>,
    signal: AbortSignal,
  ): Promise<Registered> {
    const id = randomUUID()
    // Before the user exists: the owner of the address may reset the password as soon as it does.
    const generation = await this.#revocations.generationOf(id)
    const user: StoredUser = {
      id,
      email,
      password: await this.#passwords.hash(password, { signal }),
      name,
      role: "user",
      created_at: new Date(this.#clock.now()),
    }
    if (!(await this.#users.insert(user))) throw new PublicError(409, "Email already registered")
    return { user, generation }
  }
}

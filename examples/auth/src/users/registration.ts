import { randomUUID } from "node:crypto"
import { Passwords } from "@trivet/auth"
import { Clock, inject, type OutputOf, PublicError } from "trivet"
import { StoreFailure } from "../database/store-failure.ts"
import { AuthEvents } from "../events/auth-events.ts"
import type { RegisterDTO } from "./register-dto.ts"
import type { StoredUser } from "./user.ts"
import { UsersStore } from "./users-store.ts"

/** Makes accounts. */
export class Registration {
  readonly #users = inject(UsersStore)
  readonly #passwords = inject(Passwords)
  readonly #clock = inject(Clock)
  readonly #events = inject(AuthEvents)

  /** Registers a user. Raises the errors of the specification: 400, 409 or 500. */
  async register(given: OutputOf<typeof RegisterDTO>): Promise<StoredUser> {
    if (!this.#passwords.fits(given.password)) throw new PublicError(400, "Invalid request")
    try {
      const user = await this.#insert(given)
      this.#events.tell("registered", { user_id: user.id })
      return user
    } catch (error) {
      if (!(error instanceof StoreFailure)) throw error
      throw new PublicError(500, "Failed to create user", { cause: error.cause })
    }
  }

  async #insert({ email, password, name }: OutputOf<typeof RegisterDTO>): Promise<StoredUser> {
    // Saves a hash. Who was first is decided by the store, not here.
    if ((await this.#users.findByEmail(email)) !== undefined) throw taken()
    const user: StoredUser = {
      id: randomUUID(),
      email,
      password: await this.#passwords.hash(password),
      name,
      role: "user",
      created_at: new Date(this.#clock.now()),
    }
    if (!(await this.#users.insert(user))) throw taken()
    return user
  }
}

function taken(): PublicError {
  return new PublicError(409, "Email already registered")
}

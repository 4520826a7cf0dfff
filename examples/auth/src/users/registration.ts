import { randomUUID } from "node:crypto"
import { Passwords, Revocations } from "@trivet/auth"
import { Limits, TooManyRequests } from "@trivet/limit"
import { Clock, Fault, inject, type OutputOf, PublicError } from "trivet"
import { generateToken } from "../credentials/generate-token.ts"
import { StoreFailure } from "../database/store-failure.ts"
import { AuthEvents } from "../events/auth-events.ts"
import { Settings } from "../settings.ts"
import type { Client } from "./client.ts"
import type { RegisterDTO } from "./register-dto.ts"
import type { LoggedIn, StoredUser } from "./user.ts"
import { UsersStore } from "./users-store.ts"

/** Makes accounts. */
export class Registration {
  readonly #users = inject(UsersStore)
  readonly #passwords = inject(Passwords)
  readonly #revocations = inject(Revocations)
  readonly #clock = inject(Clock)
  readonly #events = inject(AuthEvents)
  // An hour of hashes at cost 14 is about 4,000: one network can have a small part of them.
  readonly #limit = inject(Limits).network({
    name: "registration",
    max: inject(Settings).REGISTRATION_LIMIT,
    seconds: 3600,
  })

  /** Registers a user. Raises the errors of the specification, 400, 409 or 500, and 429 after too many tries. */
  async register(given: OutputOf<typeof RegisterDTO>, client: Client): Promise<LoggedIn> {
    try {
      this.#passwords.check(given.password)
      return await this.#limit.attempt(client.address, () => this.create(given, client.signal))
    } catch (error) {
      const { address } = client
      if (error instanceof TooManyRequests) this.#events.log("registration limited", { address })
      if (error instanceof Fault) this.#events.log("registration refused", { address, reason: error.message })
      throw error
    }
  }

  /** Registers a user without a rate limit, for commands on the server itself. */
  async create(given: OutputOf<typeof RegisterDTO>, signal: AbortSignal): Promise<LoggedIn> {
    this.#passwords.check(given.password)
    try {
      const made = await this.#insert(given, signal)
      this.#events.log("registered", { user_id: made.user.id })
      return made
    } catch (error) {
      if (!(error instanceof StoreFailure)) throw error
      throw new PublicError(500, "Failed to create user", { cause: error.cause })
    }
  }

  async #insert(
    { email, password, name }: OutputOf<typeof RegisterDTO>,
    signal: AbortSignal,
  ): Promise<LoggedIn> {
    // Saves a hash. Who was first is decided by the store, not here.
    if ((await this.#users.findByEmail(email)) !== undefined) throw taken()
    const id = randomUUID()
    const generation = await generateToken(this.#revocations.generationOf(id))
    const user: StoredUser = {
      id,
      email,
      password: await this.#passwords.hash(password, { signal }),
      name,
      role: "user",
      created_at: new Date(this.#clock.now()),
    }
    if (!(await this.#users.insert(user))) throw taken()
    return { user, generation }
  }
}

function taken(): PublicError {
  return new PublicError(409, "Email already registered")
}

import { Passwords, Revocations } from "@trivet/auth"
import { Limits, TooManyRequests } from "@trivet/limit"
import { inject, Log, type OutputOf, PublicError } from "trivet"
import { generateToken } from "../credentials/generate-token.ts"
import { AuthEvents } from "../events/auth-events.ts"
import { Settings } from "../settings.ts"
import type { Client } from "../users/client.ts"
import type { LoggedIn, StoredUser } from "../users/user.ts"
import { UsersStore } from "../users/users-store.ts"
import type { LoginDTO } from "./login-dto.ts"

// No user has this id. An unknown address is looked up by it, for the same work.
const nobody = { id: "00000000-0000-0000-0000-000000000000" }

/** Authenticates users by e-mail address and password, for every route that needs it. */
export class LoginService {
  readonly #users = inject(UsersStore)
  readonly #passwords = inject(Passwords)
  readonly #revocations = inject(Revocations)
  readonly #events = inject(AuthEvents)
  readonly #log = inject(Log)
  readonly #settings = inject(Settings)
  readonly #limits = inject(Limits).logins({
    account: this.#settings.LOGIN_LIMIT_ACCOUNT,
    address: this.#settings.LOGIN_LIMIT_ADDRESS,
    seconds: this.#settings.LOGIN_LIMIT_SECONDS,
  })

  /** The user. Raises 401 for an unknown address and for a wrong password alike, and 429 after too many of them. */
  async login(given: OutputOf<typeof LoginDTO>, { address, signal }: Client): Promise<LoggedIn> {
    try {
      const found = await this.#limits.attempt({ account: given.email, address }, () =>
        this.#check(given, { address, signal }),
      )
      if (found === undefined) throw new PublicError(401, "Invalid credentials")
      await this.#renewHash(found.user, given.password)
      this.#events.log("login", { user_id: found.user.id, address })
      return found
    } catch (error) {
      if (error instanceof TooManyRequests) this.#events.log("login limited", { address })
      throw error
    }
  }

  async #check({ email, password }: OutputOf<typeof LoginDTO>, { address, signal }: Client) {
    const { id } = (await this.#users.findByEmail(email)) ?? nobody
    // Before the hash is read: if the password changes during the check, what this login creates is of the old generation.
    const generation = await generateToken(this.#revocations.generationOf(id))
    const user = await this.#users.find(id)
    // Also without such a user: the response time must not reveal whether an account exists.
    const isRight = await this.#passwords.verify(password, user?.password, { signal })
    if (isRight && user !== undefined) return { user, generation }
    this.#events.log("login refused", { user_id: user?.id, address })
    return undefined
  }

  /** The password is known only at login, so outdated hashes are replaced here after the cost was changed. */
  async #renewHash(user: StoredUser, password: string): Promise<void> {
    if (!this.#passwords.isOutdated(user.password)) return
    try {
      await this.#users.renewHash(user, await this.#passwords.rehash(password))
    } catch (error) {
      // The old hash is still good: there will be another login.
      this.#log.warn({ err: error, user_id: user.id }, "a password could not be hashed again")
    }
  }
}

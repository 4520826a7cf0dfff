import { Passwords } from "@trivet/auth"
import { Limits, TooManyRequests } from "@trivet/limit"
import { inject, Log, type OutputOf, PublicError } from "trivet"
import { AuthEvents } from "../events/auth-events.ts"
import { Settings } from "../settings.ts"
import type { Client } from "../users/client.ts"
import type { StoredUser } from "../users/user.ts"
import { UsersStore } from "../users/users-store.ts"
import type { LoginDTO } from "./login-dto.ts"

/** Finds out who somebody is by e-mail address and password, for every route that asks for them. */
export class LoginService {
  readonly #users = inject(UsersStore)
  readonly #passwords = inject(Passwords)
  readonly #events = inject(AuthEvents)
  readonly #log = inject(Log)
  readonly #settings = inject(Settings)
  readonly #limits = inject(Limits).logins({
    account: this.#settings.LOGIN_LIMIT_ACCOUNT,
    address: this.#settings.LOGIN_LIMIT_ADDRESS,
    seconds: this.#settings.LOGIN_LIMIT_SECONDS,
  })

  /** The user. Raises 401 for an unknown address and for a wrong password alike, and 429 after too many of them. */
  async login(given: OutputOf<typeof LoginDTO>, { address, signal }: Client): Promise<StoredUser> {
    try {
      const user = await this.#limits.attempt({ account: given.email, address }, () =>
        this.#check(given, { address, signal }),
      )
      if (user === undefined) throw new PublicError(401, "Invalid credentials")
      await this.#renewHash(user, given.password)
      this.#events.log("login", { user_id: user.id, address })
      return user
    } catch (error) {
      if (error instanceof TooManyRequests) this.#events.log("login limited", { address })
      throw error
    }
  }

  async #check({ email, password }: OutputOf<typeof LoginDTO>, { address, signal }: Client) {
    const user = await this.#users.findByEmail(email)
    // Also without such a user: the response time must not reveal whether an account exists.
    if (await this.#passwords.verify(password, user?.password, { signal })) return user
    this.#events.log("login refused", { user_id: user?.id, address })
    return undefined
  }

  /** A password is known only here: whoever logs in after the cost was changed gets a hash of the new one. */
  async #renewHash({ id, password: hashed }: StoredUser, password: string): Promise<void> {
    if (!this.#passwords.isOutdated(hashed)) return
    try {
      await this.#users.setPassword(id, await this.#passwords.rehash(password))
    } catch (error) {
      // The old hash is still good: there will be another login.
      this.#log.warn({ err: error, user_id: id }, "a password could not be hashed again")
    }
  }
}

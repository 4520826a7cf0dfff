import { Passwords } from "@trivet/auth"
import { Limits, networkOf, reserveAll, TooManyRequests } from "@trivet/limit"
import { inject, Log, type OutputOf, PublicError } from "trivet"
import { AuthEvents } from "../events/auth-events.ts"
import { Settings } from "../settings.ts"
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
  readonly #limits = inject(Limits)
  readonly #perAccount = this.#limiter("login-account", this.#settings.LOGIN_LIMIT_ACCOUNT ?? 10)
  readonly #perAddress = this.#limiter("login-address", this.#settings.LOGIN_LIMIT_ADDRESS ?? 100)

  /** The user. Raises 401 for an unknown address and for a wrong password alike, and 429 after too many of them. */
  async login({ email, password }: OutputOf<typeof LoginDTO>, address: string): Promise<StoredUser> {
    const attempt = await this.#reserve(email, address)
    let isRefused = false
    try {
      const user = await this.#users.findByEmail(email)
      // Also where there is no such user: the time it takes must not tell.
      const isHis = await this.#passwords.verify(password, user?.password)
      isRefused = user === undefined || !isHis
      if (user === undefined || !isHis) {
        this.#events.tell("login refused", { user_id: user?.id, address })
        throw new PublicError(401, "Invalid credentials")
      }
      await this.#renewHash(user, password)
      this.#events.tell("login", { user_id: user.id, address })
      return user
    } finally {
      if (!isRefused) await attempt.release()
    }
  }

  /** Counted before the hash is made, and given back when the login succeeds: only failures count. */
  async #reserve(email: string, address: string): ReturnType<typeof reserveAll> {
    try {
      return await reserveAll([this.#perAddress, networkOf(address)], [this.#perAccount, email.toLowerCase()])
    } catch (error) {
      if (error instanceof TooManyRequests) this.#events.tell("login limited", { address })
      throw error
    }
  }

  /** A password is known only here: whoever logs in after the cost was changed gets a hash of the new one. */
  async #renewHash({ id, password: hashed }: StoredUser, password: string): Promise<void> {
    if (!this.#passwords.isOutdated(hashed)) return
    try {
      await this.#users.setPassword(id, await this.#passwords.hash(password))
    } catch (error) {
      // The old hash is still good: there will be another login.
      this.#log.warn({ err: error, user_id: id }, "a password could not be hashed again")
    }
  }

  #limiter(name: string, points: number) {
    return this.#limits.limiter({ name, points, seconds: this.#settings.LOGIN_LIMIT_SECONDS ?? 900 })
  }
}

import { AccessTokens, Passwords } from "@trivet/auth"
import { Limits, networkOf, reserveAll } from "@trivet/limit"
import { inject, type OutputOf, PublicError } from "trivet"
import { TimeOrderedIds } from "../ids/time-ordered-ids.ts"
import type { RegisterDTO } from "./auth-contract.ts"
import type { User } from "./user.ts"
import { UsersStore } from "./users-store.ts"

/** Registers users and logs them in. */
export class UsersService {
  readonly #store = inject(UsersStore)
  readonly #ids = inject(TimeOrderedIds)
  readonly #passwords = inject(Passwords)
  readonly #tokens = inject(AccessTokens)
  readonly #limits = inject(Limits)
  readonly #perAccount = this.#limits.limiter({ name: "login-account", points: 10, seconds: 900 })
  readonly #perAddress = this.#limits.limiter({ name: "login-address", points: 100, seconds: 900 })

  /** Registers a user. A password that bcrypt would cut is refused like any other that breaks the rules. */
  async register({ email, password, name }: OutputOf<typeof RegisterDTO>): Promise<User> {
    if (!this.#passwords.fits(password)) throw new PublicError(400, "Invalid request")
    const hashed = await this.#passwords.hash(password)
    const { id, at } = this.#ids.next()
    return this.#store.insert({ id, email, name, password: hashed, created_at: at })
  }

  /** A token for whoever knows the password; `undefined` for all others. Raises 429 after too many of those. */
  async login(email: string, password: string, address: string): Promise<string | undefined> {
    const user = await this.authenticate(email, password, address)
    return user && this.#tokens.issue({ user_id: user.id, email: user.email })
  }

  /** Who knows the password, by his id; `undefined` for all others. Raises 429 after too many of those. */
  async authenticate(
    email: string,
    password: string,
    address: string,
  ): Promise<{ readonly id: string; readonly email: string } | undefined> {
    // Counted before the hash is made, and given back unless the login was refused: only that counts.
    const attempt = await reserveAll(
      [this.#perAddress, networkOf(address)],
      [this.#perAccount, email.toLowerCase()],
    )
    let isRefused = false
    try {
      const user = await this.#store.findLogin(email)
      // Also where there is no such user: the time it takes must not tell.
      isRefused = !(await this.#passwords.verify(password, user?.password))
      return user === undefined || isRefused ? undefined : { id: user.id, email: user.email }
    } finally {
      if (!isRefused) await attempt.release()
    }
  }

  /** A user; `undefined` where there is none, or no longer. */
  find(id: string): Promise<User | undefined> {
    return this.#store.find(id)
  }
}

import { Passwords } from "@trivet/auth"
import { Limits, networkOf, reserveAll } from "@trivet/limit"
import { inject, type OutputOf, PublicError } from "trivet"
import type { StoredUser } from "../users/user.ts"
import { UsersStore } from "../users/users-store.ts"
import type { LoginDTO } from "./login-dto.ts"

/** Finds out who somebody is by e-mail address and password. */
export class LoginService {
  readonly #users = inject(UsersStore)
  readonly #passwords = inject(Passwords)
  readonly #limits = inject(Limits)
  readonly #perAccount = this.#limits.limiter({ name: "login-account", points: 10, seconds: 900 })
  readonly #perAddress = this.#limits.limiter({ name: "login-address", points: 100, seconds: 900 })

  /** The user. Raises 401 for an unknown address and for a wrong password alike, and 429 after too many of them. */
  async login({ email, password }: OutputOf<typeof LoginDTO>, address: string): Promise<StoredUser> {
    // Counted before the hash is made, and given back when the login succeeds: only failures count.
    const attempt = await reserveAll(
      [this.#perAddress, networkOf(address)],
      [this.#perAccount, email.toLowerCase()],
    )
    const user = await this.#users.findByEmail(email)
    // Also where there is no such user: the time it takes must not tell.
    const isHis = await this.#passwords.verify(password, user?.password)
    if (user === undefined || !isHis) throw new PublicError(401, "Invalid credentials")
    await attempt.release()
    return user
  }
}

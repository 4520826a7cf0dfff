import { Passwords, SecurityEvents } from "@trivet/auth"
import { Limits, TooManyRequests } from "@trivet/limit"
import { inject, type OutputOf, PublicError } from "trivet"
import type { Client } from "../users/client.ts"
import type { StoredUser } from "../users/user.ts"
import { UsersStore } from "../users/users-store.ts"
import type { LoginDTO } from "./login-dto.ts"

/** Finds out who somebody is by e-mail address and password. */
export class LoginService {
  readonly #users = inject(UsersStore)
  readonly #passwords = inject(Passwords)
  readonly #events = inject(SecurityEvents)
  // 10 failures for an account, then it waits: a minute at first, 15 at most. 100 from an address in 15 minutes.
  readonly #limits = inject(Limits).logins()

  /** The user. Raises 401 for an unknown address and for a wrong password alike, and 429 after too many of them. */
  async login(given: OutputOf<typeof LoginDTO>, { address, signal }: Client): Promise<StoredUser> {
    try {
      const user = await this.#limits.attempt({ account: given.email, address }, () =>
        this.#check(given, { address, signal }),
      )
      if (user === undefined) throw new PublicError(401, "Invalid credentials")
      this.#events.report({ event: "signed in", user_id: user.id, address })
      return user
    } catch (error) {
      if (error instanceof TooManyRequests) this.#events.report({ event: "sign-in limited", address })
      throw error
    }
  }

  async #check({ email, password }: OutputOf<typeof LoginDTO>, { address, signal }: Client) {
    const user = await this.#users.findByEmail(email)
    // Also without such a user: the response time must not reveal whether an account exists.
    if (await this.#passwords.verify(password, user?.password, { signal })) return user
    this.#events.report({ event: "sign-in failed", user_id: user?.id, address })
    return undefined
  }
}

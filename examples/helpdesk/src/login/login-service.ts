import { type Generation, Passwords, Revocations, SecurityEvents } from "@trivet/auth"
import { Limits, TooManyRequests } from "@trivet/limit"
import { inject, type OutputOf, PublicError } from "trivet"
import type { Client } from "../users/client.ts"
import type { StoredUser } from "../users/user.ts"
import { UsersStore } from "../users/users-store.ts"
import type { LoginDTO } from "./login-dto.ts"

/** A user who has logged in, and the generation of what the login creates. */
export interface LoggedIn {
  readonly user: StoredUser
  readonly generation: Generation
}

// No user has this id. An unknown address is looked up by it, for the same work.
const nobody = { id: "00000000-0000-0000-0000-000000000000" }

/** Finds out who somebody is by e-mail address and password. */
export class LoginService {
  readonly #users = inject(UsersStore)
  readonly #passwords = inject(Passwords)
  readonly #revocations = inject(Revocations)
  readonly #events = inject(SecurityEvents)
  // 10 failures for an account, then it waits: a minute at first, 15 at most. 100 from an address in 15 minutes.
  readonly #limits = inject(Limits).logins()

  /** The user. Raises 401 for an unknown address and for a wrong password alike, and 429 after too many of them. */
  async login(given: OutputOf<typeof LoginDTO>, { address, signal }: Client): Promise<LoggedIn> {
    try {
      const found = await this.#limits.attempt({ account: given.email, address }, () =>
        this.#check(given, { address, signal }),
      )
      if (found === undefined) throw new PublicError(401, "Invalid credentials")
      this.#events.report({ event: "signed_in", user_id: found.user.id, address })
      return found
    } catch (error) {
      if (error instanceof TooManyRequests) this.#events.report({ event: "sign_in_limited", address })
      throw error
    }
  }

  async #check({ email, password }: OutputOf<typeof LoginDTO>, { address, signal }: Client) {
    const { id } = (await this.#users.findByEmail(email)) ?? nobody
    // Before the hash is read: if the password changes during the check, what this login creates is of the old generation.
    const generation = await this.#revocations.generationOf(id)
    const user = await this.#users.find(id)
    // Also without such a user: the response time must not reveal whether an account exists.
    const isRight = await this.#passwords.verify(password, user?.password, { signal })
    if (isRight && user !== undefined) return { user, generation }
    this.#events.report({ event: "sign_in_failed", user_id: user?.id, address })
    return undefined
  }
}

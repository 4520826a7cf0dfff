import { randomUUID } from "node:crypto"
import { Passwords } from "@trivet/auth"
import { Clock, inject, type OutputOf, PublicError } from "trivet"
import type { RegisterDTO } from "./register-dto.ts"
import type { StoredUser } from "./user.ts"
import { UsersStore } from "./users-store.ts"

/** Makes accounts. */
export class Registration {
  readonly #users = inject(UsersStore)
  readonly #passwords = inject(Passwords)
  readonly #clock = inject(Clock)

  /** Registers a user. Raises 400 for a password that bcrypt would cut, and 409 when the address has a user. */
  async register({ email, password, name }: OutputOf<typeof RegisterDTO>): Promise<StoredUser> {
    if (!this.#passwords.fits(password)) throw new PublicError(400, "Password is too long")
    const user: StoredUser = {
      id: randomUUID(),
      email,
      password: await this.#passwords.hash(password),
      name,
      role: "user",
      created_at: new Date(this.#clock.now()),
    }
    if (!(await this.#users.insert(user))) throw new PublicError(409, "Email already registered")
    return user
  }
}

import { Passwords } from "@trivet/auth"
import { Limits } from "@trivet/limit"
import { inject, PublicError } from "trivet"
import type { Client } from "../users/client.ts"
import type { StoredUser } from "../users/user.ts"
import { UsersStore } from "../users/users-store.ts"

/** Asks signed-in users for their password again, before what cannot be undone. */
export class OwnPassword {
  readonly #users = inject(UsersStore)
  readonly #passwords = inject(Passwords)
  // The same count as that of logins: a stolen session gives no further tries.
  readonly #limits = inject(Limits).logins()

  /** The user, if the password is right. Raises 400 if it is not, and 429 after too many tries. */
  async check(userId: string, password: string, { address, signal }: Client): Promise<StoredUser> {
    const user = await this.#users.find(userId)
    if (user === undefined) throw new PublicError(401, "Not authenticated")
    const right = await this.#limits.attempt({ account: user.email, address }, async () =>
      (await this.#passwords.verify(password, user.password, { signal })) ? user : undefined,
    )
    if (right === undefined) throw new PublicError(400, "Password is wrong")
    return right
  }

  /** Whether the user still has the password that was checked. */
  async isCurrent({ id, password }: StoredUser): Promise<boolean> {
    return (await this.#users.find(id))?.password === password
  }
}

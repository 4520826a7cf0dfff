import { inject, PublicError } from "trivet"
import { publicUser, type User } from "./user.ts"
import { UsersStore } from "./users-store.ts"

/** The user of a call, after a middleware has said who it is. */
export class CurrentUser {
  readonly #users = inject(UsersStore)

  /** The public data of a user. Throws a 401 if the user no longer exists: the credentials are then invalid. */
  async of(id: string): Promise<User> {
    const user = await this.#users.find(id)
    if (user === undefined) throw new PublicError(401, "Invalid token")
    return publicUser(user)
  }
}

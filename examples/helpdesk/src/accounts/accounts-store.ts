import { Clock, inject } from "trivet"
import { Db } from "../database/db.ts"
import type { StoredUser } from "../users/user.ts"
import type { VerifiedEmailRow } from "./verified-emails-table.ts"

/** Changes accounts in the database, in the transaction of the caller. */
export class AccountsStore {
  readonly #db = inject(Db)
  readonly #clock = inject(Clock)

  /** Whether the user's present address is verified. */
  async isVerified({ id, email }: Pick<StoredUser, "id" | "email">): Promise<boolean> {
    const query = this.#db.selectFrom("verified_emails").select("user_id").where("user_id", "=", id)
    return (await query.where("email", "=", email).executeTakeFirst()) !== undefined
  }

  /** Notes that an address is the user's own. */
  async verify(id: string, email: string): Promise<void> {
    const row: VerifiedEmailRow = { user_id: id, email, verified_at: new Date(this.#clock.now()) }
    await this.#db
      .insertInto("verified_emails")
      .values(row)
      .onConflict((conflict) => conflict.column("user_id").doUpdateSet(row))
      .execute()
  }

  /**
   * Sets a new password, unless the user's `unchanged` is another one by now. Returns whether it did: a password or a token
   * that was checked before may be outdated.
   */
  async setPassword(user: StoredUser, hash: string, unchanged: "email" | "password"): Promise<boolean> {
    const update = this.#db.updateTable("users").set({ password: hash }).where("id", "=", user.id)
    const { numUpdatedRows } = await update.where(unchanged, "=", user[unchanged]).executeTakeFirst()
    return numUpdatedRows > 0n
  }

  /**
   * Sets a new address, unless the user has another address or another password by now. Returns whether it did. Rejects with a
   * violation of `users_email` if another user has the address.
   */
  async setEmail(user: StoredUser, email: string): Promise<boolean> {
    const update = this.#db.updateTable("users").set({ email }).where("id", "=", user.id)
    const current = update.where("email", "=", user.email).where("password", "=", user.password)
    return (await current.executeTakeFirst()).numUpdatedRows > 0n
  }

  /**
   * Deletes a user, unless the password is another one by now. Returns whether it did. What belongs to the user goes too, where
   * its table says `on delete cascade`.
   */
  async delete({ id, password }: StoredUser): Promise<boolean> {
    const own = this.#db.deleteFrom("users").where("id", "=", id).where("password", "=", password)
    return (await own.executeTakeFirst()).numDeletedRows > 0n
  }
}

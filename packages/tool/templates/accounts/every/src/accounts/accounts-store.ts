import type { Transaction } from "kysely"
import { Clock, inject } from "trivet"
import { Db, type Tables } from "../database/db.ts"
import type { StoredUser } from "../users/user.ts"
import type { VerifiedEmailRow } from "./verified-emails-table.ts"

/** Changes accounts in the database. What belongs together is one transaction of the caller. */
export class AccountsStore {
  readonly #db = inject(Db)
  readonly #clock = inject(Clock)

  /** Whether the user's present address is verified. */
  async isVerified({ id, email }: Pick<StoredUser, "id" | "email">): Promise<boolean> {
    const query = this.#db.selectFrom("verified_emails").select("user_id").where("user_id", "=", id)
    return (await query.where("email", "=", email).executeTakeFirst()) !== undefined
  }

  /** Notes that an address is the user's own. */
  async verify(id: string, email: string, trx: Transaction<Tables>): Promise<void> {
    const row: VerifiedEmailRow = { user_id: id, email, verified_at: new Date(this.#clock.now()) }
    await trx
      .insertInto("verified_emails")
      .values(row)
      .onConflict((conflict) => conflict.column("user_id").doUpdateSet(row))
      .execute()
  }

  async setPassword(id: string, hash: string, trx: Transaction<Tables>): Promise<void> {
    await trx.updateTable("users").set({ password: hash }).where("id", "=", id).execute()
  }

  /** Rejects with a violation of `users_email` if another user has the address. */
  async setEmail(id: string, email: string, trx: Transaction<Tables>): Promise<void> {
    await trx.updateTable("users").set({ email }).where("id", "=", id).execute()
  }

  /** Deletes a user. What belongs to the user goes too, where its table says `on delete cascade`. */
  async delete(id: string, trx: Transaction<Tables>): Promise<void> {
    await trx.deleteFrom("users").where("id", "=", id).execute()
  }
}

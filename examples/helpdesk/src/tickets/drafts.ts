import { inject } from "trivet"
import { Db } from "../database/db.ts"

/** Replies that were saved and not sent: one for each user and ticket. Nobody but the writer sees one. */
export class Drafts {
  readonly #db = inject(Db)

  /** The saved text; `undefined` if there is none. */
  async find(ticketId: string, userId: string): Promise<string | undefined> {
    const row = this.#db.selectFrom("drafts").select("text").where("ticket_id", "=", ticketId)
    return (await row.where("user_id", "=", userId).executeTakeFirst())?.text
  }

  /** Saves a text in place of the one before. */
  async save(ticket_id: string, user_id: string, text: string): Promise<void> {
    await this.#db
      .insertInto("drafts")
      .values({ ticket_id, user_id, text })
      .onConflict((conflict) => conflict.columns(["ticket_id", "user_id"]).doUpdateSet({ text }))
      .execute()
  }
}

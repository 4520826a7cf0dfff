import { randomUUID } from "node:crypto"
import { Clock, inject } from "trivet"
import { Db } from "../database/db.ts"

/** A row of `notes`: what colleagues say about a ticket among themselves. */
export interface NoteRow {
  readonly id: string
  readonly ticket_id: string
  /** `null` if the account was deleted. */
  readonly author_id: string | null
  readonly text: string
  readonly created_at: Date
}

// A migration makes the table; here the compiler learns of it. PostgreSQL fills in `org_id`, and reads it.
declare module "../database/db.ts" {
  interface Tables {
    readonly notes: NoteRow
  }
}

/** Notes, in a transaction of their organisation. No query names it: PostgreSQL shows and accepts only its rows. */
export class NotesStore {
  readonly #db = inject(Db)
  readonly #clock = inject(Clock)

  /** The newest hundred notes about a ticket. */
  list(ticketId: string) {
    return this.#db
      .selectFrom("notes")
      .leftJoin("users", "users.id", "notes.author_id")
      .select(["users.name as author", "notes.text", "notes.created_at"])
      .where("notes.ticket_id", "=", ticketId)
      .orderBy("notes.created_at", "desc")
      .limit(100)
      .execute()
  }

  async add(ticket_id: string, author_id: string, text: string): Promise<void> {
    const row = { id: randomUUID(), ticket_id, author_id, text, created_at: new Date(this.#clock.now()) }
    await this.#db.insertInto("notes").values(row).execute()
  }
}

import { randomUUID } from "node:crypto"
import { Clock, inject } from "trivet"
import { Db, type NoteRow } from "../database/db.ts"
import { isUuid } from "../database/is-uuid.ts"
import type { Note } from "./note.ts"

/** What the writer of a note decides. */
export interface NoteText {
  readonly title: string
  readonly text: string
}

/** Notes in PostgreSQL, each of one user. */
export class NotesStore {
  readonly #db = inject(Db)
  readonly #clock = inject(Clock)

  /** The newest hundred notes of a user. */
  async list(userId: string): Promise<Note[]> {
    const rows = this.#db.selectFrom("notes").selectAll().where("user_id", "=", userId)
    return (await rows.orderBy("created_at", "desc").limit(100).execute()).map(noteOf)
  }

  /** A note of a user. */
  async find(id: string, userId: string): Promise<Note | undefined> {
    if (!isUuid(id)) return undefined
    const row = this.#db.selectFrom("notes").selectAll().where("id", "=", id).where("user_id", "=", userId)
    const found = await row.executeTakeFirst()
    return found && noteOf(found)
  }

  /** Stores a new note. */
  async insert({ title, text }: NoteText, userId: string): Promise<Note> {
    const created_at = new Date(this.#clock.now())
    const row = { id: randomUUID(), user_id: userId, title, text, created_at }
    await this.#db.insertInto("notes").values(row).execute()
    return noteOf(row)
  }

  /** Replaces what a note says; `undefined` where the user has no such note. */
  async update(id: string, { title, text }: NoteText, userId: string): Promise<Note | undefined> {
    if (!isUuid(id)) return undefined
    const own = this.#db.updateTable("notes").set({ title, text }).where("id", "=", id)
    const changed = await own.where("user_id", "=", userId).returningAll().executeTakeFirst()
    return changed && noteOf(changed)
  }

  /** Removes a note of a user, if it is there. */
  async delete(id: string, userId: string): Promise<void> {
    if (!isUuid(id)) return
    await this.#db.deleteFrom("notes").where("id", "=", id).where("user_id", "=", userId).execute()
  }
}

function noteOf({ id, title, text, created_at }: NoteRow): Note {
  return { id, title, text, created_at: created_at.toISOString() }
}

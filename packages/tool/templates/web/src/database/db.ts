import { Database } from "@trivet/postgres"
import type { Generated } from "kysely"

/** A row of `users`. */
export interface UserRow {
  readonly id: string
  readonly email: string
  /** The hash. */
  readonly password: string
  readonly name: string
  readonly role: Generated<string>
  readonly created_at: Date
}

/** A row of `notes`. */
export interface NoteRow {
  readonly id: string
  readonly user_id: string
  readonly title: string
  readonly text: string
  readonly created_at: Date
}

/** The tables. The files in `migrations` make them; this is what the compiler knows of them. */
export interface Tables {
  readonly users: UserRow
  readonly notes: NoteRow
}

/** The database handle: a Kysely instance, for injection. */
export class Db extends Database<Tables> {}

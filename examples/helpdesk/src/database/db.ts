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

/** The tables. The files in `migrations` make them; this is what the compiler knows of them. */
export interface Tables {
  readonly users: UserRow
}

/** The database handle: a Kysely instance, for injection. */
export class Db extends Database<Tables> {}

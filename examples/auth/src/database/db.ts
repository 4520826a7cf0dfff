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

/** A row of `api_keys`. */
export interface ApiKeyRow {
  readonly id: string
  readonly user_id: string
  readonly name: string
  /** The hash of the key. */
  readonly digest: string
  readonly created_at: Date
  /** `null` if it does not expire. */
  readonly expires_at: Date | null
  /** `null` if it may do all that its user may. */
  readonly scopes: readonly string[] | null
  readonly last_used_at: Date | null
}

/** The tables. */
export interface Tables {
  readonly users: UserRow
  readonly api_keys: ApiKeyRow
}

/** The database handle. */
export class Db extends Database<Tables> {}

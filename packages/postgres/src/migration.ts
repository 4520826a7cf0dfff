import type { Kysely } from "kysely"

/**
 * One change of the schema. As a file, its name is the file's and `up` and `down` are exported functions; files are
 * applied in the order of their names, so begin those with a date or a number.
 */
export interface Migration {
  readonly name: string
  /** Makes the change. */
  up(db: Kysely<unknown>): Promise<unknown>
  /** Takes it back. Left out, the migration cannot be rolled back. */
  down?(db: Kysely<unknown>): Promise<unknown>
  /** Whether it runs in a transaction: so unless `false`, which `create index concurrently` needs. */
  readonly transaction?: boolean
}

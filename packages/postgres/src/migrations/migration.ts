import type { Kysely } from "kysely"

/**
 * A migration. In a folder, each file is one: its name is that of the file without the extension, and it exports `up`,
 * `down` and `transaction`. Migrations are applied in the order of their names: begin names with a number or a date.
 */
export interface Migration {
  /** The name. Do not change it after the migration was applied. */
  readonly name: string
  /** Makes the change. It runs again after a lock timeout, so it must change nothing but the database. */
  up(db: Kysely<unknown>): Promise<unknown>
  /** Reverts the change. Without it, the migration cannot be rolled back. */
  down?(db: Kysely<unknown>): Promise<unknown>
  /** Whether it runs in a transaction. Default: true. `create index concurrently` needs false. */
  readonly transaction?: boolean
}

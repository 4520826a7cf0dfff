import type pg from "pg"
import type { Operations } from "trivet/extend"
import type { PoolCounts } from "./pool-counts.ts"

/** Members of every `Database` that `DatabaseClass` does not declare. */
export interface NotedDatabase {
  readonly pool: PoolCounts
  connectApart(): Promise<pg.Client | undefined>
}

const noted = new WeakMap<Operations, NotedDatabase[]>()

/** Notes that a database belongs to the application with these operations. */
export function noteDatabase(operations: Operations, database: NotedDatabase): void {
  const known = noted.get(operations) ?? []
  noted.set(operations, [...known, database])
}

/** The databases of the application with these operations. */
export function databasesOf(operations: Operations): readonly NotedDatabase[] {
  return noted.get(operations) ?? []
}

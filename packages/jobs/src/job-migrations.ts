import { type Queries, sqlOn } from "./sql-on.ts"

/** The schema of the tables. */
export const schema = "pgboss"

/**
 * The tables for jobs. List it in `migrations` of the database: `postgres(Db, { migrations: [jobMigrations, folder] })`.
 */
export const jobMigrations: {
  readonly package: string
  readonly migrations: readonly {
    readonly name: string
    up(db: Queries): Promise<unknown>
    down(db: Queries): Promise<unknown>
  }[]
} = {
  package: "@trivet/jobs",
  migrations: [
    {
      name: "001-pg-boss-12.35.0",
      up: async (db) => {
        const { getConstructionPlans } = await import("pg-boss")
        return sqlOn(db).executeSql(inTransaction(getConstructionPlans(schema)))
      },
      down: (db) => sqlOn(db).executeSql(`drop schema ${schema} cascade`),
    },
  ],
}

/** The library's statements begin and end a transaction, and a migration runs in one already. */
function inTransaction(statements: string): string {
  return statements.replace(/^\s*BEGIN;/, "").replace(/COMMIT;\s*$/, "")
}

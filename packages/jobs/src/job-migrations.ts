import type { PackageMigrations } from "@trivet/postgres"
import { CompiledQuery, type Kysely } from "kysely"

/** The schema of the tables. */
export const schema = "pgboss"

/**
 * The tables for jobs. List it in `migrations` of the database: `postgres(Db, { migrations: [jobMigrations, folder] })`.
 */
export const jobMigrations: PackageMigrations = {
  package: "@trivet/jobs",
  migrations: [
    {
      name: "001-pg-boss-12.35.0",
      up: async (db) => {
        const { getConstructionPlans } = await import("pg-boss")
        await run(db, inTransaction(getConstructionPlans(schema)))
      },
      down: (db) => run(db, `drop schema ${schema} cascade`),
    },
  ],
}

/** The library's statements begin and end a transaction, and a migration runs in one already. */
function inTransaction(statements: string): string {
  return statements.replace(/^\s*BEGIN;/, "").replace(/COMMIT;\s*$/, "")
}

async function run(db: Kysely<unknown>, text: string): Promise<void> {
  await db.executeQuery(CompiledQuery.raw(text))
}

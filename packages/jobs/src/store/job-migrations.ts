import { attempts, withoutAttempts } from "./attempt-migration.ts"
import { steps, withoutSteps } from "./job-steps.ts"
import { limits, withoutLimits } from "./limit-migration.ts"
import { schema } from "./schema.ts"
import { type Queries, sqlOn } from "./sql-on.ts"

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
    {
      name: "002-no-scans",
      up: (db) => sqlOn(db).executeSql(withoutScans),
      down: (db) => sqlOn(db).executeSql(withScans),
    },
    {
      name: "003-paused",
      up: (db) => sqlOn(db).executeSql(`alter table ${schema}.queue add column paused_on timestamptz`),
      down: (db) => sqlOn(db).executeSql(`alter table ${schema}.queue drop column paused_on`),
    },
    {
      name: "004-limits",
      up: (db) => allOn(db, limits),
      down: (db) => allOn(db, withoutLimits),
    },
    {
      name: "005-steps",
      up: (db) => allOn(db, steps),
      down: (db) => allOn(db, withoutSteps),
    },
    {
      name: "006-attempts",
      up: (db) => allOn(db, attempts),
      down: (db) => allOn(db, withoutAttempts),
    },
  ],
}

/**
 * Keeps pg-boss from scanning the whole table. The index serves lookups by state. The counts of each queue, which are
 * not used here, are disabled with the column that pg-boss uses to defer them. The deletion by pg-boss, which no index
 * can serve, is never due; `Keeper` deletes old jobs instead.
 */
const withoutScans = `create index job_common_by_state on ${schema}.job_common (name, state, created_on);
  update ${schema}.version set monitor_backoff_on = 'infinity';
  alter table ${schema}.queue alter maintain_on set default '9999-01-01Z';
  update ${schema}.queue set maintain_on = default`

const withScans = `drop index ${schema}.job_common_by_state;
  update ${schema}.version set monitor_backoff_on = null;
  alter table ${schema}.queue alter maintain_on drop default;
  update ${schema}.queue set maintain_on = default`

async function allOn(db: Queries, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sqlOn(db).executeSql(statement)
}

/** Removes BEGIN and COMMIT from pg-boss's statements: a migration already runs in a transaction. */
function inTransaction(statements: string): string {
  return statements.replace(/^\s*BEGIN;/, "").replace(/COMMIT;\s*$/, "")
}

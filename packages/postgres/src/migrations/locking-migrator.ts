import { setTimeout as sleep } from "node:timers/promises"
import { Kysely, sql } from "kysely"
import type { Log } from "trivet"
import type { Connections } from "../connection/connections.ts"
import { codeOf, DatabaseError, databaseErrorOf } from "../connection/database-error.ts"
import { dialectOn } from "../connection/dialect.ts"
import { fault } from "../faults.ts"
import { showProgress } from "../show-progress.ts"
import { withMigrationLock } from "./migration-lock.ts"
import type { MigrationState, Migrator, PlannedStatement } from "./migrator.ts"
import { type GivenMigrations, type NamedMigration, readMigrations } from "./read-migrations.ts"
import { recordStatements } from "./record-statements.ts"

interface Applied {
  readonly name: string
  readonly applied_at: Date
  /** How many migrations were applied before it; equal for those with the same timestamp. */
  readonly earlier: number
}

const table = sql.table("trivet_migrations")

/**
 * How long a migration waits for a lock before it is rolled back, in milliseconds. Queries on the same table wait
 * behind it. It is less than the defaults of `acquireTimeout` and `statementTimeout`, so that they do not fail.
 */
const lockTimeout = 500

/**
 * Applies each migration once, however many processes run it: an advisory lock of the database serializes them. It uses
 * its own connection, without the time limits of queries. A migration that does not get a lock in time is rolled back
 * and tried again.
 */
export class LockingMigrator implements Migrator {
  readonly #connections: Connections
  readonly #given: GivenMigrations
  readonly #log: Log | undefined
  readonly #lockWait: number

  /** `lockWait` is how long a migration is retried after lock timeouts, in milliseconds. */
  constructor(connections: Connections, given: GivenMigrations, log?: Log, lockWait = 60_000) {
    this.#connections = connections
    this.#given = given
    this.#log = log
    this.#lockWait = lockWait
  }

  migrate(): Promise<string[]> {
    return this.#alone(async (db, applied) => {
      const done: string[] = []
      const pending = await this.#pending(applied)
      const progress = pending.length > 0 ? await showProgress({ total: pending.length }) : undefined
      try {
        for (const migration of pending) {
          progress?.label(`migration ${migration.name}`)
          await this.#inTransaction(db, migration, async (inside) => {
            await migration.up(inside)
            await sql`insert into ${table} (name) values (${migration.name})`.execute(inside)
          })
          done.push(migration.name)
          progress?.add()
        }
        return done
      } finally {
        progress?.end()
      }
    })
  }

  rollback(which: number | string = 1): Promise<string[]> {
    return this.#alone(async (db, applied) => {
      const done: string[] = []
      for (const migration of await this.#chosen(applied, which)) {
        await this.#inTransaction(db, migration, async (inside) => {
          await migration.down(inside)
          await sql`delete from ${table} where name = ${migration.name}`.execute(inside)
        })
        done.push(migration.name)
      }
      return done
    })
  }

  async status(): Promise<MigrationState[]> {
    const applied = await this.#applied()
    const known = await readMigrations(this.#given)
    const dates = new Map(applied.map(({ name, applied_at }) => [name, applied_at]))
    const missing = applied.filter(({ name }) => !known.some((migration) => migration.name === name))
    return [
      ...missing.map(({ name, applied_at }) => ({ name, state: "missing" as const, applied_at })),
      ...known.map(({ name }) => ({
        name,
        state: dates.has(name) ? ("applied" as const) : ("pending" as const),
        applied_at: dates.get(name),
      })),
    ]
  }

  async planMigrate(): Promise<PlannedStatement[]> {
    return plan(await this.#pending(await this.#applied()), (migration, db) => migration.up(db))
  }

  async planRollback(which: number | string = 1): Promise<PlannedStatement[]> {
    return plan(await this.#chosen(await this.#applied(), which), (migration, db) => migration.down(db))
  }

  async #pending(applied: readonly Applied[]): Promise<NamedMigration[]> {
    const names = new Set(applied.map(({ name }) => name))
    return (await readMigrations(this.#given)).filter(({ name }) => !names.has(name))
  }

  /** The migrations to roll back, in order. */
  async #chosen(
    applied: readonly Applied[],
    which: number | string,
  ): Promise<(NamedMigration & Required<Pick<NamedMigration, "down">>)[]> {
    const known = await readMigrations(this.#given)
    const names = typeof which === "number" ? lastOf(applied, known, which) : [appliedOf(applied, which)]
    return names.map((name) => {
      const migration = known.find((one) => one.name === name)
      if (migration === undefined) throw fault("MIGRATION_UNKNOWN", { name })
      if (migration.down === undefined) throw fault("MIGRATION_WITHOUT_DOWN", { name })
      return { ...migration, down: migration.down }
    })
  }

  #applied(): Promise<readonly Applied[]> {
    return this.#connected(async (db) => {
      const { rows } = await sql<{
        found: boolean
      }>`select to_regclass('trivet_migrations') is not null as found`.execute(db)
      return rows[0]?.found === true ? readApplied(db) : []
    })
  }

  /** Runs work while holding the migration lock. */
  #alone<Result>(
    work: (db: Kysely<unknown>, applied: readonly Applied[]) => Promise<Result>,
  ): Promise<Result> {
    return this.#connected((db) =>
      withMigrationLock(
        db,
        async () => {
          await sql`create table if not exists ${table} (
          name text primary key, applied_at timestamptz not null default clock_timestamp())`.execute(db)
          return work(db, await readApplied(db))
        },
        () => this.#log?.info("another session migrates the database: waiting for it"),
      ),
    )
  }

  async #inTransaction(
    db: Kysely<unknown>,
    migration: NamedMigration,
    work: (db: Kysely<unknown>) => Promise<void>,
  ): Promise<void> {
    const { name, transaction } = migration
    // Without a transaction nothing is rolled back, so it cannot be retried. It then waits for locks without a limit.
    if (transaction === false) return work(db).catch((cause: unknown) => raiseFailed(migration, cause))
    const until = performance.now() + this.#lockWait
    for (;;) {
      try {
        return await db.transaction().execute(async (inside) => {
          await sql`set local lock_timeout = ${sql.lit(lockTimeout)}`.execute(inside)
          return work(inside)
        })
      } catch (cause) {
        if (codeOf(cause) !== "55P03") raiseFailed(migration, cause)
        if (performance.now() > until)
          throw fault("MIGRATION_LOCKED", { name, seconds: this.#lockWait / 1_000 }, { cause })
        this.#log?.warn({ migration: name }, "the migration waits for a lock: trying again")
        await sleep(lockTimeout * (1 + Math.random()))
      }
    }
  }

  async #connected<Result>(work: (db: Kysely<unknown>) => Promise<Result>): Promise<Result> {
    const acquire = () =>
      this.#connections.open().catch((error: unknown) => {
        throw databaseErrorOf(error)
      })
    // One connection for all of the work: the advisory lock belongs to the connection and is released with it.
    return new Kysely<unknown>({ dialect: dialectOn({ acquire }) }).connection().execute(work)
  }
}

async function readApplied(db: Kysely<unknown>): Promise<readonly Applied[]> {
  const { rows } = await sql<Applied>`select name, applied_at,
    (rank() over (order by applied_at) - 1)::int as earlier from ${table} order by applied_at, name`.execute(
    db,
  )
  return rows
}

/** The names of the migrations that were applied last, newest first. */
function lastOf(applied: readonly Applied[], known: readonly NamedMigration[], steps: number): string[] {
  const places = new Map(known.map(({ name }, at) => [name, at]))
  // PGlite's clock has millisecond resolution, so timestamps may be equal. Such migrations were applied in the order of
  // the list.
  const placeOf = ({ name }: Applied) => places.get(name) ?? known.length
  return applied
    .toSorted((one, other) => other.earlier - one.earlier || placeOf(other) - placeOf(one))
    .slice(0, steps)
    .map(({ name }) => name)
}

function appliedOf(applied: readonly Applied[], name: string): string {
  if (applied.some((one) => one.name === name)) return name
  throw fault("MIGRATION_NOT_APPLIED", { name })
}

function raiseFailed({ name, package: brought, transaction }: NamedMigration, cause: unknown): never {
  // The message of PostgreSQL itself, without the explanation for queries.
  const thrown = cause instanceof DatabaseError ? (cause.cause ?? cause) : cause
  const reason = thrown instanceof Error ? thrown.message : String(thrown)
  const state =
    transaction === false
      ? "it runs without a transaction, so first undo what it has changed"
      : "its transaction was rolled back, so it has changed nothing"
  const what =
    brought === undefined
      ? "the migration"
      : `the cause, or install another version of the package \`${brought}\`,`
  throw fault("MIGRATION_FAILED", { name, reason, what, state }, { cause })
}

async function plan<Planned extends { readonly name: string }>(
  migrations: readonly Planned[],
  run: (migration: Planned, db: Kysely<unknown>) => Promise<unknown>,
): Promise<PlannedStatement[]> {
  const planned: PlannedStatement[] = []
  for (const migration of migrations) {
    const statements = await recordStatements((db) => run(migration, db))
    planned.push(...statements.map((statement) => ({ migration: migration.name, statement })))
  }
  return planned
}

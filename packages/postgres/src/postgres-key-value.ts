import { type QueryExecutorProvider, type RawBuilder, sql } from "kysely"
import { type Clock, Fault, KeyValue } from "trivet"
import { type KeyLifetime, systemClock } from "trivet/extend"
import { codeOf, DatabaseError, DatabaseUnavailable } from "./connection/database-error.ts"
import type { Preparable, PreparedQuery } from "./prepared-query.ts"
import { quoted } from "./tenants/protect-table.ts"

/** Options of `PostgresKeyValue`. */
export interface PostgresKeyValueOptions {
  /**
   * The clock that ends lifetimes in tests: pass `inject(Clock)`. Default: the time of the database, so that a process with
   * a wrong clock does no harm. `systemClock` means the same.
   */
  readonly clock?: Clock
  /** The name of the table. It is created at start. Default: `key_values`. */
  readonly table?: string
}

/** The part of a `Database` that `PostgresKeyValue` needs. Every `Database` has it. */
export interface KeyValueDatabase {
  /** Returns a handle outside of transactions: the store's writes stay if a transaction around them is rolled back. */
  outsideTransaction(): KeyValueQueries
}

/** The part of a `DatabaseHandle` that `PostgresKeyValue` needs. */
export interface KeyValueQueries {
  /** Compiles a query. */
  prepare<Args extends readonly unknown[], Row>(
    build: (db: unknown, ...args: Args) => Preparable<Row>,
  ): PreparedQuery<Args, Row>
  /** Runs work in a transaction. */
  transact<Result>(work: (transaction: QueryExecutorProvider) => Promise<Result>): Promise<Result>
}

// How many rows a sweep deletes at most, and after how many writes it runs. It deletes more rows than were written
// meanwhile.
const most = 1_000
const every = 256

/**
 * A `KeyValue` on PostgreSQL. Data survives a crash of the application and of the server. Every operation is one
 * statement. While the database is unavailable it throws `DatabaseUnavailable`, which becomes 503.
 */
export class PostgresKeyValue extends KeyValue {
  readonly #db: KeyValueQueries
  readonly #clock: Clock | undefined
  readonly #name: string
  readonly #queries: Queries
  #writes = 0
  #sweeping = false

  constructor(
    database: KeyValueDatabase,
    { clock = systemClock, table = "key_values" }: PostgresKeyValueOptions = {},
  ) {
    super()
    this.#db = database.outsideTransaction()
    this.#clock = clock === systemClock ? undefined : clock
    this.#name = table
    this.#queries = queriesOn(this.#db, table)
  }

  /** Creates the table if it does not exist, with the rights of the login: a role for tenants may not create tables. */
  async onStart(): Promise<void> {
    const table = sql.table(this.#name)
    await this.#db.transact(async (transaction) => {
      // PostgreSQL asks for the right to create tables even if this one exists.
      const { rows } = await sql`select where to_regclass(${quoted(this.#name)}) is not null`.execute(
        transaction,
      )
      if (rows.length > 0) return
      await sql`set local role none`.execute(transaction)
      // Two processes that create the table at the same time can collide in spite of `if not exists`.
      await sql`select pg_advisory_xact_lock(hashtextextended(${`trivet:${this.#name}`}, 0))`.execute(
        transaction,
      )
      await sql`create table if not exists ${table} (key text primary key, value text not null, ends bigint)`.execute(
        transaction,
      )
      await sql`create index if not exists ${sql.id(`${this.#name}_ends`)} on ${table} (ends) where ends is not null`.execute(
        transaction,
      )
    })
  }

  async get(key: string): Promise<string | undefined> {
    return (await this.#queries.get.first(key, this.#now()).catch(unavailable))?.value
  }
  async set(key: string, value: string, lifetime: KeyLifetime = {}): Promise<void> {
    await this.#queries.set.run(key, value, this.#lengthOf(lifetime), this.#now()).catch(unavailable)
  }
  async add(key: string, value: string, lifetime: KeyLifetime = {}): Promise<boolean> {
    const added = this.#queries.add.run(key, value, this.#lengthOf(lifetime), this.#now())
    return (await added.catch(unavailable)) === 1
  }
  async take(key: string): Promise<string | undefined> {
    return (await this.#queries.take.first(key, this.#now()).catch(unavailable))?.value ?? undefined
  }
  async increment(key: string, by = 1, lifetime: KeyLifetime = {}): Promise<number> {
    if (!Number.isSafeInteger(by)) throw new Fault("INCREMENT_INVALID", { key, what: by })
    const row = await this.#queries.increment
      .first(key, String(by), this.#lengthOf(lifetime), this.#now())
      .catch((error: unknown) => {
        if (codeOf(error) !== "22P02") return unavailable(error)
        throw new Fault("INCREMENT_INVALID", { key, what: "its value" }, { cause: error })
      })
    return Number(row!.value)
  }
  async delete(key: string): Promise<boolean> {
    return (await this.#queries.delete.first(key, this.#now()).catch(unavailable))?.live ?? false
  }

  /** Deletes at most 1,000 rows whose lifetime is over, and returns their number. Writes do this from time to time. */
  sweep(): Promise<number> {
    return this.#queries.sweep.run(this.#now(), most)
  }

  /** The time of a test's clock; `null` for the time of the database. */
  #now(): number | null {
    return this.#clock?.now() ?? null
  }

  /** A lifetime in whole milliseconds. */
  #lengthOf({ seconds }: KeyLifetime): number | null {
    if (seconds === undefined) return null
    if (++this.#writes % every === 0) this.#sweepBeside()
    return Math.ceil(seconds * 1000)
  }

  #sweepBeside(): void {
    if (this.#sweeping) return
    this.#sweeping = true
    // Runs in the background. The next sweep makes up for a failed one.
    this.sweep()
      .catch(() => undefined)
      .finally(() => {
        this.#sweeping = false
      })
  }
}

/** A table that was dropped or changed is treated like an unavailable server: the request gets 503. */
function unavailable(error: unknown): never {
  if (!(error instanceof DatabaseError) || error instanceof DatabaseUnavailable) throw error
  throw new DatabaseUnavailable(`The key-value table cannot be used: ${error.message}`, error.cause)
}

interface Queries {
  readonly get: PreparedQuery<[string, number | null], { value: string }>
  readonly set: PreparedQuery<[string, string, number | null, number | null], unknown>
  readonly add: PreparedQuery<[string, string, number | null, number | null], unknown>
  readonly take: PreparedQuery<[string, number | null], { value: string | null }>
  readonly increment: PreparedQuery<[string, string, number | null, number | null], { value: string }>
  readonly delete: PreparedQuery<[string, number | null], { live: boolean }>
  readonly sweep: PreparedQuery<[number | null, number], unknown>
}

/** Milliseconds since 1970. Constant within a statement, so that the index on `ends` can be used. */
function timeOf(now: number | null): RawBuilder<number> {
  return sql`coalesce(${now}::bigint, floor(extract(epoch from statement_timestamp()) * 1000)::bigint)`
}

function queriesOn(db: KeyValueQueries, name: string): Queries {
  const kept = sql.table(name)
  return {
    get: db.prepare(
      (_, key: string, now: number | null) =>
        sql<{
          value: string
        }>`select value from ${kept} where key = ${key} and (ends is null or ends > ${timeOf(now)})`,
    ),
    set: db.prepare(
      (_, key: string, value: string, length: number | null, now: number | null) =>
        sql`insert into ${kept} (key, value, ends) values (${key}, ${value}, ${timeOf(now)} + ${length}::bigint)
          on conflict (key) do update set value = excluded.value, ends = excluded.ends`,
    ),
    add: db.prepare(
      (_, key: string, value: string, length: number | null, now: number | null) =>
        sql`insert into ${kept} as kept (key, value, ends)
          values (${key}, ${value}, ${timeOf(now)} + ${length}::bigint)
          on conflict (key) do update set value = excluded.value, ends = excluded.ends
            where kept.ends <= ${timeOf(now)}`,
    ),
    take: db.prepare(
      (_, key: string, now: number | null) =>
        sql<{ value: string | null }>`delete from ${kept} where key = ${key}
          returning case when ends is null or ends > ${timeOf(now)} then value end as value`,
    ),
    increment: db.prepare(
      (_, key: string, by: string, length: number | null, now: number | null) =>
        sql<{ value: string }>`insert into ${kept} as kept (key, value, ends)
          values (${key}, ${by}, ${timeOf(now)} + ${length}::bigint)
          on conflict (key) do update set
            value = case when kept.ends <= ${timeOf(now)} then excluded.value
              else (kept.value::bigint + excluded.value::bigint)::text end,
            ends = case when kept.ends <= ${timeOf(now)} then excluded.ends else kept.ends end
          returning value`,
    ),
    delete: db.prepare(
      (_, key: string, now: number | null) =>
        sql<{ live: boolean }>`delete from ${kept} where key = ${key}
          returning ends is null or ends > ${timeOf(now)} as live`,
    ),
    sweep: db.prepare(
      (_, now: number | null, count: number) =>
        sql`delete from ${kept} where key in (
          select key from ${kept} where ends <= ${timeOf(now)} order by ends limit ${count} for update skip locked)`,
    ),
  }
}

import { type QueryExecutorProvider, sql } from "kysely"
import { type Clock, KeyValue, type Lifetime } from "trivet"
import { codeOf } from "./database-error.ts"
import type { Preparable, PreparedQuery } from "./prepared-query.ts"

/** How a key-value store is kept in a database. */
export interface PostgresKeyValueOptions {
  /** Says what has outlived its lifetime: the machine's unless given. */
  readonly clock?: Clock
  /** The name of its table, made when the application starts: `key_values` unless given. */
  readonly table?: string
}

/** What a key-value store needs of a database: any `Database` has it, whatever its tables. */
export interface KeyValueDatabase {
  prepare<Args extends readonly unknown[], Row>(
    build: (db: unknown, ...args: Args) => Preparable<Row>,
  ): PreparedQuery<Args, Row>
  transact<Result>(work: (transaction: QueryExecutorProvider) => Promise<Result>): Promise<Result>
}

// How many rows are cleared at once, and after how many writes: more go than can have come.
const most = 1_000
const every = 256

/**
 * A key-value store on PostgreSQL: what it has acknowledged survives a crash. Every operation is one statement.
 */
export class PostgresKeyValue extends KeyValue {
  readonly #db: KeyValueDatabase
  readonly #clock: Clock
  readonly #name: string
  readonly #queries: Queries
  #writes = 0
  #sweeping = false

  constructor(
    database: KeyValueDatabase,
    { clock = { now: () => Date.now() }, table = "key_values" }: PostgresKeyValueOptions = {},
  ) {
    super()
    this.#db = database
    this.#clock = clock
    this.#name = table
    this.#queries = queriesOn(database, table)
  }

  /** Makes the table where there is none. */
  async onStart(): Promise<void> {
    const table = sql.table(this.#name)
    await this.#db.transact(async (transaction) => {
      // Two that create one table at the same time would collide, also with `if not exists`.
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
    return (await this.#queries.get.first(key, this.#clock.now()))?.value
  }
  async set(key: string, value: string, lifetime: Lifetime = {}): Promise<void> {
    await this.#queries.set.run(key, value, this.#endOf(lifetime))
  }
  async add(key: string, value: string, lifetime: Lifetime = {}): Promise<boolean> {
    return (await this.#queries.add.run(key, value, this.#endOf(lifetime), this.#clock.now())) === 1
  }
  async take(key: string): Promise<string | undefined> {
    return (await this.#queries.take.first(key, this.#clock.now()))?.value ?? undefined
  }
  async increment(key: string, by = 1, lifetime: Lifetime = {}): Promise<number> {
    if (!Number.isSafeInteger(by)) throw new TypeError(`${by} is not a whole number`)
    const end = this.#endOf(lifetime)
    const row = await this.#queries.increment
      .first(key, String(by), end, this.#clock.now())
      .catch((error: unknown) => {
        if (codeOf(error) !== "22P02") throw error
        throw new TypeError(`What is kept under ${JSON.stringify(key)} is not a whole number`, {
          cause: error,
        })
      })
    return Number(row!.value)
  }
  async delete(key: string): Promise<boolean> {
    return (await this.#queries.delete.first(key, this.#clock.now()))?.live ?? false
  }

  /** Clears rows that have outlived their lifetime, 1,000 at most, and gives their number. Writes do it by the way. */
  sweep(): Promise<number> {
    return this.#queries.sweep.run(this.#clock.now(), most)
  }

  #endOf({ ttl }: Lifetime): number | null {
    if (ttl === undefined) return null
    if (++this.#writes % every === 0) this.#sweepBeside()
    return Math.ceil(this.#clock.now() + ttl * 1000)
  }

  #sweepBeside(): void {
    if (this.#sweeping) return
    this.#sweeping = true
    // Nobody waits for it, and the next one does what a failed one left.
    this.sweep()
      .catch(() => undefined)
      .finally(() => {
        this.#sweeping = false
      })
  }
}

interface Queries {
  readonly get: PreparedQuery<[string, number], { value: string }>
  readonly set: PreparedQuery<[string, string, number | null], unknown>
  readonly add: PreparedQuery<[string, string, number | null, number], unknown>
  readonly take: PreparedQuery<[string, number], { value: string | null }>
  readonly increment: PreparedQuery<[string, string, number | null, number], { value: string }>
  readonly delete: PreparedQuery<[string, number], { live: boolean }>
  readonly sweep: PreparedQuery<[number, number], unknown>
}

function queriesOn(db: KeyValueDatabase, name: string): Queries {
  const kept = sql.table(name)
  return {
    get: db.prepare(
      (_, key: string, now: number) =>
        sql<{
          value: string
        }>`select value from ${kept} where key = ${key} and (ends is null or ends > ${now})`,
    ),
    set: db.prepare(
      (_, key: string, value: string, ends: number | null) =>
        sql`insert into ${kept} (key, value, ends) values (${key}, ${value}, ${ends})
          on conflict (key) do update set value = excluded.value, ends = excluded.ends`,
    ),
    add: db.prepare(
      (_, key: string, value: string, ends: number | null, now: number) =>
        sql`insert into ${kept} as kept (key, value, ends) values (${key}, ${value}, ${ends})
          on conflict (key) do update set value = excluded.value, ends = excluded.ends where kept.ends <= ${now}`,
    ),
    take: db.prepare(
      (_, key: string, now: number) =>
        sql<{ value: string | null }>`delete from ${kept} where key = ${key}
          returning case when ends is null or ends > ${now} then value end as value`,
    ),
    increment: db.prepare(
      (_, key: string, by: string, ends: number | null, now: number) =>
        sql<{ value: string }>`insert into ${kept} as kept (key, value, ends) values (${key}, ${by}, ${ends})
          on conflict (key) do update set
            value = case when kept.ends <= ${now} then excluded.value
              else (kept.value::bigint + excluded.value::bigint)::text end,
            ends = case when kept.ends <= ${now} then excluded.ends else kept.ends end
          returning value`,
    ),
    delete: db.prepare(
      (_, key: string, now: number) =>
        sql<{ live: boolean }>`delete from ${kept} where key = ${key}
          returning ends is null or ends > ${now} as live`,
    ),
    sweep: db.prepare(
      (_, now: number, count: number) =>
        sql`delete from ${kept} where key in (
          select key from ${kept} where ends <= ${now} order by ends limit ${count} for update skip locked)`,
    ),
  }
}

import { Database, inTransaction, type Migration, postgres } from "@trivet/postgres"
import type { TestDatabaseOptions } from "@trivet/postgres/testing"
import { sql, type SqlBool } from "kysely"
import {
  type Context,
  contract,
  implement,
  inject,
  module,
  post,
  PublicError,
  routes,
  type Token,
} from "trivet"
import { createTestApp, type TestApp } from "trivet/testing"
import { cron, currentJob, job, jobMigrations, Jobs, jobs } from "../../src/index.ts"

export class Db extends Database<Record<string, never>> {}

const whole = inTransaction(Db, { key: "shop" })

const Orders = contract({
  charge: job("orders/charge", { retry: { times: 2, delay: 20 * 60_000 } }),
})

/** Carts that expire each hour, and an order that is charged at the second attempt. */
class Broken {
  readonly #db = inject(Db)
  readonly #jobs = inject(Jobs)
  /** Whether jobs look at what they change in the statement that changes it, or before. */
  readonly isSafe: boolean = false

  routes() {
    return routes([
      cron("30 * * * *", "carts/expire", this.expire),
      ...implement(Orders, this, { charge: [whole] }),
      post("/carts/buy", this.buy),
      post("/orders", this.order),
      post("/orders/cancel", this.cancel, { middlewares: [whole] }),
    ])
  }
  async expire() {
    const open = await this.#rows`select from carts where state = 'open'`
    const isOpen = this.isSafe ? sql<SqlBool>`state = 'open'` : sql<SqlBool>`true`
    if (open.length > 0) await this.#rows`update carts set state = 'expired' where ${isOpen}`
  }
  async buy() {
    const bought = await this.#rows`update carts set state = 'bought' where state = 'open' returning *`
    if (bought.length === 0) throw new PublicError(409, "The cart has expired")
    return {}
  }
  async order() {
    await this.#jobs.enqueue(Orders.charge)
    return {}
  }
  async charge(ctx: Context) {
    if (currentJob(ctx)!.attempt === 1) throw new PublicError(503, "No connection to the bank")
    const lock = this.isSafe ? sql`for update` : sql``
    const placed = await this.#rows`select from orders where state = 'placed' ${lock}`
    if (placed.length > 0) await this.#rows`insert into charges values (10)`
    return {}
  }
  async cancel() {
    await this.#rows`update orders set state = 'cancelled'`
    const charged = await this.#rows`select from charges`
    if (charged.length > 0) throw new PublicError(409, "The order is charged")
    return {}
  }

  async #rows(texts: TemplateStringsArray, ...values: readonly unknown[]): Promise<readonly unknown[]> {
    return (await sql(texts, ...values).execute(this.#db)).rows
  }
}

class Fixed extends Broken {
  override readonly isSafe = true
}

const tables = `create table carts (state text not null); insert into carts values ('open');
  create table orders (state text not null); insert into orders values ('placed');
  create table charges (amount int not null)`

const shopTables: Migration = {
  name: "001-shop",
  up: (db) => sql.raw(tables).execute(db),
}

export const migrations: NonNullable<TestDatabaseOptions["migrations"]> = [jobMigrations, shopTables]

/** The shop with or without its bugs, with its jobs in PostgreSQL or in memory. */
export function loaderOf(form: "broken" | "fixed", url: string, store: "postgres" | "memory" = "postgres") {
  const database = postgres(Db, { url })
  const controller: Token<object> = form === "broken" ? Broken : Fixed
  const root = module({
    name: "shop",
    imports: [database, store === "memory" ? jobs() : jobs({ database: Db, imports: [database] })],
    declarations: [controller as never],
  })
  return (): Promise<TestApp> => createTestApp(root)
}

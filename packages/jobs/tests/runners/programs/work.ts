import { setTimeout as sleep } from "node:timers/promises"
import { Database, postgres, inTransaction } from "@trivet/postgres"
import { sql, type Transaction } from "kysely"
import { type Context, contract, dto, implement, inject, type Module, module, routes } from "trivet"
import { job, jobMigrations, currentJob, jobs } from "../../../src/index.ts"

// Jobs that leave traces in tables, for the tests of this folder. No table has a unique index: what is written twice
// must be seen.
interface Tables {
  readonly orders: { readonly at: number }
  readonly effects: { readonly at: number; readonly kind: string }
  readonly marks: { readonly name: string; readonly what: string; readonly pid: number; readonly time: Date }
}
declare module "trivet" {
  interface ContextValues {
    work_trx: Transaction<Tables>
  }
}

/** The database of all of them. */
export class Db extends Database<Tables> {}

const order = dto({ at: "required,integer" })
const named = dto({ name: "required", milliseconds: "required,integer" })
const patient = { times: 1_000, delay: 1_000, maxDelay: 2_000 }

/** The jobs. */
export const Work = contract({
  /** Has its effect in the transaction that completes it. */
  sure: job("work/sure", { accepts: { body: order }, retry: patient }),
  /** Has its effect, and is completed afterwards. */
  plain: job("work/plain", { accepts: { body: order }, retry: patient }),
  /** Ends the process. */
  crash: job("work/crash", { accepts: { body: order }, retry: { times: 1, delay: 1_000 } }),
  /** Takes as long as it is told, and does not listen to its signal. */
  slow: job("work/slow", { accepts: { body: named }, retry: 0 }),
  /** Writes in its transaction, and takes longer than it may. */
  late: job("work/late", { accepts: { body: named }, retry: 0, timeout: 500 }),
  /** Fails. */
  fail: job("work/fail", { accepts: { body: named }, retry: { times: 3, delay: 1_000 } }),
  /** Takes as long as it is told. Two of a key run at a time. */
  limited: job("work/limited", { accepts: { body: named }, limit: { maxRunning: 2 }, retry: 0 }),
  /** Three of a key start in two seconds. */
  paced: job("work/paced", { accepts: { body: named }, limit: { maxStarts: 3, per: 2_000 } }),
  /** Notes when it began. */
  quick: job("work/quick", { accepts: { body: named } }),
})

const inItsTransaction = inTransaction(Db, { key: "work_trx" })

class Worker {
  readonly #db = inject(Db)

  routes() {
    return routes([...implement(Work, this, { sure: [inItsTransaction], late: [inItsTransaction] })])
  }

  async sure(ctx: Context<typeof Work.sure, "work_trx">) {
    const { at } = await ctx.bind()
    const trx = ctx.get("work_trx")
    await trx.insertInto("effects").values({ at, kind: "sure" }).execute()
    await sleep(Math.random() * 20)
  }
  async plain(ctx: Context<typeof Work.plain>) {
    const { at } = await ctx.bind()
    await this.#db.insertInto("effects").values({ at, kind: "plain" }).execute()
    await sleep(Math.random() * 20)
  }
  async crash() {
    await sleep(50)
    process.exit(9)
  }
  async slow(ctx: Context<typeof Work.slow>) {
    const { name, milliseconds } = await ctx.bind()
    await this.#mark(name, `began ${currentJob(ctx)!.attempt}`)
    await sleep(milliseconds)
    await this.#mark(name, "ended")
  }
  async late(ctx: Context<typeof Work.late, "work_trx">) {
    const { name, milliseconds } = await ctx.bind()
    await ctx.get("work_trx").insertInto("effects").values({ at: 1, kind: name }).execute()
    await sleep(milliseconds)
    await sql`insert into marks values (${name}, ${String(ctx.signal.reason)}, ${process.pid})`.execute(
      this.#db.outsideTransaction(),
    )
  }
  async fail(ctx: Context<typeof Work.fail>) {
    const { name } = await ctx.bind()
    await this.#mark(name, `attempt ${currentJob(ctx)!.attempt}`)
    throw new Error("no paper")
  }
  limited(ctx: Context<typeof Work.limited>) {
    return this.slow(ctx)
  }
  paced(ctx: Context<typeof Work.paced>) {
    return this.slow(ctx)
  }
  async quick(ctx: Context<typeof Work.quick>) {
    const { name } = await ctx.bind()
    await this.#mark(name, "began")
  }

  async #mark(name: string, what: string): Promise<void> {
    await sql`insert into marks values (${name}, ${what}, ${process.pid})`.execute(this.#db)
  }
}

const tables = {
  name: "001-work",
  up: async (db: Database<unknown>) => {
    await sql`create table orders (at int)`.execute(db)
    await sql`create table effects (at int, kind text)`.execute(db)
    await sql`create table marks (name text, what text, pid int, time timestamptz default clock_timestamp())`.execute(
      db,
    )
  },
}

/** How the application reaches its database. */
export interface WorkOptions {
  readonly url: string
  /** PostgreSQL itself, if `url` is that of a pooler. */
  readonly direct?: string | undefined
}

/** The application. Jobs of a silent process are taken over as early as they may be. */
export function workModule({ url, direct }: WorkOptions): Module {
  const DbModule = postgres(Db, {
    url,
    directUrl: direct,
    preparedStatements: direct === undefined,
    maxConnections: 12,
    acquireTimeout: 5_000,
    // The machine may be busy with other tests.
    statementTimeout: 10_000,
    migrations: [jobMigrations, tables as never],
    migrateAtStart: true,
  })
  const queue = jobs({ database: Db, imports: [DbModule], takeOverAfter: 10_000, stopTimeout: 1_500 })
  return module({ name: "work", imports: [DbModule, queue], declarations: [Worker] })
}

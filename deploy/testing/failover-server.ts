import { job, Jobs, jobMigrations, jobs } from "@trivet/jobs"
import { Database, inTransaction, postgres, PostgresKeyValue } from "@trivet/postgres"
import { sql, type Transaction } from "kysely"
import {
  type Context,
  contract,
  dto,
  health,
  implement,
  inject,
  module,
  post,
  provide,
  routes,
  token,
} from "trivet"
import type { KeyValue, NamedToken } from "trivet"
import { api } from "trivet/api"
import { serve } from "trivet/node"

// Acknowledges an id when a row, a job and an entry of a key-value store say so. The job writes a second row.

interface Tables {
  readonly records: { readonly id: string }
  readonly effects: { readonly id: string }
}
declare module "trivet" {
  interface ContextValues {
    failover_trx: Transaction<Tables>
  }
}
class Db extends Database<Tables> {}

const Entries: NamedToken<KeyValue> = token<KeyValue>("Entries")
const accepts = { body: dto({ id: "required" }) }
const Records = contract({
  record: job("records/record", { accepts, retry: { times: 1_000, delay: 1_000, maxDelay: 2_000 } }),
})

class RecordsController {
  readonly #db = inject(Db)
  readonly #jobs = inject(Jobs)
  readonly #entries = inject(Entries)

  routes() {
    return routes([
      post("/records", this.create),
      ...implement(Records, this, { record: [inTransaction(Db, { key: "failover_trx" })] }),
    ])
  }

  async create(ctx: Context) {
    const { id } = await ctx.bind(accepts.body)
    await this.#db.transact(async (trx) => {
      await trx.insertInto("records").values({ id }).execute()
      await this.#jobs.enqueue(Records.record, { id }, { trx })
    })
    await this.#entries.set(id, "1", { seconds: 3_600 })
    return ctx.status(201).json({ id })
  }

  async record(ctx: Context<typeof Records.record, "failover_trx">) {
    const { id } = await ctx.bind()
    await ctx.get("failover_trx").insertInto("effects").values({ id }).execute()
  }
}

const migration = {
  name: "001-records",
  up: async (db: Database<unknown>) => {
    // No unique index: what is written twice must be seen.
    await sql`create table records (id text)`.execute(db)
    await sql`create table effects (id text)`.execute(db)
  },
}

const DbModule = postgres(Db, { migrations: [jobMigrations, migration as never], migrateAtStart: true })
const RecordsModule = module({
  name: "records",
  imports: [DbModule, jobs({ database: Db, imports: [DbModule], takeOverAfter: 10_000 }), health()],
  declarations: [
    RecordsController,
    provide(Entries, () => new PostgresKeyValue(inject(Db), { table: "entries" })),
  ],
})
await serve(RecordsModule, { platform: api(), port: Number(process.env["PORT"]), drainDelay: 0 })

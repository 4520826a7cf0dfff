import { sql } from "kysely"
import { type Context, createApp, createJsonLog, get, inject, module, post, routes } from "trivet"
import { api } from "trivet/api"
import { serve } from "trivet/node"
import { Database, postgres } from "../../../src/index.ts"

// A small application as users write it, with the defaults for all times.
interface Tables {
  records: { id: string }
}
class Db extends Database<Tables> {}

class RecordsController {
  readonly #db = inject(Db)
  #held = Promise.withResolvers<void>()
  readonly #byId = this.#db.prepare((db, id: string) =>
    db.selectFrom("records").selectAll().where("id", "=", id),
  )

  routes() {
    return routes([
      post("/records/:id", this.create),
      post("/transactions/:id", this.createInTransaction),
      get("/records/:id", this.show),
      get("/hold", this.hold),
      post("/release", this.release),
      get("/alive", () => ({ pid: process.pid, pool: this.#db.pool })),
    ])
  }
  async create(ctx: Context<"/records/:id">) {
    await this.#db
      .insertInto("records")
      .values({ id: ctx.param("id") })
      .execute()
    return ctx.status(201).json({ id: ctx.param("id") })
  }
  async createInTransaction(ctx: Context<"/transactions/:id">) {
    const id = ctx.param("id")
    await this.#db.transact(async (trx) => {
      await trx.selectFrom("records").selectAll().where("id", "=", id).execute()
      await trx.insertInto("records").values({ id }).execute()
    })
    return ctx.status(201).json({ id })
  }
  async show(ctx: Context<"/records/:id">) {
    return (await this.#byId.first(ctx.param("id"))) ?? null
  }
  /** Keeps a connection to itself until `/release` is called. */
  async hold() {
    await this.#db.connection().execute(() => this.#held.promise)
  }
  release() {
    this.#held.resolve()
    this.#held = Promise.withResolvers()
  }
}

const database = postgres(Db, {
  maxConnections: 5,
  migrateAtStart: true,
  // No unique index: a record that was written twice must be seen.
  migrations: [{ name: "1-records", up: (db) => sql`create table records (id text not null)`.execute(db) }],
})
const log = createJsonLog({ write: () => undefined })
const root = module({ name: "records", imports: [database], declarations: [RecordsController] })
const { port } = await serve(await createApp(root, { platform: api(), log }), {
  port: 0,
  host: "127.0.0.1",
  signals: false,
})
process.on("disconnect", () => process.exit())
process.send!(port)

import { setTimeout as sleep } from "node:timers/promises"
import { sql } from "kysely"
import { type Context, createApp, createJsonLog, inject, module, post, routes } from "trivet"
import { api } from "trivet/api"
import { serve } from "trivet/node"
import { Database, inTransaction, postgres } from "../../../src/index.ts"

// A process of many-calls.test.ts: each call writes five rows with its id. A row knows its transaction.
interface Tables {
  rows: { call: string; kind: string }
}
class Db extends Database<Tables> {}

class Rows {
  readonly #db = inject(Db)
  readonly #insert = this.#db.prepare((db, call: string, kind: string) =>
    db.insertInto("rows").values({ call, kind }),
  )

  async write(call: string, kind: string): Promise<void> {
    await this.#insert.run(call, kind)
    await sleep(Math.random() * 5)
    await this.#db.insertInto("rows").values({ call, kind }).execute()
    await Promise.all([
      this.#insert.run(call, kind),
      this.#db.transact(() => this.#insert.run(call, kind)),
      sql`insert into rows (call, kind) values (${call}, ${kind})`.execute(this.#db),
    ])
  }
}

class Calls {
  readonly #db = inject(Db)
  readonly #rows = inject(Rows)

  routes() {
    return routes([
      post("/request/:id", this.request, { middlewares: [inTransaction(Db, { key: "calls" })] }),
      post("/rejected/:id", this.rejected, { middlewares: [inTransaction(Db, { key: "calls" })] }),
      post("/transact/:id", this.transact),
      post("/none/:id", this.none),
    ])
  }
  async request(ctx: Context<"/request/:id">) {
    await this.#rows.write(ctx.param("id"), "request")
  }
  async rejected(ctx: Context<"/rejected/:id">) {
    await this.#rows.write(ctx.param("id"), "rejected")
    return { error: "rejected", status: 409 }
  }
  async transact(ctx: Context<"/transact/:id">) {
    await this.#db.transact(() => this.#rows.write(ctx.param("id"), "transact"))
  }
  async none(ctx: Context<"/none/:id">) {
    await this.#rows.write(ctx.param("id"), "none")
  }
}

const database = postgres(Db, { acquireTimeout: 60_000, statementTimeout: 60_000, idleInTransaction: 60_000 })
const root = module({ name: "calls", imports: [database], declarations: [Rows, Calls] })
const app = await createApp(root, { platform: api(), log: createJsonLog({ write: () => undefined }) })
const { port } = await serve(app, { port: 0, host: "127.0.0.1", signals: false, overload: false })
process.on("disconnect", () => process.exit())
process.send!(port)

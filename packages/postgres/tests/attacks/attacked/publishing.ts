import { appendFileSync } from "node:fs"
import { setTimeout as sleep } from "node:timers/promises"
import {
  type Context,
  createJsonLog,
  inject,
  MemoryTopics,
  module,
  post,
  provide,
  PublicError,
  routes,
  Topics,
} from "trivet"
import { api } from "trivet/api"
import { serve } from "trivet/node"
import { Database, inTransaction, postgres } from "../../../src/index.ts"

// A process of published-crash.test.ts: each call inserts a row and publishes it. The carrier takes its time, and notes what
// it has carried in a file.
class Db extends Database<{ things: { id: number } }> {}

class SlowTopics extends MemoryTopics {
  protected override async deliver(topic: string, text: string): Promise<string> {
    await sleep(5 + Math.random() * 50)
    appendFileSync(process.env["CARRIED"]!, `${text}\n`)
    return super.deliver(topic, text)
  }
}

class Things {
  readonly #db = inject(Db)
  readonly #topics = inject(Topics)

  routes() {
    return routes([
      post("/requests/:id", this.request, { middlewares: [inTransaction(Db, { key: "things_trx" })] }),
      post("/transactions/:id", this.transact),
    ])
  }
  async request(ctx: Context<"/requests/:id">) {
    const id = Number(ctx.param("id"))
    await this.#add(id)
    return isRejected(id) ? { error: "rejected", status: 409 } : ctx.status(201).json({})
  }
  async transact(ctx: Context<"/transactions/:id">) {
    const id = Number(ctx.param("id"))
    await this.#db.transact(async () => {
      await this.#add(id)
      if (isRejected(id)) throw new PublicError(409, "rejected")
    })
    return ctx.status(201).json({})
  }
  async #add(id: number) {
    await this.#topics.publish("things", id)
    await this.#db.insertInto("things").values({ id }).execute()
  }
}

/** A third is rolled back. */
function isRejected(id: number): boolean {
  return id % 3 === 0
}

const declarations = [Things, provide(Topics, () => new SlowTopics())]
const root = module({ name: "things", imports: [postgres(Db, { acquireTimeout: 30_000 })], declarations })
const log = createJsonLog({ write: () => undefined })
const { port } = await serve(root, {
  platform: api(),
  log,
  port: 0,
  host: "127.0.0.1",
  drainDelay: 0,
  overload: false,
})
// Only the server keeps the process alive.
process.channel?.unref()
process.send!(port)

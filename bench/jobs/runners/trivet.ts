import { job, jobMigrations, jobs } from "@trivet/jobs"
import { Database, postgres, inTransaction } from "@trivet/postgres"
import type { Transaction } from "kysely"
import { type Context, dto, module, routes } from "trivet"
import { api } from "trivet/api"
import { serve } from "trivet/node"
import { concurrency, poolSize, queue } from "../effects.ts"
import { handlerStarts } from "../starts.ts"

interface Tables {
  readonly effects: { readonly job: number }
}
declare module "trivet" {
  interface ContextValues {
    bill_trx: Transaction<Tables>
  }
}
class Db extends Database<Tables> {}

const Bill = dto({ job: "required,integer" })

class Bills {
  routes() {
    return routes([
      job(queue, this.bill, {
        accepts: { body: Bill },
        middlewares: [inTransaction(Db, { key: "bill_trx" })],
      }),
    ])
  }
  async bill(
    ctx: Context<{ readonly path: ""; readonly accepts: { readonly body: typeof Bill } }, "bill_trx">,
  ) {
    const order = await ctx.bind()
    handlerStarts(order.job)
    await ctx.get("bill_trx").insertInto("effects").values({ job: order.job }).execute()
  }
}

const DbModule = postgres(Db, { maxConnections: poolSize, migrations: [jobMigrations], migrateAtStart: true })
const App = module({
  name: "bench",
  imports: [DbModule, jobs({ database: Db, imports: [DbModule], concurrency })],
  declarations: [Bills],
})
await serve(App, { platform: api(), port: 0, host: "127.0.0.1", signals: false })
process.send!("ready")

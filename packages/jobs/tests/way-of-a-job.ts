// Prints the files that a job runs through, from `enqueue()` to the row that says it is done, as JSON.
import { setTimeout as sleep } from "node:timers/promises"
import { Database, postgres } from "@trivet/postgres"
import { type Context, contract, createApp, dto, implement, module, routes } from "trivet"
import { api } from "trivet/api"
import { filesOnTheWay } from "../../trivet/tests/ways/files-on-the-way.ts"
import { job, jobMigrations, Jobs, jobs } from "../src/index.ts"

class Db extends Database<object> {}

let handled: () => void = () => undefined

const Receipts = contract({ send: job("receipts/send", { accepts: { body: dto({ order: "integer" }) } }) })

class ReceiptsController {
  routes() {
    return routes([...implement(Receipts, this)])
  }
  async send(ctx: Context<typeof Receipts.send>) {
    await ctx.bind()
    handled()
  }
}

const DbModule = postgres(Db, { migrations: [jobMigrations], migrateAtStart: true })
const JobsModule = jobs({ database: Db, imports: [DbModule] })
const root = module({
  name: "receipts",
  imports: [DbModule, JobsModule],
  declarations: [ReceiptsController],
})
const app = await createApp(root, { platform: api() })
await app.startServing()

async function ask(): Promise<void> {
  const ran = new Promise<void>((resolve) => (handled = resolve))
  await app.get(Jobs).enqueue(Receipts.send, { order: 1 })
  await ran
  // The row is written after the handler has returned.
  await sleep(200)
}

console.error(JSON.stringify(await filesOnTheWay(ask, 5)))
process.exit()

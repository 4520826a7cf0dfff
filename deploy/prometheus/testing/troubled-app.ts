// A program of ../alerts.test.ts: an application whose troubles are planted, each behind a path.
import { Database, postgres } from "@trivet/postgres"
import { job, Jobs, jobMigrations, jobs } from "@trivet/jobs"
import { telemetry } from "@trivet/telemetry"
import { sql } from "kysely"
import { contract, createJsonLog, get, implement, inject, module, routes } from "trivet"
import { api } from "trivet/api"
import { run } from "trivet/cli"
import { serve } from "trivet/node"

class Db extends Database<Record<string, never>> {}

const Work = contract({
  invoice: job("orders/invoice", { retry: 0 }),
  receipt: job("orders/receipt"),
})

class Controller {
  readonly #db = inject(Db)
  readonly #jobs = inject(Jobs)

  routes() {
    return routes([
      ...implement(Work, this),
      get("/well", this.well),
      get("/broken", this.throwAlways),
      get("/slow", this.readSlowly),
      get("/busy", this.addUp),
      get("/end", this.end),
      get("/enqueue", this.enqueue),
    ])
  }
  well() {
    return {}
  }
  throwAlways() {
    throw new TypeError("the planted error")
  }
  async readSlowly() {
    await sql`select pg_sleep(1.2)`.execute(this.#db)
    return {}
  }
  addUp() {
    return { sum: addManyNumbers(300) }
  }
  end() {
    setTimeout(() => {
      throw new Error("the planted end")
    })
    return {}
  }
  async enqueue() {
    await this.#jobs.pause("orders/receipt")
    await this.#jobs.enqueue(Work.receipt)
    await this.#jobs.enqueue(Work.invoice)
    return {}
  }
  invoice() {
    throw new Error("There is no order 7")
  }
  receipt() {}
}

/** JavaScript that leaves the event loop no turn. */
function addManyNumbers(milliseconds: number): number {
  const end = performance.now() + milliseconds
  let sum = 0
  while (performance.now() < end) sum += Math.sqrt(sum + 1)
  return sum
}

const database = postgres(Db, {
  url: process.env["DATABASE"]!,
  maxConnections: 2,
  acquireTimeout: 5_000,
  migrations: [jobMigrations],
  migrateAtStart: true,
})
const App = module({
  name: "troubled",
  imports: [database, jobs({ database: Db, imports: [database] })],
  declarations: [Controller],
})

const [, , ...args] = process.argv
if (args.length > 0) await run(App, { name: "troubled" })
else
  await serve(App, {
    platform: api(),
    log: createJsonLog(),
    middlewares: [telemetry()],
    port: Number(process.env["PORT"]),
    ...(process.env["WORKERS"] !== undefined && { workers: 2 }),
    ...(process.env["LIMITED"] !== undefined && { overload: { maxDelay: 50 } }),
    management: { port: Number(process.env["MANAGEMENT_PORT"]) },
  })

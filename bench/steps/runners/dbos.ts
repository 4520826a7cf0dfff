import { DBOS } from "@dbos-inc/dbos-sdk"
import { DrizzleDataSource } from "@dbos-inc/drizzle-datasource"
import pg from "pg"
import { concurrency, noteRun, point, poolSize, ready, steps } from "../points.ts"

// The same job as a workflow of DBOS. With `transactions` each step is a transaction of a data source, which also stores that the
// step is done; with `steps` it is a step that writes by itself. It is started without a queue, which is the cheapest way.
const isTransaction = process.argv[2] === "transactions"
const url = process.env["DATABASE_URL"]!
const settings = { connectionString: url, max: poolSize }
const source = isTransaction ? new DrizzleDataSource("bench", settings) : undefined
const pool = isTransaction ? undefined : new pg.Pool(settings)

async function insert(job: number, at: number, result: number): Promise<void> {
  // A text, because the source's own copy of Drizzle has other types than the one that is imported here.
  if (source !== undefined)
    await source.client.execute(`insert into effects (job, at, result) values (${job}, ${at}, ${result})`)
  else await pool!.query("insert into effects (job, at, result) values ($1, $2, $3)", [job, at, result])
}

async function run(job: number): Promise<void> {
  let sum = 0
  for (let at = 1; at <= steps; at++) {
    await point()
    const before = sum
    const work = async () => {
      await noteRun(job, at)
      await point()
      await insert(job, at, before)
      await point()
      return before + at
    }
    const name = `step ${at}`
    sum = await (source?.runTransaction(work, { name }) ?? DBOS.runStep(work, { name }))
    await point()
  }
}

DBOS.setConfig({
  name: "bench",
  systemDatabaseUrl: url,
  logLevel: "error",
  executorID: process.env["EXECUTOR"] ?? "one",
  applicationVersion: "1",
})
const six = DBOS.registerWorkflow(run, { name: "six" })
await DBOS.launch()

const waiting: number[] = []
let running = 0
ready(async (job) => {
  waiting.push(job)
  if (running === concurrency) return
  running++
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const handle = await DBOS.startWorkflow(six, { workflowID: String(next) })(next)
    await handle.getResult()
  }
  running--
})

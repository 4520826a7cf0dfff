import { setTimeout as sleep } from "node:timers/promises"
import { Database, postgres } from "@trivet/postgres"
import { sql } from "kysely"
import {
  type Context,
  contract,
  createApp,
  createJsonLog,
  implement,
  inject,
  type Module,
  module,
  routes,
} from "trivet"
import { api } from "trivet/api"
import { serve } from "trivet/node"
import { job, jobMigrations, jobs, step } from "../../../src/index.ts"

// A job of six steps. `KILL_AT` is the number of the point at which the process kills itself. No table has a unique index: what is
// written twice must be seen.
interface Tables {
  effects: { at: number; result: number }
}
export class Db extends Database<Tables> {}

export const Six = contract({
  run: job("six/run", { retry: { times: 10_000, delay: 1_000, maxDelay: 1_000 } }),
})

let points = 0
/** One of the points that a process can die at. */
async function point(): Promise<void> {
  if (++points === Number(process.env["KILL_AT"])) process.kill(process.pid, "SIGKILL")
  await new Promise((go) => setImmediate(go))
}

class Worker {
  readonly #db = inject(Db)

  routes() {
    return routes([...implement(Six, this)])
  }
  async run(ctx: Context) {
    let sum = 0
    for (let at = 1; at <= 6; at++) {
      await point()
      const added = await step(ctx, `step ${at}`, async () => {
        await point()
        await this.#db.insertInto("effects").values({ at, result: sum }).execute()
        await point()
        await sleep(Number(process.env["STEP_PAUSE"] ?? 0))
        return sum + at
      })
      sum = added
      await point()
    }
    process.stdout.write(`sum ${sum}\n`)
  }
}

const tables = {
  name: "1-effects",
  up: (db: Database<unknown>) => sql`create table effects (at int, result int)`.execute(db),
}

export function sixModule(url: string): Module {
  const database = postgres(Db, {
    url,
    migrations: [jobMigrations, tables as never],
    migrateAtStart: true,
    statementTimeout: 30_000,
  })
  const queue = jobs({ database: Db, imports: [database], takeOverAfter: 10_000, stopTimeout: 100 })
  return module({ name: "six", imports: [database, queue], declarations: [Worker] })
}

if (process.env["WORK_URL"] !== undefined) {
  const log = createJsonLog({ write: (line) => void process.stdout.write(`${line}\n`) })
  const app = await createApp(sixModule(process.env["WORK_URL"]), { platform: api(), log })
  await serve(app, { port: 0, host: "127.0.0.1" })
  process.stdout.write("ready\n")
}

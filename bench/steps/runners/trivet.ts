import { Jobs, job, jobMigrations, jobs, step } from "@trivet/jobs"
import { Database, postgres } from "@trivet/postgres"
import { type Context, contract, createApp, dto, implement, inject, module, routes } from "trivet"
import { api } from "trivet/api"
import { serve } from "trivet/node"
import { concurrency, noteRun, point, poolSize, ready, steps } from "../points.ts"

interface Tables {
  readonly effects: { readonly job: number; readonly at: number; readonly result: number }
}
class Db extends Database<Tables> {}

const Six = contract({
  run: job("six/run", {
    accepts: { body: dto({ job: "required,integer" }) },
    retry: { times: 1_000, delay: 1_000, maxDelay: 1_000 },
  }),
})

class Worker {
  readonly #db = inject(Db)

  routes() {
    return routes([...implement(Six, this)])
  }
  async run(ctx: Context<typeof Six.run>) {
    const { job: number } = await ctx.bind()
    let sum = 0
    for (let at = 1; at <= steps; at++) {
      await point()
      const before = sum
      sum = await step(ctx, `step ${at}`, async () => {
        await noteRun(number, at)
        await point()
        await this.#db.insertInto("effects").values({ job: number, at, result: before }).execute()
        await point()
        return before + at
      })
      await point()
    }
  }
}

const DbModule = postgres(Db, { maxConnections: poolSize, migrations: [jobMigrations], migrateAtStart: true })
const App = module({
  name: "bench",
  imports: [DbModule, jobs({ database: Db, imports: [DbModule], concurrency, takeOverAfter: 10_000 })],
  declarations: [Worker],
})
const app = await createApp(App, { platform: api() })
await serve(app, { port: 0, host: "127.0.0.1", signals: false })
ready((number) => app.get(Jobs).enqueue(Six.run, { job: number }))

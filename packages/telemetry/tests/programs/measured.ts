// A program of tests/deploy.test.ts: two workers, a database, and the metrics.
import { Database, postgres } from "@trivet/postgres"
import { telemetry } from "@trivet/telemetry"
import { sql } from "kysely"
import { createJsonLog, get, inject, module, routes } from "trivet"
import { api } from "trivet/api"
import { serve } from "trivet/node"
import { scrapedModule } from "../testing/scraped-app.ts"

class Db extends Database<Record<string, never>> {}

class Posts {
  readonly #db = inject(Db)

  routes() {
    return routes([get("/posts/:id", this.show), get("/broken", this.broken)])
  }
  async show() {
    await sql`select 1`.execute(this.#db)
    return {}
  }
  broken() {
    throw new Error("broken")
  }
}

const App = module({
  name: "measured",
  imports: [postgres(Db, { url: process.env["DATABASE"]! }), scrapedModule()],
  declarations: [Posts],
})

await serve(App, { platform: api(), log: createJsonLog(), middlewares: [telemetry()], workers: 2 })

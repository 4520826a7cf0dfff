import { sql } from "kysely"
import { strictEqual } from "node:assert/strict"
import { post, routes } from "trivet"
import { type Program, useQueries } from "./program.ts"

class Broken {
  readonly #run = useQueries()

  routes() {
    return routes([post("/visits", this.count)])
  }
  async count(): Promise<object> {
    const [page] = await this.#run(sql<{ visits: number }>`select visits from pages`)
    await this.#run(sql`update pages set visits = ${page!.visits + 1}`)
    return {}
  }
}

class Fixed extends Broken {
  readonly #run = useQueries()

  override async count() {
    await this.#run(sql`update pages set visits = visits + 1`)
    return {}
  }
}

/** A counter is read, and written by another statement. */
export const readAndWriteCounter: Program = {
  name: "counter by read and write",
  tables: "create table pages (visits int not null); insert into pages values (0)",
  broken: Broken,
  fixed: Fixed,
  calls: (app) => [1, 2, 3].map(() => () => app.request("POST", "/visits")),
  async invariant(db) {
    const { rows } = await sql<{ visits: number }>`select visits from pages`.execute(db)
    strictEqual(rows[0]!.visits, 3)
  },
}

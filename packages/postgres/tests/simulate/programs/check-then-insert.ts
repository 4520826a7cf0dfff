import { sql } from "kysely"
import { strictEqual } from "node:assert/strict"
import { post, PublicError, routes } from "trivet"
import { type Program, useQueries, whole } from "./program.ts"

class Broken {
  readonly #run = useQueries()

  routes() {
    return routes([post("/names", this.claim, { middlewares: [whole] })])
  }
  async claim() {
    await this.lock()
    const taken = await this.#run(sql`select from names where name = 'ada'`)
    if (taken.length > 0) throw new PublicError(409, "Taken")
    await this.#run(sql`insert into names values ('ada')`)
    return {}
  }
  async lock(): Promise<void> {}
}

class Fixed extends Broken {
  readonly #run = useQueries()

  override async lock() {
    await this.#run(sql`select pg_advisory_xact_lock(hashtext('ada'))`)
  }
}

/** Two calls find no row, and both insert one. */
export const checkThenInsert: Program = {
  name: "check then insert",
  tables: "create table names (name text not null)",
  broken: Broken,
  fixed: Fixed,
  calls: (app) => [1, 2].map(() => () => app.request("POST", "/names")),
  async invariant(db) {
    const { rows } = await sql`select from names`.execute(db)
    strictEqual(rows.length, 1)
  },
}

import { sql } from "kysely"
import { strictEqual } from "node:assert/strict"
import { post, routes } from "trivet"
import { type Program, useQueries, whole } from "./program.ts"

class Broken {
  readonly #run = useQueries()
  readonly onConflict: string = ""

  routes() {
    return routes([post("/charges", this.charge, { middlewares: [whole] })])
  }
  async charge() {
    const key = this.onConflict === "" ? null : "order 1"
    await this.#run(sql`insert into charges (key) values (${key}) ${sql.raw(this.onConflict)}`)
    return {}
  }
}

class Fixed extends Broken {
  override readonly onConflict = "on conflict (key) do nothing"
}

/** The reply of COMMIT is lost, the client gets 503 and tries again. */
export const retry: Program = {
  name: "retry without idempotence",
  tables: "create table charges (id serial primary key, key text unique)",
  broken: Broken,
  fixed: Fixed,
  failures: ["lostReply"],
  calls: (app) => [
    async () => {
      const first = await app.request("POST", "/charges")
      return first.status < 500 ? first : app.request("POST", "/charges")
    },
  ],
  async invariant(db, [outcome]) {
    const { rows } = await sql`select from charges`.execute(db)
    if (outcome!.status === 200) strictEqual(rows.length, 1, `charged ${rows.length} times`)
  },
}

import { sql } from "kysely"
import { strictEqual } from "node:assert/strict"
import { type Context, post, routes } from "trivet"
import { type Program, useQueries, whole } from "./program.ts"

class Broken {
  readonly #run = useQueries()
  readonly lock: string = ""

  routes() {
    return routes([post("/deposits/:amount", this.deposit, { middlewares: [whole] })])
  }
  async deposit(ctx: Context<"/deposits/:amount">) {
    const [account] = await this.#run(
      sql<{ balance: number }>`select balance from accounts where id = 1 ${sql.raw(this.lock)}`,
    )
    await this.#run(
      sql`update accounts set balance = ${account!.balance + Number(ctx.param("amount"))} where id = 1`,
    )
    return {}
  }
}

class Fixed extends Broken {
  override readonly lock = "for update"
}

/** Two deposits read the same balance, and the second write replaces the first. */
export const lostUpdate: Program = {
  name: "lost update",
  tables:
    "create table accounts (id int primary key, balance int not null); insert into accounts values (1, 0)",
  broken: Broken,
  fixed: Fixed,
  calls: (app) => [10, 5].map((amount) => () => app.request("POST", `/deposits/${amount}`)),
  async invariant(db) {
    const { rows } = await sql<{ balance: number }>`select balance from accounts`.execute(db)
    strictEqual(rows[0]!.balance, 15)
  },
}

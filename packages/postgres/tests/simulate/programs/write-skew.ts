import { sql } from "kysely"
import { ok } from "node:assert/strict"
import { type Context, inject, post, PublicError, routes } from "trivet"
import { Db, type Program } from "./program.ts"

class Broken {
  readonly #db = inject(Db)
  readonly isolation: "repeatable read" | "serializable" = "repeatable read"

  routes() {
    return routes([post("/off/:name", this.goOff)])
  }
  async goOff(ctx: Context<"/off/:name">) {
    return this.#db.transact(
      async (trx) => {
        const counted = await sql<{
          n: number
        }>`select count(*)::int as n from doctors where on_call`.execute(trx)
        if (counted.rows[0]!.n < 2) throw new PublicError(409, "You are the last")
        await sql`update doctors set on_call = false where name = ${ctx.param("name")}`.execute(trx)
        return {}
      },
      { isolation: this.isolation },
    )
  }
}

class Fixed extends Broken {
  override readonly isolation = "serializable"
}

/** Two doctors see that both are on call, and both go. */
export const writeSkew: Program = {
  name: "write skew",
  tables:
    "create table doctors (name text primary key, on_call bool not null); insert into doctors values ('ada', true), ('bob', true)",
  broken: Broken,
  fixed: Fixed,
  calls: (app) => ["ada", "bob"].map((name) => () => app.request("POST", `/off/${name}`)),
  async invariant(db) {
    const { rows } = await sql`select from doctors where on_call`.execute(db)
    ok(rows.length > 0, "nobody is on call")
  },
}

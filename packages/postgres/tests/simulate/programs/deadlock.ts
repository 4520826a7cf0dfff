import { sql } from "kysely"
import { deepStrictEqual } from "node:assert/strict"
import { type Context, post, routes } from "trivet"
import { type Program, statusesOf, useQueries, whole } from "./program.ts"

class Broken {
  readonly #run = useQueries()

  routes() {
    return routes([post("/swaps/:first/:second", this.swap, { middlewares: [whole] })])
  }
  async swap(ctx: Context<"/swaps/:first/:second">) {
    for (const id of this.order([ctx.param("first"), ctx.param("second")]))
      await this.#run(sql`update accounts set swaps = swaps + 1 where id = ${id}`)
    return {}
  }
  order(ids: readonly string[]): readonly string[] {
    return ids
  }
}

class Fixed extends Broken {
  override order(ids: readonly string[]) {
    return ids.toSorted()
  }
}

/** Two transactions lock the same rows in opposite orders. */
export const deadlock: Program = {
  name: "unhandled deadlock",
  tables:
    "create table accounts (id text primary key, swaps int not null); insert into accounts values ('a', 0), ('b', 0)",
  broken: Broken,
  fixed: Fixed,
  calls: (app) => ["/swaps/a/b", "/swaps/b/a"].map((path) => () => app.request("POST", path)),
  invariant(_db, outcomes) {
    deepStrictEqual(statusesOf(outcomes), [200, 200])
  },
}

import { sql } from "kysely"
import { ok } from "node:assert/strict"
import { post, PublicError, routes } from "trivet"
import { type Program, statusesOf, useQueries } from "./program.ts"

class Broken {
  readonly #run = useQueries()

  routes() {
    return routes([post("/reset", this.reset)])
  }
  async reset() {
    if (!(await this.consume())) throw new PublicError(410, "The link was used")
    return {}
  }
  async consume() {
    const links = await this.#run(sql`select from links where id = 1 and not used`)
    if (links.length > 0) await this.#run(sql`update links set used = true where id = 1`)
    return links.length > 0
  }
}

class Fixed extends Broken {
  readonly #run = useQueries()

  override async consume() {
    const links = await this.#run(sql`update links set used = true where id = 1 and not used returning id`)
    return links.length > 0
  }
}

/** A link that may be used once is used twice. */
export const twoWinners: Program = {
  name: "two winners of one link",
  tables: "create table links (id int primary key, used bool not null); insert into links values (1, false)",
  broken: Broken,
  fixed: Fixed,
  calls: (app) => [1, 2].map(() => () => app.request("POST", "/reset")),
  invariant(_db, outcomes) {
    ok(statusesOf(outcomes).filter((status) => status === 200).length < 2, "both calls used the link")
  },
}

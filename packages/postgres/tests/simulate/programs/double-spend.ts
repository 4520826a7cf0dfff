import { sql } from "kysely"
import { ok } from "node:assert/strict"
import { post, PublicError, routes } from "trivet"
import { type Program, useQueries, whole } from "./program.ts"

class Broken {
  readonly #run = useQueries()

  routes() {
    return routes([post("/spend", this.spend, { middlewares: [whole] })])
  }
  async spend() {
    await this.lock()
    const [wallet] = await this.#run(sql<{ left: number }>`select sum(amount)::int as left from entries`)
    if (wallet!.left < 10) throw new PublicError(409, "Not enough")
    await this.#run(sql`insert into entries (amount) values (-10)`)
    return {}
  }
  async lock(): Promise<void> {}
}

class Fixed extends Broken {
  readonly #run = useQueries()

  override async lock() {
    await this.#run(sql`select from wallets for update`)
  }
}

/** Two payments see the same sum of entries. */
export const doubleSpend: Program = {
  name: "double spend",
  tables: `create table wallets (id int primary key); insert into wallets values (1);
    create table entries (id serial primary key, amount int not null); insert into entries (amount) values (10)`,
  broken: Broken,
  fixed: Fixed,
  calls: (app) => [1, 2].map(() => () => app.request("POST", "/spend")),
  async invariant(db) {
    const { rows } = await sql<{ left: number }>`select sum(amount)::int as left from entries`.execute(db)
    ok(rows[0]!.left >= 0, `the wallet has ${rows[0]!.left}`)
  },
}

import { sql } from "kysely"
import { strictEqual } from "node:assert/strict"
import { get, put, routes } from "trivet"
import { type Program, useQueries } from "./program.ts"

class Broken {
  readonly #run = useQueries()
  readonly cache = new Map<number, number>()

  routes() {
    return routes([get("/price", this.show), put("/price", this.change)])
  }
  async show() {
    return { cents: this.cache.get(1) ?? (await this.fill()) }
  }
  async fill() {
    const cents = await this.read()
    this.cache.set(1, cents)
    return cents
  }
  async read() {
    const [price] = await this.#run(sql<{ cents: number }>`select cents from prices where id = 1`)
    return price!.cents
  }
  async change() {
    await this.#run(sql`update prices set cents = 200 where id = 1`)
    this.forget()
    return {}
  }
  forget() {
    this.cache.delete(1)
  }
}

class Fixed extends Broken {
  #changes = 0

  override async fill() {
    const before = this.#changes
    const cents = await this.read()
    if (this.#changes === before) this.cache.set(1, cents)
    return cents
  }
  override forget() {
    this.#changes++
    super.forget()
  }
}

/** A price that was read before it changed is cached after the change has cleared the cache. */
export const staleCacheFill: Program = {
  name: "stale cache fill",
  tables: "create table prices (id int primary key, cents int not null); insert into prices values (1, 100)",
  broken: Broken,
  fixed: Fixed,
  calls: (app) => [() => app.request("GET", "/price"), () => app.request("PUT", "/price")],
  async invariant(_db, _outcomes, app) {
    strictEqual(((await app.request("GET", "/price")).json() as { cents: number }).cents, 200)
  },
}

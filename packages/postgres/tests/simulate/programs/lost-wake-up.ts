import { sql } from "kysely"
import { deepStrictEqual } from "node:assert/strict"
import { get, post, routes } from "trivet"
import { type Program, statusesOf, useQueries } from "./program.ts"

class Broken {
  readonly #run = useQueries()
  readonly #waiting = new Set<() => void>()

  routes() {
    return routes([get("/next", this.next), post("/messages", this.send)])
  }
  async next() {
    while (!(await this.hasMessage())) await this.woken()
    return {}
  }
  async send() {
    await this.#run(sql`insert into messages default values`)
    for (const wake of this.#waiting) wake()
    return {}
  }
  async hasMessage() {
    return (await this.#run(sql`select from messages`)).length > 0
  }
  woken() {
    return new Promise<void>((wake) => this.#waiting.add(wake))
  }
}

class Fixed extends Broken {
  override async next() {
    for (;;) {
      const woken = this.woken()
      if (await this.hasMessage()) return {}
      await woken
    }
  }
}

/** A message arrives after the reader has looked and before it waits. */
export const lostWakeUp: Program = {
  name: "wake-up lost",
  tables: "create table messages (id serial primary key)",
  broken: Broken,
  fixed: Fixed,
  calls: (app) => [() => app.request("GET", "/next"), () => app.request("POST", "/messages")],
  invariant(_db, outcomes) {
    deepStrictEqual(statusesOf(outcomes), [200, 200])
  },
}

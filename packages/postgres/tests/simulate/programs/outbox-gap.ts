import { sql } from "kysely"
import { deepStrictEqual } from "node:assert/strict"
import { post, routes } from "trivet"
import { type Program, useQueries, whole } from "./program.ts"

class Broken {
  readonly #run = useQueries()

  routes() {
    return routes([post("/events", this.publish, { middlewares: [whole] }), post("/relay", this.relay)])
  }
  async publish() {
    await this.lock()
    await this.#run(sql`insert into events default values`)
    return {}
  }
  async lock(): Promise<void> {}
  async relay() {
    const [cursor] = await this.#run(sql<{ last: number }>`select last from cursors`)
    const events = await this.#run(
      sql<{ id: number }>`select id from events where id > ${cursor!.last} order by id`,
    )
    for (const { id } of events) await this.#run(sql`insert into relayed values (${id})`)
    await this.#run(sql`update cursors set last = ${events.at(-1)?.id ?? cursor!.last}`)
    return {}
  }
}

class Fixed extends Broken {
  readonly #run = useQueries()

  /** Events get their ids in the order in which they are committed. */
  override async lock() {
    await this.#run(sql`select pg_advisory_xact_lock(1)`)
  }
}

/** An event with a lower id is committed after the relay has read one with a higher id. */
export const outboxGap: Program = {
  name: "outbox gap",
  tables: `create table events (id serial primary key); create table relayed (id int not null);
    create table cursors (last int not null); insert into cursors values (0)`,
  broken: Broken,
  fixed: Fixed,
  calls: (app) => ["/events", "/events", "/relay"].map((path) => () => app.request("POST", path)),
  async invariant(db, _outcomes, app) {
    await app.request("POST", "/relay")
    const idsOf = async (table: string) =>
      (await sql<{ id: number }>`select id from ${sql.table(table)} order by id`.execute(db)).rows.map(
        ({ id }) => id,
      )
    deepStrictEqual(await idsOf("relayed"), await idsOf("events"))
  },
}

import { sql } from "kysely"
import { strictEqual } from "node:assert/strict"
import { inject, post, routes } from "trivet"
import { Db, type Program, useQueries, whole } from "./program.ts"

class Broken {
  readonly #db = inject(Db)
  readonly #run = useQueries()

  routes() {
    return routes([post("/orders", this.order, { middlewares: [whole] }), post("/work", this.work)])
  }
  async order() {
    await this.enqueue()
    await this.#run(sql`insert into orders (id) values (1)`)
    return {}
  }
  async enqueue() {
    await sql`insert into jobs (order_id) values (1)`.execute(this.#db.outsideTransaction())
  }
  async work() {
    const [job] = await this.#run(sql<{ order_id: number }>`delete from jobs returning order_id`)
    if (job === undefined) return {}
    const orders = await this.#run(sql`select from orders where id = ${job.order_id}`)
    if (orders.length === 0) await this.#run(sql`insert into failures values (${job.order_id})`)
    return {}
  }
}

class Fixed extends Broken {
  readonly #run = useQueries()

  override async enqueue() {
    await this.#run(sql`insert into jobs (order_id) values (1)`)
  }
}

/** A worker takes a job whose order is not committed yet. */
export const earlyJob: Program = {
  name: "job visible before commit",
  tables: `create table orders (id int primary key); create table jobs (order_id int not null);
    create table failures (order_id int not null)`,
  broken: Broken,
  fixed: Fixed,
  calls: (app) => [() => app.request("POST", "/orders"), () => app.request("POST", "/work")],
  async invariant(db) {
    const { rows } = await sql`select from failures`.execute(db)
    strictEqual(rows.length, 0, "a job did not find its order")
  },
}

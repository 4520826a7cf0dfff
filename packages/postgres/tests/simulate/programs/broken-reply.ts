import { sql } from "kysely"
import { deepStrictEqual } from "node:assert/strict"
import { del, dto, get, routes } from "trivet"
import { type Program, useQueries } from "./program.ts"

const returns = { 200: dto({ customer: "required" }), 404: dto({ error: "required" }) }
const missing = { error: "Order not found" }

class Broken {
  readonly #run = useQueries()

  routes() {
    return routes([get("/order", () => this.show(), { returns }), del("/customer", () => this.remove())])
  }
  async show(): Promise<object> {
    const [order] = await this.#run(sql<{ customer_id: number }>`select customer_id from orders`)
    if (order === undefined) return { status: 404, ...missing }
    const names = sql<{ name: string }>`select name from customers where id = ${order.customer_id}`
    const [customer] = await this.#run(names)
    return { customer: customer?.name }
  }
  async remove() {
    await this.#run(sql`delete from customers`)
    return {}
  }
}

class Fixed extends Broken {
  readonly #run = useQueries()

  override async show() {
    const names = sql<{ name: string }>`select name from orders join customers on customers.id = customer_id`
    const [customer] = await this.#run(names)
    return customer === undefined ? { status: 404, ...missing } : { customer: customer.name }
  }
}

/** A reply lacks a field that its contract promises, because the row was deleted between two statements. */
export const brokenReply: Program = {
  name: "reply that breaks its contract",
  tables: `create table customers (id int primary key, name text not null); insert into customers values (1, 'Ada');
    create table orders (customer_id int not null references customers on delete cascade); insert into orders values (1)`,
  broken: Broken,
  fixed: Fixed,
  calls: (app) => [() => app.request("GET", "/order"), () => app.request("DELETE", "/customer")],
  // What is wrong is no matter of the invariant.
  async invariant(db) {
    const { rows } = await sql`select from orders`.execute(db)
    deepStrictEqual(rows, [])
  },
}

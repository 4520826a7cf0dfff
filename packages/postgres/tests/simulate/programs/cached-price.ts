import { sql } from "kysely"
import { strictEqual } from "node:assert/strict"
import { get, put, routes } from "trivet"
import type { TestApp } from "trivet/testing"
import { type Db, useQueries } from "./program.ts"

/** A price in the database, and whatever a subclass caches of it. */
export abstract class CachedPrice {
  protected readonly run: ReturnType<typeof useQueries> = useQueries()

  routes() {
    return routes([
      get("/price", async () => ({ cents: await this.show() })),
      put("/price", () => this.change()),
    ])
  }
  abstract show(): Promise<number>
  abstract forget(): Promise<unknown>

  async read(): Promise<number> {
    const [price] = await this.run(sql<{ cents: number }>`select cents from prices where id = 1`)
    return price!.cents
  }
  async change() {
    await this.run(sql`update prices set cents = 200 where id = 1`)
    await this.forget()
    return {}
  }
}

export const pricesTable =
  "create table prices (id int primary key, cents int not null); insert into prices values (1, 100)"

/** What is shown is what is stored. */
export async function checkPrice(db: Db, app: TestApp): Promise<void> {
  const { rows } = await sql<{ cents: number }>`select cents from prices`.execute(db)
  strictEqual(((await app.request("GET", "/price")).json() as { cents: number }).cents, rows[0]!.cents)
}

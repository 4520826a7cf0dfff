import { readFileSync } from "node:fs"
import { sql } from "kysely"
import { inject, module } from "trivet"
import { AppOperations, type Operations } from "trivet/extend"
import { createTestApp } from "trivet/testing"
import { expect, it } from "vitest"
import { Database } from "../../src/database.ts"
import { postgres } from "../../src/postgres.ts"
import { createTestDatabase } from "../../src/testing/test-database.ts"

class Db extends Database<{ rows: { n: number } }> {}

class Store {
  readonly #db = inject(Db)
  readonly operations: Operations = inject(AppOperations)
  readonly #prepared = this.#db.prepare((db, n: number) =>
    db.selectFrom("rows").select("n").where("n", "=", n),
  )

  async ask(): Promise<void> {
    await sql`select 'outside'`.execute(this.#db) // outside
    await this.#db.transact(async (trx) => {
      await sql`select 'first'`.execute(trx) // first
      await sql`select 'later'`.execute(this.#db) // later
      await trx.selectFrom("rows").select("n as built").execute() // built
      await this.#prepared.first(1) // "n" = $1
      const both = [sql`select 'beside 1'`.execute(trx), sql`select 'beside 2'`.execute(trx)]
      await Promise.all(both) // beside
      await this.#inside()
    })
  }

  #inside(): Promise<void> {
    return this.#db.transact(async (trx) => {
      await trx.insertInto("rows").values({ n: 2 }).execute() // insert
    })
  }
}

/** The lines of this file that ask for a statement end with a part of it. */
const asking = readFileSync(import.meta.filename, "utf8")
  .split("\n")
  .map((line) => / \/\/ (.+)$/.exec(line)?.[1])

it("sends each statement with a stack that leads to the line that asked for it", async () => {
  const { url, drop } = await createTestDatabase()
  const root = module({ name: "stacks", imports: [postgres(Db, { url })], declarations: [Store] })
  const app = await createTestApp(root)
  await sql`create table rows (n int)`.execute(app.get(Db))
  const found: string[] = []
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 60
  app.get(Store).operations.watch(({ kind, text }) => {
    if (kind !== "sql" || !/^(?:select|insert)/.test(text)) return undefined
    const own = [...(new Error().stack ?? "").matchAll(/stacks\.test\.ts:(\d+)/g)]
    // The innermost is the line above.
    const asked = asking[Number(own[1]?.[1] ?? 0) - 1]
    found.push(asked !== undefined && text.includes(asked) ? asked : text)
    return undefined
  })
  await app.get(Store).ask()
  Error.stackTraceLimit = stackTraceLimit
  await app.stop()
  await drop()
  expect(found).toEqual(["outside", "first", "later", "built", '"n" = $1', "beside", "beside", "insert"])
})

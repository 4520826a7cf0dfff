import { sql, type Transaction } from "kysely"
import { strictEqual } from "node:assert/strict"
import { type Context, get, inject, PublicError, put, routes } from "trivet"
import { isUniqueViolation } from "../../../src/index.ts"
import { Db, type Program } from "./program.ts"

interface Setting {
  readonly version: number
  readonly value: number
}

class Broken {
  readonly #db = inject(Db)
  cached: Setting = { version: 0, value: 0 }

  routes() {
    return routes([get("/limit", () => this.cached.value), put("/limit/:value", this.change)])
  }
  async change(ctx: Context<"/limit/:value">) {
    try {
      await this.write(Number(ctx.param("value")))
      return {}
    } catch (error) {
      if (isUniqueViolation(error)) throw new PublicError(409, "Somebody else has changed it")
      throw error
    }
  }
  async write(value: number) {
    await this.#db.transact(async (trx) => {
      const setting = await this.next(trx, value)
      this.cached = setting
      await this.insert(trx, setting)
    })
  }
  async next(trx: Transaction<Record<string, never>>, value: number): Promise<Setting> {
    const { rows } = await sql<{ version: number }>`select max(version) + 1 as version from limits`.execute(
      trx,
    )
    return { version: rows[0]!.version, value }
  }
  async insert(trx: Transaction<Record<string, never>>, { version, value }: Setting) {
    await sql`insert into limits values (${version}, ${value})`.execute(trx)
  }
}

class Fixed extends Broken {
  readonly #db = inject(Db)

  override async write(value: number) {
    const setting = await this.#db.transact(async (trx) => {
      const next = await this.next(trx, value)
      await this.insert(trx, next)
      return next
    })
    if (setting.version > this.cached.version) this.cached = setting
  }
}

/** A value is cached in a transaction that is rolled back. */
export const rolledBackCache: Program = {
  name: "cache of a rolled-back value",
  tables:
    "create table limits (version int primary key, value int not null); insert into limits values (0, 0)",
  broken: Broken,
  fixed: Fixed,
  calls: (app) => [1, 2].map((value) => () => app.request("PUT", `/limit/${value}`)),
  async invariant(db, _outcomes, app) {
    const { rows } = await sql<{
      value: number
    }>`select value from limits order by version desc limit 1`.execute(db)
    strictEqual((await app.request("GET", "/limit")).json(), rows[0]!.value)
  },
}

import { sql } from "kysely"
import { strictEqual } from "node:assert/strict"
import { get, inject, post, PublicError, routes } from "trivet"
import { isUniqueViolation } from "../../../src/index.ts"
import { Db, type Program } from "./program.ts"

class Broken {
  readonly #db = inject(Db)
  readonly mails: string[] = []
  readonly mailsFirst: boolean = true

  routes() {
    return routes([post("/users", this.signUp), get("/mails", () => this.mails.length)])
  }
  async signUp() {
    try {
      await this.#db.transact(async (trx) => {
        const { rows } = await sql`select from users where email = 'ada@example.com'`.execute(trx)
        if (rows.length > 0) throw new PublicError(409, "Taken")
        if (this.mailsFirst) this.mails.push("Welcome")
        await sql`insert into users values ('ada@example.com')`.execute(trx)
      })
      if (!this.mailsFirst) this.mails.push("Welcome")
      return {}
    } catch (error) {
      if (isUniqueViolation(error)) throw new PublicError(409, "Taken")
      throw error
    }
  }
}

class Fixed extends Broken {
  override readonly mailsFirst = false
}

/** A mail is sent in a transaction that is rolled back. */
export const effectWithoutCommit: Program = {
  name: "effect without commit",
  tables: "create table users (email text primary key)",
  broken: Broken,
  fixed: Fixed,
  calls: (app) => [1, 2].map(() => () => app.request("POST", "/users")),
  async invariant(db, _outcomes, app) {
    const { rows } = await sql`select from users`.execute(db)
    strictEqual((await app.request("GET", "/mails")).json(), rows.length)
  },
}

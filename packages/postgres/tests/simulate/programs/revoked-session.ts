import { sql } from "kysely"
import { ok } from "node:assert/strict"
import { post, PublicError, routes } from "trivet"
import { type Program, useQueries, whole } from "./program.ts"

const middlewares = [whole]

class Broken {
  readonly #run = useQueries()
  readonly lock: string = ""

  routes() {
    return routes([
      post("/transfers", this.transfer, { middlewares }),
      post("/revoke", this.revoke, { middlewares }),
    ])
  }
  async transfer() {
    const sessions = await this.#run(sql`select from sessions where revoked is null ${sql.raw(this.lock)}`)
    if (sessions.length === 0) throw new PublicError(401, "Log in")
    await this.#run(sql`insert into transfers values (nextval('ticks'))`)
    return {}
  }
  async revoke() {
    await this.#run(sql`select from sessions for update`)
    await this.#run(sql`update sessions set revoked = nextval('ticks')`)
    return {}
  }
}

class Fixed extends Broken {
  override readonly lock = "for share"
}

/** A session is revoked after the guard has read it, and then still moves money. */
export const revokedSession: Program = {
  name: "session revoked between check and use",
  tables: `create sequence ticks; create table sessions (id int primary key, revoked int);
    insert into sessions values (1, null); create table transfers (tick int not null)`,
  broken: Broken,
  fixed: Fixed,
  calls: (app) => ["/transfers", "/revoke"].map((path) => () => app.request("POST", path)),
  async invariant(db) {
    const { rows } = await sql`select from transfers, sessions where tick > revoked`.execute(db)
    ok(rows.length === 0, "a revoked session has moved money")
  },
}

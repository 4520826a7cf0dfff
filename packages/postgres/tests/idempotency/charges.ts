import { type Generated, sql, type Transaction } from "kysely"
import { type Context, dto, get, inject, module, type Next, post, PublicError, Reply, routes } from "trivet"
import type { Returns } from "trivet/extend"
import { Database, idempotencyMigrations, inTransaction, type Migration } from "../../src/index.ts"
import { postgres, type PostgresOptions } from "../../src/postgres.ts"

interface Tables {
  charges: { id: Generated<string>; user_id: string; amount: number }
}

declare module "trivet" {
  interface ContextValues {
    charges_trx: Transaction<Tables>
    test_event: string
  }
}

export class ChargesDb extends Database<Tables> {}

const charges: Migration = {
  name: "1-charges",
  up: async (db) => {
    await sql`create table charges (id bigint primary key generated always as identity, user_id text not null, amount int not null)`.execute(
      db,
    )
    await sql`create table invoices (charge bigint references charges deferrable initially deferred)`.execute(
      db,
    )
  },
}

export const migrations = [idempotencyMigrations, charges]

/** Whose call it is. */
class User {
  readonly provides = ["user_id"] as const
  handle(ctx: Context, next: Next) {
    ctx.set("user_id", ctx.header("x-user"))
    ctx.response().appendHeader("vary", "X-User")
    ctx.setCookie("visit", crypto.randomUUID())
    return next()
  }
}

class Sender {
  readonly provides = ["test_event"] as const
  handle(ctx: Context, next: Next) {
    ctx.set("test_event", ctx.header("x-event"))
    return next()
  }
}

/** What a test decides about the handlers. */
export class Control {
  runs = 0
  /** What `POST /charges/waits` waits for. */
  waits: Promise<unknown> = Promise.resolve()
  began = Promise.withResolvers<void>()
}

const Charge = dto({ amount: "required,integer" })
const once = inTransaction(ChargesDb, { key: "charges_trx", idempotencyKey: "required" })
const perEvent = inTransaction(ChargesDb, { key: "charges_trx", idempotencyKey: "test_event" })

export class ChargesController {
  readonly #db = inject(ChargesDb)
  readonly #control = inject(Control)
  readonly returned: Returns = { 201: dto({ id: "required", amount: "required,integer" }) }

  routes() {
    const keyed = [User, once]
    return routes([
      get("/charges", () => this.#db.selectFrom("charges").selectAll().orderBy("id").execute()),
      post("/charges", this.create, {
        accepts: { body: Charge },
        returns: this.returned,
        middlewares: keyed,
      }),
      post("/charges/waits", this.wait, { middlewares: keyed }),
      post("/charges/:id/refunds", this.create, { accepts: { body: Charge }, middlewares: keyed }),
      post("/charges/fails", this.fail, { middlewares: keyed }),
      post("/charges/deferred", this.deferred, { middlewares: keyed }),
      post("/charges/other", this.other, { middlewares: keyed }),
      post("/events/:sender", this.event, { middlewares: [Sender, perEvent] }),
    ])
  }

  async create(ctx: Context) {
    this.#control.runs++
    const { amount } = await ctx.bind(Charge)
    const { id } = await this.#insert(ctx.header("x-user"), amount)
    ctx.response().setHeader("x-run", crypto.randomUUID())
    ctx.response().appendHeader("vary", "Accept")
    ctx.setCookie("last", id)
    return ctx.status(201).json({ id, amount })
  }
  async wait(ctx: Context) {
    this.#control.runs++
    await this.#insert(ctx.header("x-user"), 1)
    this.#control.began.resolve()
    await this.#control.waits
    return {}
  }
  /** Fails with the status of the query, as long as `runs` is below `until`. */
  async fail(ctx: Context) {
    const run = ++this.#control.runs
    const { id } = await this.#insert(ctx.header("x-user"), 1)
    if (run < Number(ctx.query("until"))) {
      const status = Number(ctx.query("status"))
      if (ctx.query("throws") !== "") throw new PublicError(status, "No")
      return { error: "No", status }
    }
    return { id }
  }
  /** Its first run violates a constraint that is checked at the commit. */
  async deferred(ctx: Context) {
    const { id } = await this.#insert(ctx.header("x-user"), 1)
    const charge = ++this.#control.runs === 1 ? "-1" : id
    await sql`insert into invoices values (${charge})`.execute(this.#db)
    return { id }
  }
  /** Replies that are no JSON. */
  async other(ctx: Context): Promise<unknown> {
    this.#control.runs++
    await this.#insert(ctx.header("x-user"), 1)
    const kind = ctx.query("kind")
    if (kind === "bytes") return new Uint8Array([0, 255, 10, 13])
    if (kind === "nothing") return undefined
    if (kind === "text") return ctx.status(202).send("grüß\u0000dich")
    if (kind === "redirect") {
      const reply = Reply.empty(303)
      ctx.response().setHeader("location", `/charges/${crypto.randomUUID()}`)
      return reply
    }
    if (kind === "stream") return new ReadableStream({ start: (controller) => controller.close() })
    return "x".repeat(Number(ctx.query("size")))
  }
  async event(ctx: Context) {
    this.#control.runs++
    await this.#insert(ctx.param("sender" as never), 1)
    return { run: this.#control.runs }
  }

  #insert(user_id: string, amount: number) {
    return this.#db
      .insertInto("charges")
      .values({ user_id, amount })
      .returning("id")
      .executeTakeFirstOrThrow()
  }
}

export const chargesModule = (
  url: string,
  options: PostgresOptions = {},
  Controller: typeof ChargesController = ChargesController,
) =>
  module({
    name: "charges",
    imports: [postgres(ChargesDb, { url, migrations, statementTimeout: 30_000, ...options })],
    declarations: [Controller, Control],
  })

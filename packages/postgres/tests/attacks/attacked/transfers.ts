import { setTimeout as sleep } from "node:timers/promises"
import { sql, type Transaction } from "kysely"
import {
  type Context,
  createApp,
  createJsonLog,
  dto,
  inject,
  module,
  type Next,
  post,
  provide,
  PublicError,
  Reply,
  routes,
} from "trivet"
import { api } from "trivet/api"
import { serve } from "trivet/node"
import { Database, type DatabaseOptions, inTransaction } from "../../../src/index.ts"

/** Each transfer is a row in both tables. */
export interface TransferTables {
  debits: { id: string }
  credits: { id: string; amount: number; debit: string }
}

// An addition is seen by the whole program: these are the keys of all tests of this package.
declare module "trivet" {
  interface ContextValues {
    trx: Transaction<TransferTables>
    test_audit_trx: Transaction<AuditTables>
  }
}

/** A second database. */
export interface AuditTables {
  entries: { text: string }
}

export class TransferDb extends Database<TransferTables> {}

export const createTables = sql`
  create table debits (id text primary key);
  create table credits (
    id text primary key,
    amount int not null check (amount > 0),
    debit text not null references debits (id) deferrable initially deferred
  )`

/** Where a transfer fails: the word in its path, and what happens there. All of these must leave nothing. */
export const failures = {
  invalid: "rejected by `accepts`",
  before: "throws before the first query",
  first: "throws after the first write",
  between: "returns 409 between the writes",
  constraint: "the second write violates a constraint",
  swallowed: "the second write violates a constraint, and the handler answers 201",
  deferred: "violates a constraint that is checked at the commit",
  thrown: "throws after the last write",
  status: "returns ctx.status(404) after the last write",
  error: "returns { error } after the last write",
  mapped: "returns { _status: 422 } after the last write",
  reply: "returns Reply.error(500) after the last write",
  response: "returns a Response of 503 after the last write",
  unread: "returns a Response that was read already",
} as const

export type Failure = keyof typeof failures

/** Writes as stores do: in the transaction of whoever calls it. */
class TransferStore {
  readonly #db = inject(TransferDb)
  readonly #insertDebit = this.#db.prepare((db, id: string) => db.insertInto("debits").values({ id }))

  async debit(id: string): Promise<void> {
    await this.#insertDebit.run(id)
  }
  async credit(credit: TransferTables["credits"]): Promise<void> {
    await this.#db.insertInto("credits").values(credit).execute()
  }
  /** In a transaction of its own, which is a savepoint if it is called in one. */
  async creditAlone(credit: TransferTables["credits"]): Promise<void> {
    await this.#db.transact(() => this.credit(credit))
  }
}

class TransfersController {
  readonly #store = inject(TransferStore)

  routes() {
    const accepts = { query: dto({ amount: "required,integer" }) }
    return routes([
      post("/transfers/:point/:id", this.create, { accepts, middlewares: [inTransaction(TransferDb)] }),
    ])
  }

  async create(ctx: Context<"/transfers/:point/:id">) {
    const [point, id] = [ctx.param("point"), ctx.param("id")]
    if (point === "before") throw new Error("before")
    await this.#store.debit(id)
    if (point === "first") throw new PublicError(409, "first")
    if (point === "between") return { error: "between", status: 409 }
    if (point === "cancelled") await sleep(Math.random() * 10)
    const amount = point === "constraint" || point === "swallowed" ? 0 : 1
    const debit = point === "deferred" ? `${id}, but missing` : id
    const credit = { id, amount, debit }
    // A caught error would undo only the savepoint, and the debit would stay.
    const credited = point === "swallowed" ? this.#store.credit(credit) : this.#store.creditAlone(credit)
    await (point === "swallowed" ? credited.catch(() => undefined) : credited)
    if (point === "thrown") throw new Error("thrown")
    if (point === "status") return ctx.status(404).json({ id })
    if (point === "error") return { error: "error" }
    if (point === "mapped") return { _status: 422, data: { id } }
    if (point === "reply") return Reply.error(500, "reply")
    if (point === "response") return new Response("response", { status: 503 })
    if (point === "unread") return readResponse()
    return ctx.status(201).json({ id })
  }
}

async function readResponse(): Promise<Response> {
  const response = new Response("read")
  await response.text()
  return response
}

/** An application that makes transfers. */
export interface ServedTransfers {
  readonly url: string
  readonly db: TransferDb
  /** The number of calls in progress, also of those whose client has gone. */
  readonly running: () => number
  stop(): Promise<void>
}

/** Serves an application as users write it, with the defaults for all times unless others are given. */
export async function serveTransfers(options: DatabaseOptions): Promise<ServedTransfers> {
  const db = new TransferDb(options)
  let running = 0
  const counted = {
    async handle(_: Context, next: Next) {
      running++
      try {
        return await next()
      } finally {
        running--
      }
    },
  }
  const root = module({
    name: "transfers",
    declarations: [provide(TransferDb, () => db), TransferStore, TransfersController],
  })
  const log = createJsonLog({ write: () => undefined })
  const app = await createApp(root, { platform: api(), log, middlewares: [counted] })
  const served = await serve(app, {
    port: 0,
    host: "127.0.0.1",
    signals: false,
    overload: false,
    drainDelay: 0,
  })
  return {
    url: `http://127.0.0.1:${served.port}`,
    db,
    running: () => running,
    stop: async () => void (await served.stop()),
  }
}

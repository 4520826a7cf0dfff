import { sql, type Transaction } from "kysely"
import { type Context, group, post, PublicError, Reply, type Route, routes } from "trivet"
import type { TestApp } from "trivet/testing"
import { redirect } from "trivet/web"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { transferAppWith } from "../tests/attacks/attacked/transfer-app.ts"
import { createTables, TransferDb, type TransferTables } from "../tests/attacks/attacked/transfers.ts"
import { createTestDatabase } from "./testing/test-database.ts"
import type { TestDatabase } from "./testing/test-server.ts"
import { inTransaction } from "./transactions/transaction.ts"

type Given = Context<string, "trx">
type Answers = Readonly<Record<string, (ctx: Given) => unknown>>

/** A Response of a library. */
class OtherResponse {
  readonly status = 502
  readonly headers = new Headers()
  readonly body = null
  arrayBuffer() {
    return Promise.resolve(new ArrayBuffer())
  }
}

async function* stream() {
  yield "made"
}

/** What handlers return after a write that is to be committed. */
const committed: Answers = {
  data: () => ({ id: 1 }),
  undefined: () => undefined,
  "ctx.status(201)": (ctx) => ctx.status(201).json({}),
  "{ _status: 202 }": () => ({ _status: 202, data: {} }),
  "a Response of 201": () => new Response("made", { status: 201 }),
  "a redirect": () => redirect("/made"),
  "an empty reply of 304": () => Reply.empty(304),
  "a stream": stream,
  "data that is like an error": () => ({ error: "none", code: 7 }),
}

/** What handlers return or throw after a write that is to be rolled back. */
const rolledBack: Answers = {
  "a thrown error": () => Promise.reject(new Error("no")),
  "a thrown PublicError": () => Promise.reject(new PublicError(409, "no")),
  "ctx.status(400).json()": (ctx) => ctx.status(400).json({}),
  "ctx.status(500).send()": (ctx) => ctx.status(500).send("no"),
  "{ error }": () => ({ error: "no" }),
  "{ error, status: 404 }": () => ({ error: "no", status: 404 }),
  "{ error, status: 200 }": () => ({ error: "no", status: 200 }),
  "{ _status: 422 }": () => ({ _status: 422, data: {} }),
  "Reply.error(403)": () => Reply.error(403, "no"),
  "Reply.empty(410)": () => Reply.empty(410),
  "a Response of 418": () => new Response("no", { status: 418 }),
  "a Response of another library": () => new OtherResponse(),
  "a Response whose status ends no request": () =>
    Object.defineProperty(new Response(), "status", { value: 101 }),
}

const answers = { ...committed, ...rolledBack }
const behind = [inTransaction(TransferDb)]
const debit = (ctx: Given, id = "made") => ctx.get("trx").insertInto("debits").values({ id }).execute()
const floated: { results?: readonly unknown[] } = {}

class Rejects {
  readonly needs = ["trx"] as const
  async handle(ctx: Given) {
    await debit(ctx)
    return Reply.error(403, "rejected")
  }
}

async function* rowsLater(trx: Transaction<TransferTables>) {
  yield* await trx.selectFrom("debits").selectAll().execute()
}

function records(db: TransferDb): readonly Route[] {
  return routes([
    group("", behind, [
      post("/answers", async (ctx: Given) => {
        await debit(ctx)
        return answers[ctx.query("name")]!(ctx)
      }),
      post("/rejected", () => "never", { middlewares: [Rejects] }),
      post("/twice", async (ctx: Given) => void (await debit(ctx)), { middlewares: behind }),
      post("/parallel", async (ctx: Given) => {
        await Promise.all(["a", "b", "c"].map((id) => debit(ctx, id)))
      }),
      post("/floating", async (ctx: Given) => {
        await debit(ctx, "awaited")
        const floating = ["one", "two"].map((id) => debit(ctx, id))
        void Promise.allSettled(floating).then((results) => (floated.results = results))
      }),
      post("/outside", async (ctx: Given) => {
        await debit(ctx, "inside")
        await db.outsideTransaction().insertInto("debits").values({ id: "outside" }).execute()
        throw new Error("rolled back")
      }),
      post("/late", async (ctx: Given) => {
        await debit(ctx)
        return rowsLater(ctx.get("trx"))
      }),
      post("/not-json", async (ctx: Given) => {
        await debit(ctx)
        return new Map()
      }),
    ]),
  ])
}

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

// On PGlite too: TRIVET_LONG=1 npx vitest run packages/postgres/src/transaction-results.test.ts. Otherwise PGlite is in
// tests/attacks/{transactions,current-transaction}.test.ts, where its transactions end in every way.
const kinds = process.env["TRIVET_LONG"] === "1" ? ["PostgreSQL", "PGlite"] : ["PostgreSQL"]

describe.each(kinds)("inTransaction() on %s", (kind) => {
  let app: TestApp
  let db: TransferDb
  beforeAll(async () => {
    app = await transferAppWith({ url: kind === "PGlite" ? "pglite://memory" : test.url }, records)
    db = app.get(TransferDb)
    await createTables.execute(db)
  })
  afterAll(() => app.stop())
  beforeEach(async () => {
    await sql`truncate debits, credits`.execute(db)
  })

  const debits = async () =>
    (await db.selectFrom("debits").select("id").orderBy("id").execute()).map(({ id }) => id)

  it.each(Object.keys(committed))("commits when the handler returns %s", async (name) => {
    const reply = await app.request("POST", "/answers", { query: { name } })
    expect(reply.status).toBeLessThan(400)
    expect(await debits()).toEqual(["made"])
  })

  it.each(Object.keys(rolledBack))("rolls back for %s", async (name) => {
    const reply = await app.request("POST", "/answers", { query: { name } })
    expect(reply.status).toBeGreaterThanOrEqual(400)
    expect(await debits()).toEqual([])
  })

  it("rolls back what a middleware inside it wrote before it rejected the request", async () => {
    expect((await app.request("POST", "/rejected")).status).toBe(403)
    expect(await debits()).toEqual([])
  })

  it("is one transaction if it is listed for a group and for its route", async () => {
    expect((await app.request("POST", "/twice")).status).toBe(204)
    expect(await debits()).toEqual(["made"])
  })

  it("runs queries that are started together", async () => {
    expect((await app.request("POST", "/parallel")).status).toBe(204)
    expect(await debits()).toEqual(["a", "b", "c"])
  })

  it("runs no query after the commit that the handler did not await", async () => {
    expect((await app.request("POST", "/floating")).status).toBe(204)
    await expect.poll(() => floated.results).toHaveLength(2)
    expect(floated.results!.at(-1)).toMatchObject({
      status: "rejected",
      reason: { code: "TRANSACTION_OVER" },
    })
    expect(await debits()).not.toContain("two")
    floated.results = []
  })

  it("keeps what is written outside, but not on PGlite, which has one session", async () => {
    expect((await app.request("POST", "/outside")).status).toBe(500)
    expect(await debits()).toEqual(kind === "PGlite" ? [] : ["outside"])
  })

  it("has ended when a streamed body is read, and the error says so", async () => {
    const read = await app.request("POST", "/late").catch((error: unknown) => error)
    expect(JSON.stringify([app.logs, String(read)])).toContain(
      "was started in the transaction of `POST /late`, which ended before it ran.",
    )
    expect(await debits()).toEqual(["made"])
  })

  it("commits before the body is written: a result without a JSON form is 500, and stays", async () => {
    expect((await app.request("POST", "/not-json")).status).toBe(500)
    expect(await debits()).toEqual(["made"])
  })
})

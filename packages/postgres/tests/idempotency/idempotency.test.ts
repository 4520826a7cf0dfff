import { sql } from "kysely"
import { dto, module, post, routes, stream } from "trivet"
import { createTestApp, type TestApp } from "trivet/testing"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { createTestDatabase, type TestDatabase } from "../../src/testing.ts"
import { sweep } from "../../src/idempotency/sweep.ts"
import { inTransaction } from "../../src/index.ts"
import { ChargesController, ChargesDb, chargesModule, Control } from "./charges.ts"

let test: TestDatabase
let app: TestApp
let other: TestApp
beforeAll(async () => {
  test = await createTestDatabase({ migrations: (await import("./charges.ts")).migrations })
})
afterAll(() => test?.drop())
beforeEach(async () => {
  app = await createTestApp(chargesModule(test.url))
  other = await createTestApp(chargesModule(test.url))
  await sql`truncate trivet_idempotency_keys, charges, invoices`.execute(app.get(ChargesDb))
})
afterEach(async () => {
  await app.stop()
  await other.stop()
})

interface Given {
  readonly key?: string
  readonly user?: string
  readonly amount?: number
  readonly json?: unknown
}

function charge(
  path = "/charges",
  { key = "k", user = "ada", amount = 5, json = { amount } }: Given = {},
  on = app,
) {
  const headers = { ...(key !== "" && { "idempotency-key": key }), "x-user": user }
  return on.request("POST", path, { json, headers })
}

const count = async () => ((await app.request("GET", "/charges")).json() as unknown[]).length
const stored = async () => {
  const { rows } = await sql<{ n: string }>`select count(*) as n from trivet_idempotency_keys`.execute(
    app.get(ChargesDb),
  )
  return Number(rows[0]!.n)
}

/** The headers that a repeated reply must repeat. */
function repeatable(reply: Awaited<ReturnType<typeof charge>>) {
  const { list } = reply.headers
  const pairs = list.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${list[at + 1]}`] : []))
  return pairs.filter((line) => !/^(?:idempotent-|set-cookie: visit=)/.test(line)).toSorted()
}

describe('inTransaction({ idempotencyKey: "required" })', () => {
  it("runs once for a key, and sends the same reply again, marked, also from another process", async () => {
    const first = await charge()
    expect([first.status, first.headers.get("idempotent-replayed")]).toEqual([201, undefined])
    for (const on of [app, other]) {
      const again = await charge("/charges", {}, on)
      expect([again.status, again.text(), repeatable(again)]).toEqual([201, first.text(), repeatable(first)])
      expect(again.headers.get("idempotent-replayed")).toBe("true")
      expect(again.headers.get("idempotent-contract")).toBeUndefined()
      // What middlewares around the transaction set is that of this call.
      expect(again.headers.all("set-cookie").filter((line) => line.startsWith("visit="))).toHaveLength(1)
      expect(again.headers.all("set-cookie")).not.toContain(first.headers.all("set-cookie")[0])
    }
    expect([await count(), app.get(Control).runs, other.get(Control).runs]).toEqual([1, 1, 0])
  })

  it.each(["bytes", "nothing", "text", "redirect"])("stores a reply of %s", async (kind) => {
    const first = await charge(`/charges/other?kind=${kind}`)
    const again = await charge(`/charges/other?kind=${kind}`)
    expect(Buffer.from(again.bytes)).toEqual(Buffer.from(first.bytes))
    expect([again.status, repeatable(again)]).toEqual([first.status, repeatable(first)])
    expect([await count(), again.headers.get("idempotent-replayed")]).toEqual([1, "true"])
  })

  it("answers 422 if the path, the query or the body is another, and has no effect", async () => {
    expect((await charge("/charges/1/refunds")).status).toBe(201)
    for (const [path, given] of [
      ["/charges/2/refunds", {}],
      ["/charges/1/refunds?a=1", {}],
      ["/charges/1/refunds", { amount: 6 }],
    ] as const)
      expect((await charge(path, given)).status).toBe(422)
    expect([await count(), app.get(Control).runs]).toEqual([1, 1])
  })

  it("keeps callers and routes apart", async () => {
    const replies = [
      await charge(),
      await charge("/charges", { user: "eve" }),
      await charge("/charges/1/refunds"),
    ]
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(new Set(replies.map((reply) => reply.text())).size).toBe(3)
    expect((await charge("/charges", { user: "eve", amount: 6 })).status).toBe(422)
    expect(await count()).toBe(3)
  })

  it.each(["", " ", "a b", "ü", "x".repeat(256)])(
    "answers 400 to the key %j, before the handler",
    async (key) => {
      expect((await charge("/charges", { key })).status).toBe(400)
      expect(app.get(Control).runs).toBe(0)
    },
  )

  it("answers 409 at once while a call with the key runs, in any process, and the reply after it", async () => {
    const waits = Promise.withResolvers<void>()
    app.get(Control).waits = waits.promise
    const first = charge("/charges/waits")
    await app.get(Control).began.promise
    for (const on of [app, other]) {
      const busy = await charge("/charges/waits", {}, on)
      expect([busy.status, busy.headers.get("retry-after")]).toEqual([409, "1"])
    }
    expect((await charge("/charges/waits", { user: "eve" }, other)).status).toBe(200)
    waits.resolve()
    expect((await first).status).toBe(200)
    expect((await charge("/charges/waits", {}, other)).headers.get("idempotent-replayed")).toBe("true")
    expect(app.get(Control).runs).toBe(1)
  })

  it("takes the lock of the key before it looks for a reply", async () => {
    const waits = Promise.withResolvers<void>()
    app.get(Control).waits = waits.promise
    const first = charge("/charges/waits")
    await app.get(Control).began.promise
    // It waits for the first call, and every later look into the table waits for it.
    const block = sql`lock table trivet_idempotency_keys in access exclusive mode`
    const blocked = other.get(ChargesDb).transact(async (trx) => void (await block.execute(trx)))
    await expect
      .poll(async () => {
        const { rows } =
          await sql`select from pg_locks where not granted and relation = 'trivet_idempotency_keys'::regclass`.execute(
            app.get(ChargesDb),
          )
        return rows.length
      })
      .toBe(1)
    const busy = await Promise.race([
      charge("/charges/waits", {}, other),
      new Promise<undefined>((go) => setTimeout(() => go(undefined), 3_000)),
    ])
    waits.resolve()
    await Promise.all([first, blocked])
    expect(busy?.status).toBe(409)
  })

  it.each(["?status=404", "?status=500", "?status=409&throws=1", "?status=503&throws=1"])(
    "rolls back and stores nothing for %s: the key runs again",
    async (query) => {
      const path = `/charges/fails${query}&until=2`
      const status = Number(/\d+/.exec(query)![0])
      expect((await charge(path)).status).toBe(status)
      expect([await count(), await stored()]).toEqual([0, 0])
      expect((await charge(path)).status).toBe(200)
      expect([await count(), await stored(), app.get(Control).runs]).toEqual([1, 1, 2])
      expect((await charge(path)).headers.get("idempotent-replayed")).toBe("true")
    },
  )

  it("stores nothing if the commit fails", async () => {
    expect((await charge("/charges/deferred")).status).toBe(500)
    expect([await count(), await stored()]).toEqual([0, 0])
    expect((await charge("/charges/deferred")).status).toBe(200)
    expect([await count(), await stored()]).toEqual([1, 1])
  })

  it("answers 500 and rolls back for a stream and for more than 256 KiB", async () => {
    for (const query of ["kind=stream", "size=262145"]) {
      expect((await charge(`/charges/other?${query}`, { key: query })).status).toBe(500)
      expect([await count(), await stored()]).toEqual([0, 0])
    }
    expect((await charge("/charges/other?size=262142")).status).toBe(200)
  })

  it("sends a stored reply whose contract has changed since, and says so", async () => {
    const first = await charge()
    class Changed extends ChargesController {
      override readonly returned = { 201: dto({ number: "required" }) }
    }
    const next = await createTestApp(chargesModule(test.url, {}, Changed))
    const again = await charge("/charges", {}, next)
    expect([again.text(), again.headers.get("idempotent-contract")]).toEqual([first.text(), "changed"])
    expect(next.logs).toContainEqual(
      expect.objectContaining({ msg: "a stored reply was sent whose contract has changed since" }),
    )
    await next.stop()
  })

  it("lets no other transaction store a second reply", async () => {
    const insert = sql`insert into trivet_idempotency_keys (caller, route, key, input, contract, status, headers)
      select caller, 'POST /charges/waits', key, input, contract, status, headers from trivet_idempotency_keys`
    await charge()
    const waits = Promise.withResolvers<void>()
    app.get(Control).waits = waits.promise
    const first = charge("/charges/waits")
    await app.get(Control).began.promise
    await insert.execute(other.get(ChargesDb))
    waits.resolve()
    expect([(await first).status, await count()]).toEqual([409, 1])
  })

  it("says which migrations are missing", async () => {
    const empty = await createTestDatabase()
    const bare = await createTestApp(chargesModule(empty.url))
    expect((await charge("/charges", {}, bare)).status).toBe(500)
    expect(JSON.stringify(bare.logs)).toContain("IDEMPOTENCY_MIGRATIONS_MISSING")
    await bare.stop()
    await empty.drop()
  })

  it("takes two statements more than the transaction alone", async () => {
    const seen: string[] = []
    const watched = await createTestApp(chargesModule(test.url, { logQueries: {} }))
    await charge("/charges", {}, watched)
    for (const { query, sql: text } of watched.logs as readonly { query?: string; sql?: string }[]) {
      const one = text ?? query
      if (one !== undefined) seen.push(one.split(" ", 1)[0]!)
    }
    // The first asks whether the server can be written to.
    expect(seen.slice(1)).toEqual(["start", "select", "insert", "insert", "commit"])
    await watched.stop()
  })
})

describe('inTransaction({ idempotencyKey: "webhook_id" })', () => {
  const send = (path: string, event: string, on = app) =>
    on.request("POST", path, { json: { at: crypto.randomUUID() }, headers: { "x-event": event } })

  it("runs once for each value and path, whatever the body is", async () => {
    const first = await send("/events/a", "e1")
    const again = await send("/events/a", "e1", other)
    expect([again.text(), again.headers.get("idempotent-replayed")]).toEqual([first.text(), "true"])
    await send("/events/a", "e2")
    await send("/events/b", "e1")
    expect([await count(), app.get(Control).runs]).toEqual([3, 3])
  })

  it("answers 500 without a value, and runs nothing", async () => {
    expect((await send("/events/a", "")).status).toBe(500)
    expect(app.get(Control).runs).toBe(0)
  })
})

describe("routes that cannot have idempotency keys", () => {
  class User {
    readonly provides = ["user_id"] as const
    handle(_: unknown, next: () => unknown) {
      return next()
    }
  }
  const keyed = inTransaction(ChargesDb, { key: "charges_trx", idempotencyKey: "required" })
  const form = { type: "object", properties: { photo: { type: "string", format: "binary" } } }
  const file = {
    "~standard": {
      version: 1,
      vendor: "test",
      validate: (value: unknown) => ({ value }),
      jsonSchema: { input: () => form, output: () => form },
    },
  } as const
  it.each([
    ["a stream", { returns: { 200: stream(dto({ id: "required" })) } }, "its reply is a stream"],
    ["a file in the reply", { returns: { 200: file } }, "its reply is a file"],
    ["a file in the body", { accepts: { body: file } }, "its body contains a file"],
  ])("%s is a fault at boot", async (_, record, reason) => {
    class Controller {
      routes() {
        return routes([post("/x", () => undefined, { ...record, middlewares: [User, keyed] })])
      }
    }
    const root = module({
      name: "root",
      imports: chargesModule(test.url).imports as never,
      declarations: [Controller],
    })
    await expect(createTestApp(root)).rejects.toThrow(
      `Calls of POST /x cannot have an idempotency key: ${reason}.`,
    )
  })

  it("needs the caller: a route without a guard is a fault at boot", async () => {
    class Controller {
      routes() {
        const list: readonly unknown[] = [keyed]
        return routes([post("/x", () => undefined, { middlewares: list as never[] })])
      }
    }
    const root = module({
      name: "root",
      imports: chargesModule(test.url).imports as never,
      declarations: [Controller],
    })
    await expect(createTestApp(root)).rejects.toThrow("needs the value `user_id`")
  })

  it("rejects `readOnly` at once", () => {
    expect(() =>
      inTransaction(ChargesDb, { key: "charges_trx", readOnly: true, idempotencyKey: "required" }),
    ).toThrow("both `readOnly` and `idempotencyKey`")
  })
})

describe("the retention of idempotency keys", () => {
  const fill = (caller: string, rows: number, age: string) =>
    sql`insert into trivet_idempotency_keys (caller, route, key, input, contract, status, headers, created_at)
      select ${caller}, 'POST /x', n::text, '', '', 200, '{}', now() - ${age}::interval - (${rows} - n) * interval '1 ms'
      from generate_series(1, ${rows}) as n`.execute(app.get(ChargesDb))

  it("deletes replies after a day, and the oldest of a caller with more than 10,000", async () => {
    await fill("old", 1_500, "25 hours")
    await fill("many", 10_300, "1 hour")
    await fill("few", 5, "23 hours")
    const db = app.get(ChargesDb)
    let deleted = 0
    for (let one = -1; one !== 0; deleted += one) one = await sweep(db)
    expect([deleted, await stored()]).toEqual([1_800, 10_005])
    const { rows } = await sql<{
      key: string
    }>`select min(key::int) as key from trivet_idempotency_keys where caller = 'many'`.execute(db)
    expect(Number(rows[0]!.key)).toBe(301)
  })

  it("runs beside every 256th stored reply of a process", async () => {
    await fill("old", 5, "25 hours")
    for (let key = 0; key < 256; key++) await charge("/charges", { key: String(key) })
    await expect.poll(stored).toBe(256)
  })
})

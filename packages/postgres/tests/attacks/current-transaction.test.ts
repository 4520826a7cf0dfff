import { setTimeout as sleep } from "node:timers/promises"
import { type Generated, sql, type Transaction } from "kysely"
import { type Fault, get, post, routes } from "trivet"
import type { TestApp } from "trivet/testing"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { Database } from "../../src/database.ts"
import { PostgresKeyValue } from "../../src/postgres-key-value.ts"
import { createTestDatabase } from "../../src/testing/test-database.ts"
import type { TestDatabase } from "../../src/testing/test-server.ts"
import { inTransaction } from "../../src/transactions/transaction.ts"
import { transferAppWith } from "./attacked/transfer-app.ts"
import { createTables, TransferDb } from "./attacked/transfers.ts"

interface Tables {
  marks: { id: Generated<number>; name: string; tx: Generated<string> }
}
class Db extends Database<Tables> {}

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

const here = /\S*current-transaction\.test\.ts:\d+:\d+/.source
const rolledBack = async () => {
  throw new Error("rolled back")
}
const messageOf = (work: Promise<unknown>) =>
  work.then(
    () => "nothing failed",
    (error: Error) => error.message,
  )
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "nothing failed",
    (error: unknown) => (error as { code?: unknown }).code,
  )

describe.each(["PostgreSQL", "PGlite"])("the database inside transact() on %s", (kind) => {
  const isServer = kind === "PostgreSQL"
  let db: Db
  let keys: PostgresKeyValue
  beforeAll(async () => {
    db = new Db({
      url: isServer ? test.url : "pglite://memory",
      statementTimeout: 5_000,
      idleInTransaction: 400,
      // As everywhere: nothing depends on it.
      production: isServer,
    })
    await sql`create table marks (id serial primary key, name text not null unique,
      tx text not null default pg_current_xact_id()::text)`.execute(db)
    keys = new PostgresKeyValue(db)
    await keys.onStart()
  })
  afterAll(() => db.onStop())
  afterEach(async () => {
    await sql`truncate marks`.execute(db)
  })

  const mark = (name: string, on: Pick<Db, "insertInto"> = db) =>
    on.insertInto("marks").values({ name }).execute()
  const names = async () =>
    (await db.selectFrom("marks").select("name").orderBy("name").execute()).map(({ name }) => name)
  const transactions = async () => (await db.selectFrom("marks").select("tx").distinct().execute()).length

  it("is the transaction, for every form of a query and in helpers", async () => {
    const prepared = db.prepare((on, name: string) => on.insertInto("marks").values({ name }))
    const forms = {
      builder: () => mark("builder"),
      prepared: () => prepared.run("prepared"),
      "prepared.on(trx)": (trx: Transaction<Tables>) => prepared.on(trx).run("on"),
      sql: () => sql`insert into marks (name) values ('sql')`.execute(db),
      trx: (trx: Transaction<Tables>) => mark("trx", trx),
      withSchema: () => mark("schema", db.withSchema("public")),
      connection: () => db.connection().execute((one) => mark("connection", one as never)),
      later: async () => {
        await sleep(1)
        await mark("later")
      },
    }
    const all = async (trx: Transaction<Tables>) => {
      for (const form of Object.values(forms)) await form(trx)
    }
    await db
      .transact(async (trx) => {
        await all(trx)
        await rolledBack()
      })
      .catch(() => undefined)
    expect(await names()).toEqual([])
    await db.transact(all)
    expect(await names()).toHaveLength(Object.keys(forms).length)
    expect(await transactions()).toBe(1)
  })

  it("runs queries that are started together one after the other", async () => {
    const started = Array.from({ length: 20 }, (_, at) => `together ${at}`)
    await db.transact(() => Promise.all(started.map((name) => mark(name))))
    expect(await names()).toEqual(started.toSorted())
    expect(await transactions()).toBe(1)
  })

  it("leaves it with outsideTransaction(), and key-value stores leave it by themselves", async () => {
    const work = db.transact(async () => {
      await mark("kept", db.outsideTransaction())
      await keys.set("seen", "yes")
      await db.outsideTransaction().transact(() => mark("kept too"))
      await rolledBack()
    })
    expect(await messageOf(work)).toBe("rolled back")
    // PGlite has one session, so there it is rolled back with the rest.
    expect(await names()).toEqual(isServer ? ["kept", "kept too"] : [])
    expect(await keys.get("seen")).toBe(isServer ? "yes" : undefined)
  })

  describe("a transact() inside it", () => {
    it("is a savepoint: what it wrote is undone if it throws, and the rest stays", async () => {
      await db.transact(async (trx) => {
        await mark("before")
        const failing = db.transact(async (inner) => {
          await mark("inner")
          await mark("inner trx", inner)
          // Named from inside, the outer transaction is the savepoint too: otherwise it would wait forever.
          await mark("outer trx", trx)
          await mark("before") // violates the unique index
        })
        expect(await codeOf(failing)).toBe("23505")
        await mark("after")
      })
      expect(await names()).toEqual(["after", "before"])
      expect(await transactions()).toBe(1)
    })

    it("is rolled back with the whole", async () => {
      const work = db.transact(async () => {
        await db.transact(() => mark("inner"))
        await rolledBack()
      })
      expect(await messageOf(work)).toBe("rolled back")
      expect(await names()).toEqual([])
    })

    it("fails if its work catches the error of a query, and the rest stays", async () => {
      await db.transact(async () => {
        await mark("one")
        const swallowed = db.transact(() => mark("one").catch(() => undefined))
        expect(await codeOf(swallowed)).toBe("25P02")
        await mark("two")
      })
      expect(await names()).toEqual(["one", "two"])
    })

    it("lets queries and savepoints beside it wait, so that none is undone with it", async () => {
      await db.transact(async () => {
        const failing = db.transact(async () => {
          await mark("undone")
          await sleep(20)
          await rolledBack()
        })
        const beside = [mark("query"), db.transact(() => mark("savepoint"))]
        expect(await messageOf(failing)).toBe("rolled back")
        await Promise.all(beside)
      })
      expect(await names()).toEqual(["query", "savepoint"])
    })

    it("runs once, and the outermost runs again after a conflict", async () => {
      let [outer, inner] = [0, 0]
      const conflict = sql`do $$ begin raise exception 'again' using errcode = '40001'; end $$`
      await db.transact(async () => {
        outer++
        await db.transact(async () => {
          inner++
          if (inner < 3) await conflict.execute(db)
        })
      })
      expect([outer, inner]).toEqual([3, 3])
    })

    it("has the isolation level of the outermost, and may not need another", async () => {
      const nested = { isolation: "serializable" } as const
      const work = db.transact(() => db.transact(() => mark("never"), nested))
      expect(await messageOf(work)).toMatch(
        new RegExp(
          `\`transact\\(\\)\` at ${here} needs the isolation level \`serializable\`, but it is called inside the transaction of ${here}, which does not set it`,
        ),
      )
      await db.transact(() => db.transact(() => mark("made"), nested), nested)
      expect(await names()).toEqual(["made"])
    })

    it("has its own `readOnly` and `timeout`, and the rest has those from before", async () => {
      const timeout = async () => {
        const { rows } = await sql<{ t: string }>`select current_setting('statement_timeout') as t`.execute(
          db,
        )
        return rows[0]!.t
      }
      await db.transact(async () => {
        const before = await timeout()
        const reading = db.transact(() => mark("never"), { readOnly: true })
        expect(await codeOf(reading)).toBe("25006")
        const seen = db.transact(timeout, { timeout: 9_000 })
        expect([await seen, await timeout()]).toEqual(["9s", before])
        const failing = db.transact(rolledBack, { timeout: 9_000 })
        expect([await messageOf(failing), await timeout()]).toEqual(["rolled back", before])
        await mark("made")
      })
      expect(await names()).toEqual(["made"])
    })

    it("is undone if the transaction ends before it", async () => {
      const [gate, halfway] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      let inner: Promise<unknown> | undefined
      await db.transact(async () => {
        await mark("outer")
        inner = db.transact(async () => {
          await mark("half")
          halfway.resolve()
          await gate.promise
          await mark("whole")
        })
        inner.catch(() => undefined)
        await halfway.promise
      })
      expect(await codeOf(inner!)).toBe("TRANSACTION_OVER")
      gate.resolve()
      await sleep(10)
      expect(await names()).toEqual(["outer"])
    })

    it.runIf(isServer)(
      "ends with the connection if its work waits for a query that waits for it",
      async () => {
        let waiting: Promise<unknown> | undefined
        const began = performance.now()
        const work = db.transact(async () => {
          const gate = Promise.withResolvers<void>()
          waiting = gate.promise.then(() => mark("waits for the savepoint"))
          waiting.catch(() => undefined)
          await db.transact(async () => {
            await mark("inner")
            gate.resolve()
            await waiting
          })
        })
        expect(await work.catch((error: Error) => error.name)).toBe("DatabaseUnavailable")
        expect(performance.now() - began).toBeLessThan(3_000)
        expect(await names()).toEqual([])
      },
    )
  })

  describe("after its end", () => {
    it("is a fault that names both places, for queries that nobody awaited and for timers", async () => {
      const late: Promise<unknown>[] = []
      const prepared = db.prepare((on, name: string) => on.insertInto("marks").values({ name }))
      const inTimer = async (query: () => Promise<unknown>) => {
        await sleep(30)
        await query()
      }
      await db.transact(async (trx) => {
        await mark("awaited")
        late.push(inTimer(() => mark("builder")))
        late.push(inTimer(() => prepared.run("prepared")))
        late.push(inTimer(() => mark("trx", trx)))
        late.push(inTimer(() => db.transact(() => mark("transact"))))
        late.push(mark("first"), mark("second"), mark("third"))
      })
      const settled = await Promise.allSettled(late)
      const faults = settled.flatMap((one) => (one.status === "rejected" ? [one.reason as Fault] : []))
      expect(new Set(faults.map(({ code }) => code))).toEqual(new Set(["TRANSACTION_OVER"]))
      for (const { message, where } of faults) {
        expect(message).toMatch(
          new RegExp(
            `The query at ${here} was started in the transaction of ${here}, which ended before it ran`,
          ),
        )
        expect(where).toMatch(new RegExp(`^${here}$`))
      }
      // The first of those that were sent together may have been in time.
      expect(faults.length).toBeGreaterThanOrEqual(6)
      expect(await names()).not.toContain("third")
      expect(await transactions()).toBe(1)
    })

    it("does not bind work on outsideTransaction()", async () => {
      let late: Promise<unknown> | undefined
      await db.transact(async () => {
        await mark("inside")
        late = sleep(20).then(() =>
          db.outsideTransaction().transact(async () => {
            await mark("own")
            await mark("own too")
          }),
        )
      })
      await late
      expect(await names()).toEqual(["inside", "own", "own too"])
      expect(await transactions()).toBe(2)
    })
  })

  it("rejects Kysely's own transaction, which could not be one", async () => {
    const work = db.transact(() => db.transaction().execute(() => mark("never")))
    expect(await messageOf(work)).toMatch(
      new RegExp(`Kysely's \`db.transaction\\(\\)\` was called inside the transaction of ${here}`),
    )
    await db.transaction().execute((trx) => mark("made", trx))
    expect(await names()).toEqual(["made"])
  })

  it("is not that of another database", async () => {
    class Other extends Database<Tables> {}
    const other = new Other({ url: test.url, maxConnections: 2 })
    await db.transact(() => other.transact(() => Promise.all([mark("here"), sql`select 1`.execute(other)])))
    const crossed = db.transact(async () => {
      await other.transact(() => mark("inner"))
      await rolledBack()
    })
    expect(await messageOf(crossed)).toBe("rolled back")
    expect(await names()).toEqual(["here"])
    await other.onStop()
  })
})

describe.each(["PostgreSQL", "PGlite"])("the database behind inTransaction() on %s", (kind) => {
  let app: TestApp
  let db: TransferDb
  const floating: Promise<unknown>[] = []
  beforeAll(async () => {
    const url = kind === "PGlite" ? "pglite://memory" : test.url
    app = await transferAppWith({ url }, (database) => {
      const debit = (id: string) => database.insertInto("debits").values({ id }).execute()
      const behind = { middlewares: [inTransaction(TransferDb)] }
      return routes([
        post(
          "/debits/:status",
          async (ctx) => {
            await debit("one")
            await database.transact(() => debit("two"))
            return ctx.status(Number(ctx.param("status"))).json({})
          },
          behind,
        ),
        get("/generator", () => rows(), behind),
        get("/stream", () => new Response(pulled()), behind),
        post(
          "/later",
          (ctx) => {
            ctx.onReply((reply) => {
              floating.push(debit("reply"))
              return reply
            })
            ctx.onDone(() => void floating.push(debit("done")))
            return {}
          },
          behind,
        ),
      ])

      async function* rows() {
        yield await database.selectFrom("debits").select("id").orderBy("id").execute()
      }
      function pulled() {
        return new ReadableStream({
          async pull(controller) {
            await sleep(1)
            const found = await database.selectFrom("debits").select("id").execute()
            controller.enqueue(new TextEncoder().encode(JSON.stringify(found)))
            controller.close()
          },
        })
      }
    })
    db = app.get(TransferDb)
    await createTables.execute(db)
  })
  afterAll(() => app.stop())
  afterEach(async () => {
    await sql`truncate debits cascade`.execute(db)
  })
  const debits = async () =>
    (await db.selectFrom("debits").select("id").orderBy("id").execute()).map(({ id }) => id)

  it("is the transaction of the call: the status decides on all of it", async () => {
    expect((await app.request("POST", "/debits/409")).status).toBe(409)
    expect(await debits()).toEqual([])
    expect((await app.request("POST", "/debits/201")).status).toBe(201)
    expect(await debits()).toEqual(["one", "two"])
  })

  it("is a savepoint for a call in the process that code inside a transaction makes", async () => {
    const call = async () => expect((await app.request("POST", "/debits/201")).status).toBe(201)
    expect(await messageOf(db.transact(() => call().then(rolledBack)))).toBe("rolled back")
    expect(await debits()).toEqual([])
    await db.transact(async () => {
      expect((await app.request("POST", "/debits/404")).status).toBe(404)
      await call()
    })
    expect(await debits()).toEqual(["one", "two"])
  })

  it("is itself again in a streamed generator, onReply() and onDone(), which run after the commit", async () => {
    await app.request("POST", "/debits/201")
    expect((await app.request("GET", "/generator")).text()).toContain('"one"')
    expect((await app.request("POST", "/later")).status).toBe(200)
    await expect.poll(() => floating.length).toBe(2)
    await Promise.all(floating)
    expect(await debits()).toEqual(["done", "one", "reply", "two"])
  })

  it("is a fault in a stream that the handler itself began to read, after the commit", async () => {
    const read = await app.request("GET", "/stream").catch(String)
    expect(JSON.stringify([app.logs, read])).toMatch(
      new RegExp(
        `The query at ${here} was started in the transaction of \`GET /stream\`, which ended before it ran`,
      ),
    )
  })
})

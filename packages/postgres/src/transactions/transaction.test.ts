import { setTimeout as sleep } from "node:timers/promises"
import { sql } from "kysely"
import { type Context, dto, get, module, post, routes, Describe } from "trivet"
import { createTestApp } from "trivet/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { transferAppWith } from "../../tests/attacks/attacked/transfer-app.ts"
import { type AuditTables, createTables, TransferDb } from "../../tests/attacks/attacked/transfers.ts"
import { Database } from "../database.ts"
import { postgres, type PostgresOptions } from "../postgres.ts"
import { createTestDatabase } from "../testing/test-database.ts"
import type { TestDatabase } from "../testing/test-server.ts"
import { inTransaction } from "./transaction.ts"

class AuditDb extends Database<AuditTables> {}

type Given = Context<string, "trx">
const behind = [inTransaction(TransferDb)]

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
  const db = new TransferDb({ url: test.url })
  await createTables.execute(db)
  await db.onStop()
})
afterAll(() => test.drop())

const appWith = (records: Parameters<typeof transferAppWith>[1], options: PostgresOptions = {}) =>
  transferAppWith({ url: test.url, ...options }, records)

describe("inTransaction()", () => {
  it("begins with the first query: until then a call has no connection", async () => {
    const waits = Promise.withResolvers<void>()
    let calls = 0
    const app = await appWith(
      () =>
        routes([
          post(
            "/slow",
            async (ctx: Given) => {
              calls++
              await waits.promise
              return ctx.get("trx").selectFrom("debits").selectAll().execute()
            },
            { middlewares: behind },
          ),
          post("/invalid", () => "never", {
            accepts: { query: dto({ n: "required" }) },
            middlewares: behind,
          }),
        ]),
      { maxConnections: 1, acquireTimeout: 30_000 },
    )
    const db = app.get(TransferDb)
    const slow = Array.from({ length: 5 }, () => app.request("POST", "/slow"))
    await expect.poll(() => calls).toBe(5)
    expect(db.pool).toEqual({ open: 1, idle: 1, waiting: 0 })
    expect((await app.request("POST", "/invalid")).status).toBe(400)
    waits.resolve()
    expect((await Promise.all(slow)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    await app.stop()
  })

  it("passes its options to PostgreSQL", async () => {
    const show = (ctx: Given) =>
      sql<Record<string, string>>`select current_setting('transaction_isolation') as isolation,
        current_setting('transaction_read_only') as read_only, current_setting('statement_timeout') as timeout`
        .execute(ctx.get("trx"))
        .then(({ rows }) => rows[0])
    const options = { isolation: "serializable", readOnly: true, timeout: 7_000 } as const
    const app = await appWith(() =>
      routes([get("/settings", show, { middlewares: [inTransaction(TransferDb, options)] })]),
    )
    expect((await app.request("GET", "/settings")).json()).toEqual({
      isolation: "serializable",
      read_only: "on",
      timeout: "7s",
    })
    await app.stop()
  })

  it("runs the handler once: a conflict is 503", async () => {
    let runs = 0
    const conflict = async (ctx: Given) => {
      runs++
      await sql`do $$ begin raise exception 'again' using errcode = '40001'; end $$`.execute(ctx.get("trx"))
    }
    const app = await appWith(() => routes([post("/conflict", conflict, { middlewares: behind })]))
    const reply = await app.request("POST", "/conflict")
    expect([reply.status, reply.headers.get("retry-after"), runs]).toEqual([503, "1", 1])
    await app.stop()
  })

  it("answers 503 when it cannot begin, also where the handler returns a success", async () => {
    const swallow = async (ctx: Given) => {
      await ctx
        .get("trx")
        .selectFrom("debits")
        .execute()
        .catch(() => undefined)
      return { id: 1 }
    }
    const app = await appWith(() => routes([post("/swallow", swallow, { middlewares: behind })]), {
      url: "postgres://postgres@127.0.0.1:1/none",
      lazy: true,
    })
    expect((await app.request("POST", "/swallow")).status).toBe(503)
    await app.stop()
  })

  it("answers 503 when the connection is lost before the commit, also where no query fails", async () => {
    const lose = async (ctx: Given) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(ctx.get("trx"))
      const other = new TransferDb({ url: test.url })
      await sql`select pg_terminate_backend(${rows[0]!.pid})`.execute(other)
      await other.onStop()
      await sleep(50)
      return { id: 1 }
    }
    const app = await appWith(() => routes([post("/lose", lose, { middlewares: behind })]))
    expect((await app.request("POST", "/lose")).status).toBe(503)
    expect(app.get(TransferDb).pool.idle).toBe(app.get(TransferDb).pool.open)
    await app.stop()
  })

  it("has a key of its own for a second database", async () => {
    const audited = async (ctx: Context<string, "trx" | "test_audit_trx">) => {
      const { rows } = await sql<{ n: number }>`select 1 as n`.execute(ctx.get("test_audit_trx"))
      await ctx.get("trx").selectFrom("debits").selectAll().execute()
      return rows
    }
    class Controller {
      routes() {
        const audit = inTransaction(AuditDb, { key: "test_audit_trx" })
        return routes([get("/audited", audited, { middlewares: [...behind, audit] })])
      }
    }
    const imports = [
      postgres(TransferDb, { url: test.url }),
      postgres(AuditDb, { url: test.url, commands: "audit" }),
    ]
    const root = module({ name: "root", imports, declarations: [Controller] })
    const app = await createTestApp(root)
    expect((await app.request("GET", "/audited")).json()).toEqual([{ n: 1 }])
    const { routes: described } = app.get(Describe)()
    const names = described.find(({ path }) => path === "/audited")?.middlewares.map(({ name }) => name)
    expect(names).toEqual(["inTransaction(TransferDb)", "inTransaction(AuditDb)"])
    await app.stop()
  })

  it("is one class for each database and options", () => {
    expect(inTransaction(TransferDb)).toBe(behind[0])
    expect(inTransaction(TransferDb, { key: "trx" })).toBe(behind[0])
    expect(inTransaction(TransferDb, { readOnly: true })).not.toBe(behind[0])
    expect(inTransaction(AuditDb, { key: "test_audit_trx" })).not.toBe(behind[0])
  })

  it("rejects unknown options and an invalid timeout at once", () => {
    // @ts-expect-error the handler runs once
    expect(() => inTransaction(TransferDb, { attempts: 3 })).toThrow("`attempts` is unknown")
    expect(() => inTransaction(TransferDb, { timeout: 0 })).toThrow("`timeout` of `inTransaction()` is 0")
  })
})

import { type Context, type ContextKey, get, group, type Next, post, routes } from "trivet"
import { describe, expect, it } from "vitest"
import { type AuditTables, TransferDb, type TransferTables } from "../tests/attacks/attacked/transfers.ts"
import { Database } from "./database.ts"
import { inTransaction } from "./transactions/transaction.ts"

class AuditDb extends Database<AuditTables> {}

describe("the types of inTransaction()", () => {
  const needs = (ctx: Context<"/needs", "trx">) => ctx.get("trx").selectFrom("debits").selectAll().execute()

  it("accepts a handler that needs `trx` behind the middleware only", () => {
    expect(routes([get("/needs", needs, { middlewares: [inTransaction(TransferDb)] })])).toHaveLength(1)
    expect(routes([group("", [inTransaction(TransferDb)], [get("/needs", needs)])])).toHaveLength(1)
    expect(
      routes([{ method: "GET", path: "/needs", middlewares: [inTransaction(TransferDb)], handler: needs }]),
    ).toHaveLength(1)
    // @ts-expect-error needs trx from a middleware
    expect(routes([get("/needs", needs)])).toHaveLength(1)
    // @ts-expect-error needs trx from a middleware
    expect(routes([{ method: "GET", path: "/needs", handler: needs }])).toHaveLength(1)
    const other = [inTransaction(AuditDb, { key: "test_audit_trx" })]
    // @ts-expect-error needs trx from a middleware: this one provides another key
    expect(routes([get("/needs", needs, { middlewares: other })])).toHaveLength(1)
  })

  it("needs no declared key for handlers that use the database itself", () => {
    const undeclared = inTransaction(AuditDb, { key: "nobody" })
    expect(routes([get("/plain", () => "plain", { middlewares: [undeclared] })])).toHaveLength(1)
    // @ts-expect-error needs trx from a middleware: this one provides nothing that is declared
    expect(routes([get("/needs", needs, { middlewares: [undeclared] })])).toHaveLength(1)
  })

  it("knows the tables of `trx`", () => {
    // @ts-expect-error the table "missing" is not in the database
    const wrong = (ctx: Context<"/needs", "trx">) => ctx.get("trx").selectFrom("missing").selectAll()
    expect(wrong).toBeTypeOf("function")
  })

  it("rejects a database whose tables are not those of the key", () => {
    // @ts-expect-error trx in ContextValues is a Transaction of other tables
    expect(inTransaction(AuditDb)).toBeTypeOf("function")
    class Wider extends Database<TransferTables & AuditTables> {}
    // @ts-expect-error trx in ContextValues is a Transaction of other tables
    expect(inTransaction(Wider)).toBeTypeOf("function")
    // @ts-expect-error request_id in ContextValues is not a Transaction
    expect(inTransaction(TransferDb, { key: "request_id" })).toBeTypeOf("function")
    const key: ContextKey = "trx"
    expect(inTransaction(TransferDb, { key })).toBe(inTransaction(TransferDb))
  })

  it("needs a guard that identifies the caller of an idempotency key, or the key", () => {
    const [once, perEvent] = [
      inTransaction(TransferDb, { idempotencyKey: "required" }),
      inTransaction(TransferDb, { idempotencyKey: "test_event" }),
    ]
    class Guard {
      readonly provides = ["user_id", "test_event"] as const
      handle = (_: Context, next: Next) => next()
    }
    expect(routes([post("/a", () => 1, { middlewares: [Guard, once, perEvent] })])).toHaveLength(1)
    // @ts-expect-error needs user_id from a middleware
    expect(routes([post("/a", () => 1, { middlewares: [once] })])).toHaveLength(1)
    // @ts-expect-error needs test_event from a middleware
    expect(routes([post("/a", () => 1, { middlewares: [perEvent] })])).toHaveLength(1)
  })
})

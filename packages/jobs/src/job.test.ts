import { describe, expect, expectTypeOf, it } from "vitest"
import { type Context, contract, dto, type Route, routes } from "trivet"
import { cron, job } from "./job.ts"
import type { Jobs } from "./jobs.ts"

const Receipt = dto({ order: "required,integer" })
const Receipts = contract({
  send: job("receipts/send", { accepts: { body: Receipt }, retry: 3 }),
  count: job("receipts/count"),
})

describe("job()", () => {
  it("makes a record of the kind job, with its options under one field", () => {
    const handler = () => undefined
    const record = job("receipts/send", handler, { summary: "Sends", timeout: 5_000, unique: true })
    expect(record).toMatchObject({
      kind: { name: "job", words: true },
      path: "receipts/send",
      handler,
      summary: "Sends",
      job: { timeout: 5_000, retry: { times: 5, delay: 1_000, maxDelay: 3_600_000 } },
    })
    expect(record).not.toHaveProperty("timeout")
  })

  it("makes a record without a handler for a contract", () => {
    expect(Receipts.send).not.toHaveProperty("handler")
    expect(Receipts.send.job.retry.times).toBe(3)
  })

  it("rejects unknown options and impossible values", () => {
    expect(() => job("a", () => 1, { retyr: 1 } as object)).toThrow(/`retyr` is unknown, write `retry`/)
    expect(() => job("a", { retry: { tims: 1 } } as object)).toThrow(/`tims` is unknown/)
    expect(() => job("a", { timeout: 0 })).toThrow(/`timeout` of the job `a` is 0/)
    expect(() => job("a", { timeout: 86_400_000 })).toThrow(/`timeout` of the job `a` is 86400000/)
    expect(() => job("a", { retry: -1 })).toThrow(/`retry.times` of the job `a` is -1/)
    expect(() => job("a", { concurrency: 1.5 })).toThrow(/`concurrency` of the job `a` is 1.5/)
  })

  it("takes payloads for the same whatever the order of their keys", () => {
    const { keyOf } = job("a", { unique: true }).job
    expect(keyOf!({ a: 1, b: { c: [2, 1], d: 3 } })).toBe(keyOf!({ b: { d: 3, c: [2, 1] }, a: 1 }))
    expect(keyOf!({ a: [1, 2] })).not.toBe(keyOf!({ a: [2, 1] }))
    expect(job("a").job.keyOf).toBeUndefined()
  })
})

describe("cron()", () => {
  it("makes a record with a schedule", () => {
    const record = cron("0 3 * * *", "sweep", () => undefined, { zone: "Europe/Berlin" })
    expect(record).toMatchObject({
      path: "sweep",
      job: { schedule: { cron: "0 3 * * *", zone: "Europe/Berlin" } },
    })
  })
})

describe("the compiler", () => {
  it("types the payload of a handler and of enqueue()", () => {
    const handler = async (ctx: Context<typeof Receipts.send>) => {
      expectTypeOf(await ctx.bind()).toExtend<{ readonly order: number }>()
    }
    job("receipts/send", handler, { accepts: { body: Receipt } })
    // @ts-expect-error The record has no schema for the payload.
    job("receipts/send", handler)
    const enqueue: Jobs["enqueue"] = async () => undefined
    void enqueue(Receipts.send, { order: 7 })
    void enqueue(Receipts.count)
    // @ts-expect-error A payload of another type.
    void enqueue(Receipts.send, { order: "7" })
    // @ts-expect-error No payload.
    void enqueue(Receipts.send)
    // @ts-expect-error A record of another kind.
    void enqueue({ path: "receipts/send" }, { order: 7 })
  })

  it("rejects a handler that needs what nothing provides", () => {
    const handler = (ctx: Context<"", "user_id">) => ctx.get("user_id")
    // @ts-expect-error Nothing provides user_id.
    const records: readonly Route[] = routes([job("a", handler)])
    expect(records).toHaveLength(1)
  })
})

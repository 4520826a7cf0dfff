import { describe, expect, it } from "vitest"
import { Fault } from "../fault/fault.ts"
import { createJsonLog } from "./json-log.ts"
import type { LineLogOptions } from "./line-log.ts"
import type { Log } from "./log.ts"

function logged(write: (log: Log) => void, options: LineLogOptions = {}): Record<string, unknown>[] {
  const lines: string[] = []
  write(createJsonLog({ ...options, write: (line) => lines.push(line) }))
  for (const line of lines) expect(line).not.toContain("\n")
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>)
}

describe("createJsonLog", () => {
  it("writes a text, or fields and a text, with the level and the time", () => {
    const [one, two] = logged((log) => {
      log.info("hello")
      log.warn({ a: 1 }, "there")
    })
    expect(one).toEqual({ level: 30, time: expect.any(Number) as unknown, msg: "hello" })
    expect(two).toEqual({ level: 40, time: expect.any(Number) as unknown, a: 1, msg: "there" })
  })

  it("leaves out what is less grave than its level", () => {
    const all = (log: Log) => {
      for (const level of ["trace", "debug", "info", "warn", "error", "fatal"] as const) log[level](level)
    }
    expect(logged(all).map(({ msg }) => msg)).toEqual(["info", "warn", "error", "fatal"])
    expect(logged(all, { level: "error" }).map(({ level }) => level)).toEqual([50, 60])
    expect(logged(all, { level: "trace" })).toHaveLength(6)
  })

  it("gives children that carry fields, and keeps them from each other", () => {
    const lines = logged((log) => {
      log.child({ a: 1 }).child({ b: 2 }).info("deep")
      log.info("top")
    })
    expect(lines.map(({ a, b }) => [a, b])).toEqual([
      [1, 2],
      [undefined, undefined],
    ])
  })

  it("writes errors with their stack, their fields and all of their causes", () => {
    const inner = Object.assign(new Error("inner"), { code: "E1" })
    const [line] = logged((log) => log.error({ err: new TypeError("outer", { cause: inner }) }, "failed"))
    expect(line).toMatchObject({
      err: { type: "TypeError", message: "outer", cause: { type: "Error", message: "inner", code: "E1" } },
    })
    expect((line!["err"] as { stack: string }).stack).toContain("json-log.test")
  })

  it("writes no field of an error that may hold data", () => {
    const driver = Object.assign(new Error("null value violates"), {
      code: "23502",
      table: "users",
      column: "name",
      constraint: "users_name",
      detail: "Failing row contains (1, $2b$10$hash)",
      where: "$2b$10$hash",
      hint: "$2b$10$hash",
      internalQuery: "$2b$10$hash",
      query: "$2b$10$hash",
      sql: "$2b$10$hash",
      parameters: ["$2b$10$hash"],
      config: { headers: { authorization: "$2b$10$hash" } },
    })
    const error = new Error("outer", { cause: new AggregateError([driver], "all", { cause: driver }) })
    const [line] = logged((log) => log.error({ err: error, deep: [{ driver }] }, "failed"))
    expect(JSON.stringify(line)).not.toContain("$2b$10")
    expect(line).toMatchObject({
      err: { cause: { cause: { code: "23502", table: "users", column: "name", constraint: "users_name" } } },
      deep: [{ driver: { code: "23502" } }],
    })
  })

  it("writes a fault with its fix, its place and its fields", () => {
    const fault = new Fault("BODY_TOO_LARGE", { limit: 7 }, { where: "posts.ts:1" })
    const [line] = logged((log) => log.error({ err: fault }, "failed"))
    const details = { limit: 7 }
    expect(line).toMatchObject({ err: { code: fault.code, fix: fault.fix, where: "posts.ts:1", details } })
  })

  it("leaves no character as it is that a terminal or a viewer acts on", () => {
    const acting = "\u001b[2J \u007f \u0080 \u009b31m \u2028 \u2029 \u202e \u2066"
    const lines: string[] = []
    const log = createJsonLog({ write: (line) => lines.push(line) })
    const failing = {
      toJSON: () => {
        throw new Error(acting)
      },
    }
    log.info({ [acting]: acting, err: new Error(acting) }, acting)
    log.info({ failing }, acting)
    for (const line of lines) {
      expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/)
      expect((JSON.parse(line) as { msg: string }).msg).toBe(acting)
    }
  })

  it("lets no text break a line or pass for a field", () => {
    const [line] = logged((log) => log.info({ a: 'x"\n{"level":60}' }, '\r\n","level":60,"x":"'))
    expect(line).toMatchObject({ level: 30, a: 'x"\n{"level":60}', msg: '\r\n","level":60,"x":"' })
  })

  it("writes numbers that JSON does not have as texts", () => {
    expect(logged((log) => log.info({ n: 12345678901234567890n }))[0]).toMatchObject({
      n: "12345678901234567890",
    })
  })

  it("still writes a line for what cannot be written", () => {
    const circle: { self?: unknown } = {}
    circle.self = circle
    const failing = {
      toJSON: () => {
        throw new Error("no")
      },
    }
    for (const value of [circle, failing]) {
      const [line] = logged((log) => log.error({ value }, "failed"))
      expect(line).toMatchObject({ level: 50, msg: "failed", unwritable: expect.any(String) as unknown })
    }
  })

  it("writes an error that is its own cause", () => {
    const error = new Error("round")
    error.cause = error
    expect(logged((log) => log.error({ err: error }, "failed"))[0]).toMatchObject({ msg: "failed" })
  })
})

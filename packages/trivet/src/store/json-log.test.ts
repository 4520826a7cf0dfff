import { describe, expect, it } from "vitest"
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

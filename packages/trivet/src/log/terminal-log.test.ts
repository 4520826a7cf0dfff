import { describe, expect, it } from "vitest"
import { Fault } from "../fault/fault.ts"
import type { Log } from "./log.ts"
import { createTerminalLog, type TerminalLogOptions } from "./terminal-log.ts"

function logged(write: (log: Log) => void, options: TerminalLogOptions = {}): string[] {
  const lines: string[] = []
  write(createTerminalLog({ ...options, write: (line) => lines.push(line) }))
  return lines
}

describe("createTerminalLog", () => {
  it("writes time, level, text and fields", () => {
    const [line] = logged((log) =>
      log.child({ id: "a-1" }).warn({ ms: 3.5, user: { name: "Ada" }, gone: undefined }, "slow"),
    )
    expect(line).toMatch(/^\d\d:\d\d:\d\d WARN {2}slow id=a-1 ms=3\.5 user=\{"name":"Ada"\}$/)
  })

  it("writes errors with their causes below, and the frames of the application", () => {
    const error = new TypeError("outer", { cause: new Error("inner") })
    error.stack = `TypeError: outer
    at Notes.show (file:///app/src/notes.ts:3:7)
    at answerCall (${import.meta.url}:1:1)
    at process.processTicks (node:internal/process:105:5)`
    const [text = ""] = logged((log) => log.error({ err: error, at: "start" }, "failed"))
    const lines = text.split("\n")
    expect(lines[0]).toMatch(/ERROR failed at=start$/)
    expect(lines[1]).toBe("    TypeError: outer")
    expect(lines[2]).toBe("        at Notes.show (/app/src/notes.ts:3:7)")
    expect(lines[3]).toBe("    caused by Error: inner")
  })

  it("writes the fix of a fault below it, and the command that says more of it", () => {
    const fault = new Fault("BODY_TAKEN", {})
    const [text = ""] = logged((log) => log.error({ err: fault }, "failed"))
    expect(text).toMatch(/\n {4}fix: Read it .* once, .*\n {4}more: npx trivet explain BODY_TAKEN$/)
  })

  it("comes to an end with an error that is its own cause", () => {
    const error = new Error("round")
    error.cause = error
    expect(logged((log) => log.error({ err: error }, "failed"))).toHaveLength(1)
  })

  it("uses colors only where they are wanted", () => {
    const all = (log: Log) => log.error({ a: 1, err: new Error("x") }, "failed")
    expect(logged(all)[0]).not.toContain("\u001b")
    expect(logged(all, { colors: true })[0]).toContain("\u001b[31mERROR\u001b[0m")
  })

  it("lets nothing from outside move the cursor, color the line or begin another", () => {
    const evil = "\u001b[2J\u009b31m\u007f\u202e\u2066\r\n12:00:00 INFO  fine\u2028"
    const error = new Error(evil)
    const [text = ""] = logged((log) => log.info({ [evil]: evil, list: [evil], err: error }, evil))
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u202e\u2066]/)
    for (const line of text.split("\n").slice(1)) expect(line).toMatch(/^ {4}/)
  })

  it("writes no field of an error that may hold data", () => {
    const driver = Object.assign(new Error("refused"), { code: "23502", detail: "contains ($2b$10$hash)" })
    const [text = ""] = logged((log) => log.error({ err: driver, deep: { driver } }, "failed"))
    expect(text).not.toContain("$2b$10")
    expect(text).toContain('"code":"23502"')
  })

  it("still writes a line for what cannot be written", () => {
    const circle: { self?: unknown } = {}
    circle.self = circle
    expect(logged((log) => log.info({ circle, n: 1n }, "round"))[0]).toMatch(
      /round circle=\(TypeError.*\) n="1"$/,
    )
  })
})

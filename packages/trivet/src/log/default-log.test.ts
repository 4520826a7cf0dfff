import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { createDefaultLog } from "./default-log.ts"
import type { Log } from "./log.ts"

function logged(isTTY: boolean, write: (log: Log) => void): string[] {
  const lines: string[] = []
  write(createDefaultLog({ isTTY, write: (text) => lines.push(text) }))
  return lines
}
const all = (log: Log) => {
  for (const level of ["trace", "debug", "info", "warn", "error", "fatal"] as const)
    log[level]({ level }, "said")
}

beforeEach(() => {
  for (const name of ["LOG_LEVEL", "NO_COLOR", "TERM"]) vi.stubEnv(name, undefined)
})
afterEach(() => {
  vi.unstubAllEnvs()
})

describe("createDefaultLog", () => {
  it("writes JSON lines where nobody watches", () => {
    const [line] = logged(false, (log) => log.info({ a: 1 }, "hello"))
    expect(line).toMatch(/\}\n$/)
    expect(JSON.parse(line!)).toMatchObject({ level: 30, a: 1, msg: "hello" })
  })

  it("writes short colored lines in a terminal, without colors where they are not wanted", () => {
    const hello = (log: Log) => log.info({ a: 1 }, "hello")
    expect(logged(true, hello)[0]).toMatch(/\u001b\[32mINFO \u001b\[0m hello .*a=.*1\n$/)
    vi.stubEnv("NO_COLOR", "1")
    expect(logged(true, hello)[0]).toMatch(/^[\d:]+ INFO {2}hello a=1\n$/)
    vi.stubEnv("NO_COLOR", "")
    expect(logged(true, hello)[0]).toContain("\u001b[")
    vi.stubEnv("TERM", "dumb")
    expect(logged(true, hello)[0]).not.toContain("\u001b[")
  })

  it("leaves out what is less grave than LOG_LEVEL says, info where it says nothing known", () => {
    expect(logged(false, all)).toHaveLength(4)
    vi.stubEnv("LOG_LEVEL", "error")
    expect(logged(false, all)).toHaveLength(2)
    expect(logged(true, all)).toHaveLength(2)
    vi.stubEnv("LOG_LEVEL", "trace")
    expect(logged(true, all)).toHaveLength(6)
    for (const odd of ["loud", "constructor", ""]) {
      vi.stubEnv("LOG_LEVEL", odd)
      expect(logged(false, all)).toHaveLength(4)
    }
  })
})

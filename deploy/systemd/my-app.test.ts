import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"

const read = (path: string) => readFileSync(join(import.meta.dirname, path), "utf8")
const unit = read("my-app.service")
const settingOf = (name: string) => new RegExp(`^${name}=(.*)$`, "m").exec(unit)?.[1]
const engine = "../../packages/trivet/src/engine/node"

/** A number that the framework uses unless it is told otherwise. */
function numberIn(file: string, before: RegExp): number {
  const found = new RegExp(`${before.source}([\\d_]+)`).exec(read(`${engine}/${file}`))
  return Number(found![1]!.replaceAll("_", ""))
}

describe("the unit of systemd", () => {
  it("gives the process more time than stopping may take", () => {
    const stopTimeout = numberIn("stop.ts", /options\.stopTimeout \?\? /) / 1000
    expect(Number(settingOf("TimeoutStopSec"))).toBeGreaterThan(stopTimeout)
  })

  it("allows twice as many files as the most connections by default", () => {
    const most = numberIn("connection/max-connections.ts", /mostByDefault = /)
    expect(Number(settingOf("LimitNOFILE"))).toBe(2 * most)
  })

  it("runs node itself, in production, and signals only the supervisor", () => {
    expect(settingOf("ExecStart")).toMatch(/\/node src\/main\.ts$/)
    expect(settingOf("Environment")).toContain("NODE_ENV=production")
    expect(settingOf("KillMode")).toBe("mixed")
  })
})

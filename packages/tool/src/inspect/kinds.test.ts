import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { runTool } from "../../tests/testing/run-tool.ts"

// A program with a kind of calls that a module brings. Nothing in this package knows that kind.
const program = join(import.meta.dirname, "../../../trivet/tests/kinds/main.ts")

async function tool(...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runTool([...args, "--entry", program], { importsSources: true })
  expect({ code, stderr }).toMatchObject({ code: 0 })
  return stdout
}

describe("a kind of calls that a module brings", () => {
  it("is listed by routes, with and without a filter", async () => {
    const rows = JSON.parse(await tool("routes", "--json")) as { method: string; path: string }[]
    expect(rows.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "GET /reports/:day",
      "tick reports/fail",
      "tick reports/send/:day",
    ])
    const ticks = JSON.parse(await tool("routes", "--json", "--method", "tick")) as unknown[]
    expect(ticks).toHaveLength(2)
  })

  it("is explained, with the middlewares that wrap it", async () => {
    const text = await tool("explain", "tick", "reports/send/monday")
    expect(text).toContain("tick reports/send/:day → Reports.send")
    expect(text).toContain("ticksOnly")
    expect(text).not.toContain("Cors")
  })

  it("is drawn by graph, and checked", async () => {
    expect(await tool("graph")).toContain("Reports 1 route, 1 command, 2 ticks")
    expect(await tool("check")).toMatch(/^0 faults, 0 warnings/)
  })

  it("is named where somebody types another", async () => {
    const { code, stderr } = await runTool(["explain", "tock", "reports/fail", "--entry", program], {
      importsSources: true,
    })
    expect(code).toBe(2)
    expect(stderr).toContain('"tock" is not a method')
    expect(stderr).toContain("Kinds beside requests: tick")
  })
})

import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { runTool } from "../../tests/testing/run-tool.ts"

const program = join(import.meta.dirname, "../../tests/testing/mounted/main.ts")
const lines = readFileSync(program, "utf8").split("\n")
const lineOf = (text: string) => lines.findIndex((line) => line.includes(text)) + 1

async function tool(...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runTool([...args, "--entry", program])
  expect({ code, stderr }).toMatchObject({ code: 0 })
  return stdout
}

describe("a mounted handler", () => {
  it("is listed by routes in one line for each path, with the place where it is mounted", async () => {
    const rows = JSON.parse(await tool("routes", "--json")) as Record<string, string>[]
    const shown = rows.map(({ method, path, handler, where, middlewares }) =>
      [method, path, handler, `:${where?.split(":").at(-2)}`, middlewares].join(" "),
    )
    const graphql = lineOf('mount("/graphql"')
    const shop = lineOf('"/shop"')
    expect(shown).toEqual([
      `ANY /graphql Outside.mount :${graphql} `,
      `ANY /graphql/* Outside.mount :${graphql} `,
      `ANY /legacy/shop Outside.mount :${shop} KeyGuard`,
      `ANY /legacy/shop/* Outside.mount :${shop} KeyGuard`,
      `GET /legacy/shop/new Outside.(inline) :${lineOf("/legacy/shop/new")} `,
    ])
    expect(JSON.parse(await tool("routes", "--json", "--method", "any"))).toHaveLength(4)
  })

  it("is explained for every method, and where a route of its own wins", async () => {
    const text = await tool("explain", "DELETE", "/legacy/shop/new")
    expect(text).toContain("DELETE /legacy/shop/* → Outside.mount")
    expect(text).toContain('* = "new"')
    expect(text).toContain("1. KeyGuard")
    expect(await tool("explain", "GET", "/legacy/shop/new")).toContain("GET /legacy/shop/new → Outside")
    expect(await tool("explain", "HEAD", "/graphql")).toContain(
      "GET /graphql (HEAD is answered from GET) → Outside.mount",
    )
  })

  it("is drawn by graph", async () => {
    expect(await tool("graph")).toContain("Outside 5 routes")
  })

  it("is reported by check, once, where nothing before it authenticates", async () => {
    const { findings } = JSON.parse(await tool("check", "--json")) as {
      findings: { code: string; subject: string; where: string }[]
    }
    expect(findings.map(({ code, subject }) => `${code} ${subject}`)).toEqual([
      "ROUTE_UNGUARDED ANY /graphql",
    ])
    expect(findings[0]!.where).toContain(`main.ts:${lineOf('mount("/graphql"')}:`)
  })
})

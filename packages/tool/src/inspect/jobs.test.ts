import { rmSync } from "node:fs"
import { afterAll, describe, expect, it } from "vitest"
import { folderOf } from "../../tests/testing/running-tool.ts"
import { runTool } from "../../tests/testing/run-tool.ts"

const folder = folderOf({
  "src/main.ts": `import { api } from "trivet/api"
import { serve } from "trivet/node"
import { AppModule } from "./app-module.ts"

await serve(AppModule, { platform: api() })
`,
  "src/app-module.ts": `import { cron, job, jobs } from "@trivet/jobs"
import { contract, dto, get, group, implement, module, routes } from "trivet"

const Receipts = contract({
  send: job("send", { accepts: { body: dto({ order: "required,integer" }) }, summary: "Sends a receipt" }),
})

class ReceiptJobs {
  readonly #unused = 0
  routes() {
    return routes([
      get("/receipts", () => [this.#unused]),
      group("receipts", implement(Receipts, this)),
      cron("0 3 * * *", "receipts/sweep", this.sweep, { zone: "Europe/Berlin" }),
    ])
  }
  send() {}
  sweep() {}
}

export const AppModule = module({ name: "shop", imports: [jobs()], declarations: [ReceiptJobs] })
`,
})
afterAll(() => rmSync(folder, { recursive: true }))

async function tool(...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runTool(args, { cwd: folder })
  expect({ code, stderr }).toMatchObject({ code: 0 })
  return stdout
}

describe("jobs in the commands that look into an application", () => {
  it("are listed by routes, with their handlers", async () => {
    const rows = JSON.parse(await tool("routes", "--json", "--method", "job")) as {
      readonly method: string
      readonly path: string
      readonly handler: string
      readonly where: string
    }[]
    expect(rows.map(({ method, path, handler }) => `${method} ${path} ${handler}`)).toEqual([
      "job receipts/send ReceiptJobs.send",
      "job receipts/sweep ReceiptJobs.sweep",
    ])
    expect(rows.map(({ where }) => where.replace(/:\d+$/, ""))).toEqual([
      "src/app-module.ts:17",
      "src/app-module.ts:18",
    ])
  })

  it("are explained by name", async () => {
    expect(await tool("explain", "job", "receipts/send")).toContain(
      "job receipts/send → ReceiptJobs.send (src/app-module.ts:17",
    )
  })

  it("are drawn by graph, and nothing is wrong with them", async () => {
    expect(await tool("graph")).toContain("ReceiptJobs 1 route, 2 jobs")
    expect(await tool("check")).toMatch(/^0 faults, 0 warnings/)
  })
})

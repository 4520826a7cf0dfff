import { createTestDatabase } from "@trivet/postgres/testing"
import type { FuzzReport } from "@trivet/tool/fuzz"
import { describe, expect, it } from "vitest"
import { compileCache } from "../../../../scripts/suite/compile-cache.ts"
import { runTool } from "../testing/run-tool.ts"
import { createTemplateApp } from "../testing/template-app.ts"

// All phases, in an API and a site: TRIVET_LONG=1 npx vitest run packages/tool/tests/fuzz/webhooks.test.ts
const isLong = process.env["TRIVET_LONG"] === "1"
const seconds = isLong ? 120 : 10

describe("trivet fuzz with generated webhooks", () => {
  it.each(isLong ? (["api", "web"] as const) : (["api"] as const))(
    `finds nothing within ${seconds} seconds in the template %s`,
    async (template) => {
      const app = await createTemplateApp(template)
      const database = await createTestDatabase()
      try {
        for (const feature of ["accounts", "webhooks"])
          expect((await runTool(["g", feature], { cwd: app.folder })).code).toBe(0)
        const env = { DATABASE_URL: database.url, REDIS_URL: "", BCRYPT_COST: "4", NODE_ENV: "development" }
        const { stdout, stderr } = await runTool(["fuzz", "--json", `--seconds=${seconds}`], {
          cwd: app.folder,
          env: { ...compileCache, ...env },
        })
        if (stdout === "") throw new Error(stderr)
        const { findings, calls } = JSON.parse(stdout) as FuzzReport
        expect(findings).toEqual([])
        expect(calls).toBeGreaterThan(100)
      } finally {
        app.remove()
        await database.drop()
      }
    },
  )
})

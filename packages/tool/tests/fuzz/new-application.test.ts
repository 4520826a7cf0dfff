import { existsSync } from "node:fs"
import { join } from "node:path"
import type { FuzzReport } from "@trivet/tool/fuzz"
import { describe, expect, it } from "vitest"
import { noteFigure } from "../../../../scripts/suite/note-figure.ts"
import { runTool } from "../testing/run-tool.ts"
import { createTemplateApp } from "../testing/template-app.ts"

// With the default of 60 seconds: TRIVET_LONG=1 npx vitest run packages/tool/tests/fuzz/new-application.test.ts
const isLong = process.env["TRIVET_LONG"] === "1"

describe("trivet fuzz in a new application", () => {
  it.each(isLong ? (["api", "web", "minimal"] as const) : (["api"] as const))(
    "finds nothing in %s",
    async (template) => {
      const app = await createTemplateApp(template)
      try {
        const began = performance.now()
        const { code, stdout, stderr } = await runTool(
          ["fuzz", "--json", ...(isLong ? [] : ["--seconds=8"])],
          { cwd: app.folder, env: { DATABASE_URL: "", REDIS_URL: "", BCRYPT_COST: "4", NODE_ENV: "" } },
        )
        const { findings, phases, calls, routes } = JSON.parse(stdout || "{}") as FuzzReport
        expect(findings, stderr).toEqual([])
        expect(code).toBe(0)
        // An empty address is a database in memory, whatever `.env` says.
        expect(existsSync(join(app.folder, "data"))).toBe(false)
        const access = phases.find(({ name }) => name === "access")
        if (template !== "minimal") expect(access).not.toHaveProperty("note")
        const seconds = Math.round((performance.now() - began) / 1000)
        noteFigure("fuzz", template, `${routes} routes, ${calls} calls, ${seconds} s`)
      } finally {
        app.remove()
      }
    },
  )
})

import { existsSync } from "node:fs"
import { join } from "node:path"
import type { FuzzReport } from "@trivet/tool/fuzz"
import { describe, expect, it } from "vitest"
import { noteFigure } from "../../../../scripts/suite/note-figure.ts"
import { compileCache } from "../../../../scripts/suite/compile-cache.ts"
import { runTool } from "../testing/run-tool.ts"
import { createTemplateApp } from "../testing/template-app.ts"

// With the default of 60 seconds: TRIVET_LONG=1 npx vitest run packages/tool/tests/fuzz/new-application.test.ts
const isLong = process.env["TRIVET_LONG"] === "1"

async function fuzz(cwd: string, seconds: number | undefined): Promise<FuzzReport> {
  const { code, stdout, stderr } = await runTool(
    ["fuzz", "--json", ...(seconds === undefined ? [] : [`--seconds=${seconds}`])],
    {
      cwd,
      // To optimize PGlite costs more than it gains in some seconds.
      nodeFlags: ["--liftoff-only"],
      env: { ...compileCache, DATABASE_URL: "", REDIS_URL: "", BCRYPT_COST: "4", NODE_ENV: "" },
    },
  )
  const report = JSON.parse(stdout || "{}") as FuzzReport
  expect(report.findings, stderr).toEqual([])
  expect(code).toBe(0)
  return report
}

function hasUnfinishedAccess({ phases }: FuzzReport): boolean {
  const access = phases.find(({ name }) => name === "access")
  return access === undefined || access.note !== undefined
}

describe("trivet fuzz in a new application", () => {
  it.each(isLong ? (["api", "web", "minimal"] as const) : (["api"] as const))(
    "finds nothing in %s",
    async (template) => {
      const app = await createTemplateApp(template)
      try {
        const began = performance.now()
        let report = await fuzz(app.folder, isLong ? undefined : 5)
        // On a busy machine the time may be over before every role has called every route.
        if (hasUnfinishedAccess(report) && !isLong) report = await fuzz(app.folder, 60)
        const { calls, routes } = report
        // An empty address is a database in memory, whatever `.env` says.
        expect(existsSync(join(app.folder, "data"))).toBe(false)
        if (template !== "minimal") expect(hasUnfinishedAccess(report)).toBe(false)
        const seconds = Math.round((performance.now() - began) / 1000)
        noteFigure("fuzz", template, `${routes} routes, ${calls} calls, ${seconds} s`)
      } finally {
        app.remove()
      }
    },
  )
})

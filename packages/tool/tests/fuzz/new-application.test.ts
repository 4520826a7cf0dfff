import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { FuzzReport } from "@trivet/tool/fuzz"
import { describe, expect, it } from "vitest"
import { noteFigure } from "../../../../scripts/suite/note-figure.ts"
import { compileCache } from "../../../../scripts/suite/compile-cache.ts"
import { runTool } from "../testing/run-tool.ts"
import { createTemplateApp, type TemplateApp } from "../testing/template-app.ts"

// With the default of 60 seconds: TRIVET_LONG=1 npx vitest run packages/tool/tests/fuzz/new-application.test.ts
const isLong = process.env["TRIVET_LONG"] === "1"

async function fuzz(
  cwd: string,
  seconds: number | undefined,
  { flags = [], url }: { readonly flags?: readonly string[]; readonly url?: string } = {},
): Promise<FuzzReport> {
  const { code, stdout, stderr } = await runTool(
    ["fuzz", "--json", ...(seconds === undefined ? [] : [`--seconds=${seconds}`]), ...flags],
    {
      cwd,
      // To optimize PGlite costs more than it gains in some seconds.
      nodeFlags: ["--liftoff-only"],
      env: { ...compileCache, DATABASE_URL: url, REDIS_URL: "", BCRYPT_COST: "4", NODE_ENV: "development" },
    },
  )
  const report = JSON.parse(stdout || "{}") as FuzzReport
  expect(report.findings, stderr).toEqual([])
  expect(code).toBe(0)
  // In 5 seconds a last problem is sent again. One more is for a busy machine.
  expect(report.seconds).toBeLessThan((seconds ?? 60) + 5 + 1)
  return report
}

/** Fuzzes for a short time. On a busy machine that may be over before every role has called every route: then for longer. */
async function fuzzShortly(cwd: string): Promise<FuzzReport> {
  const report = await fuzz(cwd, 5)
  return hasUnfinishedAccess(report) ? fuzz(cwd, 60) : report
}

function hasUnfinishedAccess({ phases }: FuzzReport): boolean {
  const access = phases.find(({ name }) => name === "access")
  return access === undefined || access.note !== undefined
}

/** Lets the access file confirm an address by the link in the mail. It fails if no mail comes, or if the token is wrong. */
function confirmAddress({ folder }: TemplateApp, template: keyof typeof confirmations): void {
  const file = join(folder, "src/testing/access.ts")
  const { before, lines } = confirmations[template]
  const text = readFileSync(file, "utf8")
  expect(text).toContain(before)
  writeFileSync(file, text.replace(before, `${lines}\n${before}`))
}

const confirmations = {
  api: {
    before: "  let hasEnded",
    lines: `  const token = /token\\W+([\\w-]+)/.exec((await server.mailTo(adaEmail, /token/)).text)![1]!
  const body = JSON.stringify({ token })
  const confirmed = await server.fetch(new Request(server.url + "/auth/confirm-email", { method: "POST", body }))
  if (confirmed.status !== 204) throw new Error("not confirmed: " + confirmed.status)`,
  },
  web: {
    before: "  let hasEnded",
    lines: `  const token = /token=([\\w-]+)/.exec((await server.mailTo(ada.email, /token/)).text)![1]!
  const init = { method: "POST", body: new URLSearchParams({ token }), redirect: "manual" } as const
  const confirmed = await server.fetch(new Request(server.url + "/confirm-email", init))
  if (confirmed.status !== 303) throw new Error("not confirmed: " + confirmed.status)`,
  },
} as const

describe("trivet fuzz in a new application", () => {
  it.each(isLong ? (["api", "web", "minimal"] as const) : (["api"] as const))(
    "finds nothing in %s",
    async (template) => {
      const app = await createTemplateApp(template)
      try {
        const began = performance.now()
        const report = await (isLong ? fuzz(app.folder, undefined) : fuzzShortly(app.folder))
        const { calls, routes } = report
        // A developer's `.env` names a database in this folder, and is not read.
        if (template !== "minimal")
          expect(readFileSync(join(app.folder, ".env"), "utf8")).toContain("DATABASE_URL=pglite://./data")
        expect(existsSync(join(app.folder, "data"))).toBe(false)
        if (template !== "minimal") expect(hasUnfinishedAccess(report)).toBe(false)
        const seconds = Math.round((performance.now() - began) / 1000)
        noteFigure("fuzz", template, `${routes} routes, ${calls} calls, ${seconds} s`)
      } finally {
        app.remove()
      }
    },
  )

  it.each(["api", "web"] as const)("works twice on one database of %s", async (template) => {
    const app = await createTemplateApp(template)
    try {
      const run = () => fuzz(app.folder, 60, { flags: ["--only=access"], url: "pglite://./fuzzed" })
      for (const report of [await run(), await run()]) expect(hasUnfinishedAccess(report)).toBe(false)
      expect(existsSync(join(app.folder, "fuzzed"))).toBe(true)
    } finally {
      app.remove()
    }
  })

  // Their routes ask for passwords, and limit wrong ones.
  it.each(["api", "web"] as const)("finds nothing in %s with generated accounts", async (template) => {
    const app = await createTemplateApp(template)
    try {
      const made = await runTool(["g", "accounts"], { cwd: app.folder })
      expect(made.code, made.stderr).toBe(0)
      confirmAddress(app, template)
      expect(hasUnfinishedAccess(await fuzzShortly(app.folder))).toBe(false)
    } finally {
      app.remove()
    }
  })
})

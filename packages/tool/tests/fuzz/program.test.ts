import { execFile } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import type { FuzzReport } from "@trivet/tool/fuzz"
import { afterAll, describe, expect, it } from "vitest"
import { freshBuild } from "../../../../scripts/packed/fresh-build.ts"
import { compileCache } from "../../../../scripts/suite/compile-cache.ts"
import { type Ended, runTool } from "../testing/run-tool.ts"

// A longer run of all phases: TRIVET_LONG=1 npx vitest run packages/tool/tests/fuzz/program.test.ts
const seconds = process.env["TRIVET_LONG"] === "1" ? 20 : 4
const folder = join(import.meta.dirname, "program")
const vitest = join(import.meta.dirname, "../../../../node_modules/vitest/vitest.mjs")
const saved = mkdtempSync(join(folder, "saved-"))
afterAll(() => rmSync(saved, { recursive: true, force: true }))

function fuzz(bugs: string, ...flags: readonly string[]): Promise<Ended> {
  const args = ["fuzz", "--entry=main.ts", "--seed=7", "--json", ...flags]
  return runTool(args, { cwd: folder, env: { ...compileCache, BUGS: bugs, NODE_ENV: "" } })
}

async function findIn(bugs: string, ...flags: readonly string[]): Promise<FuzzReport> {
  const { stdout, stderr } = await fuzz(bugs, "--access=../access.ts", ...flags)
  expect(stdout, stderr).toMatch(/^\{/)
  return JSON.parse(stdout) as FuzzReport
}

/** Runs the saved test of the crash as a developer would, with the built packages, and gives what is printed. */
async function runSaved(bugs: string): Promise<string> {
  await freshBuild()
  const { VITEST: _, VITEST_MODE: __, VITEST_POOL_ID: ___, VITEST_WORKER_ID: ____, ...env } = process.env
  const options = { cwd: folder, env: { ...env, ...compileCache, BUGS: bugs, NO_COLOR: "1" } }
  return new Promise((give) => {
    execFile(
      process.execPath,
      [vitest, "run", "--root", folder, "crash"],
      options,
      (_error, stdout, stderr) => give(`${stdout}\n${stderr}`),
    )
  })
}

describe("trivet fuzz", () => {
  it("finds nothing in a program without errors, and says with which phases", async () => {
    const { findings, phases } = await findIn("", `--seconds=${seconds}`)
    expect(findings).toEqual([])
    expect(phases.map(({ name }) => name)).toEqual([
      "guarded routes",
      "access",
      "hostile inputs",
      "dropped clients",
      "unbounded lists",
      "random calls",
      "memory",
      "rolling restart",
    ])
  })

  it("goes on after a call that ends the process, and writes a test that fails until that is corrected", async () => {
    const bugs = "crash,server-error"
    const flags = ["--seconds=60", "--only=hostile inputs", `--save=${saved}`]
    const { findings, phases } = await findIn(bugs, ...flags)
    const found = findings.map(({ kind, route }) => `${kind} ${route}`).toSorted()
    expect(found).toEqual(["crash POST /login", "server-error GET /notes"])
    expect(findings.find(({ kind }) => kind === "crash")!.evidence).toContain("Not awaited")
    // It is not started again for each of some hundred calls: all other inputs are tried, well before the time is over.
    expect(phases[0]!.note).toBe("POST /login ends the process: not all of its inputs were tried")
    expect(readdirSync(saved).toSorted()).toEqual([
      "crash-post-login.test.ts",
      "server-error-get-notes.test.ts",
    ])
    expect(readFileSync(join(saved, "crash-post-login.test.ts"), "utf8")).toContain('path": "/login"')
    expect(await runSaved(bugs)).toMatch(/Tests +1 failed \(1\)/)
    expect(await runSaved("")).toMatch(/Tests +1 passed \(1\)/)
  })

  // One of them waits nearly all of its time for a reply.
  it.concurrent.each([
    ["no-reply", "access", "POST /notes/:id/archive"],
    ["memory", "memory", "GET /page"],
    ["restart", "rolling restart", ""],
  ])("finds %s in a process of its own", async (bug, phase, route) => {
    const { findings } = await findIn(bug, "--seconds=60", `--only=${phase}`)
    expect(findings.map(({ kind }) => kind)).toEqual([bug])
    expect(findings[0]!.route).toContain(route)
  })

  it("fails if the callers cannot be set up and nothing else is found", async () => {
    const flags = ["--access=../broken-access.ts", "--only=guarded routes,access", "--seconds=2"]
    const { code, stdout, stderr } = await fuzz("", ...flags)
    expect(code).toBe(1)
    expect(stdout).toBe("")
    expect(stderr).toContain("the callers cannot be set up")
    expect(stderr).toContain("POST /register: 500")
  })
})

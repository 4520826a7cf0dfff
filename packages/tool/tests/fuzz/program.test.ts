import { execFile } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import type { FuzzReport } from "@trivet/tool/fuzz"
import { afterAll, describe, expect, it } from "vitest"
import { freshBuild } from "../../../../scripts/packages/packed/fresh-build.ts"
import { compileCache } from "../../../../scripts/suite/compile-cache.ts"
import { type Ended, runTool } from "../testing/run-tool.ts"

// A longer run of all phases: TRIVET_LONG=1 npx vitest run packages/tool/tests/fuzz/program.test.ts
const seconds = process.env["TRIVET_LONG"] === "1" ? 20 : 4
/** Seconds after the time that was typed, in which a last problem is sent again, and one for a busy machine. */
const grace = 5 + 1
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
      "leaks",
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

  it("fails if the callers cannot be set up and nothing else is found, and reports what was tried", async () => {
    const flags = ["--access=../broken-access.ts", "--only=guarded routes,access", "--seconds=2"]
    const { code, stdout } = await fuzz("", ...flags)
    expect(code).toBe(1)
    const { failure, phases } = JSON.parse(stdout) as FuzzReport
    expect(failure).toContain("the callers cannot be set up")
    expect(failure).toContain("POST /register: 500")
    expect(phases.map(({ name }) => name)).toEqual(["guarded routes", "access"])
  })

  it("keeps the report if prepare() of the access file fails on the way, and fails", async () => {
    const flags = ["--access=../failing-access.ts", "--only=access,hostile inputs", "--seconds=60"]
    const { code, stdout, stderr } = await fuzz("server-error", ...flags)
    expect(code).toBe(1)
    expect(stdout, stderr).toMatch(/^\{/)
    const { findings, failure } = JSON.parse(stdout) as FuzzReport
    expect(findings.map(({ kind, fix }) => [kind, fix])).toEqual([
      ["server-error", "Ask for a whole number."],
    ])
    expect(failure).toMatch(/^access: prepare\(\) failed for \d+ calls: POST \/notes was answered with 429$/)
    const clean = await fuzz("", "--access=../failing-access.ts", "--only=access", "--seconds=60")
    expect(clean.code).toBe(1)
    expect((JSON.parse(clean.stdout) as FuzzReport).failure).toBe(failure)
  })

  it("rejects the name of a phase that does not exist, with the names of all", async () => {
    const { code, stdout, stderr } = await fuzz("", "--only=memory,nope")
    expect([code, stdout]).toEqual([2, ""])
    expect(stderr).toContain('there is no phase "nope"')
    expect(stderr).toContain(
      "guarded routes, access, leaks, hostile inputs, dropped clients, unbounded lists",
    )
  })

  it("leaves time to replace the program", async () => {
    const noteIn = async (time: number) => {
      const { phases } = await findIn("", `--seconds=${time}`, "--only=random calls,rolling restart")
      return phases.find(({ name }) => name === "rolling restart")!.note
    }
    // On a busy machine the program starts slowly, and a short run has no time for it.
    expect((await noteIn(6)) && (await noteIn(30))).toBeUndefined()
  })

  it("ends in time, also if calls get no reply and the program starts slowly", async () => {
    const report = await findIn("no-reply,slow-start", "--seconds=3")
    expect(report.seconds).toBeLessThan(3 + grace)
    expect(report.phases).toHaveLength(9)
  })
})

import { execFile } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import type { FuzzReport } from "@trivet/tool/fuzz"
import { afterAll, describe, expect, it } from "vitest"
import { type Ended, runTool } from "../testing/run-tool.ts"

const folder = join(import.meta.dirname, "program")
const vitest = join(import.meta.dirname, "../../../../node_modules/vitest/vitest.mjs")
const saved = mkdtempSync(join(folder, "saved-"))
afterAll(() => rmSync(saved, { recursive: true, force: true }))

function fuzz(bugs: string, ...flags: readonly string[]): Promise<Ended> {
  const args = ["fuzz", "--entry=main.ts", "--seed=7", "--json", ...flags]
  return runTool(args, { cwd: folder, env: { BUGS: bugs, NODE_ENV: "" } })
}

async function findIn(bugs: string, ...flags: readonly string[]): Promise<FuzzReport> {
  const { stdout, stderr } = await fuzz(bugs, "--access=../access.ts", ...flags)
  expect(stdout, stderr).toMatch(/^\{/)
  return JSON.parse(stdout) as FuzzReport
}

/** Runs the saved tests as a developer would, and gives what is printed. */
function runSaved(bugs: string): Promise<string> {
  const { VITEST: _, VITEST_MODE: __, VITEST_POOL_ID: ___, VITEST_WORKER_ID: ____, ...env } = process.env
  const options = { cwd: folder, env: { ...env, BUGS: bugs, NO_COLOR: "1" } }
  return new Promise((give) => {
    execFile(process.execPath, [vitest, "run", "--root", folder], options, (_error, stdout, stderr) =>
      give(`${stdout}\n${stderr}`),
    )
  })
}

describe("trivet fuzz", () => {
  it("finds nothing in a program without errors, and says with which phases", async () => {
    const { findings, phases } = await findIn("", "--seconds=10")
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

  it("names the call that ends the process, starts it again, and goes on", async () => {
    const { findings } = await findIn("crash,server-error", "--seconds=12", "--only=hostile inputs")
    const found = findings.map(({ kind, route }) => `${kind} ${route}`).toSorted()
    expect(found).toEqual(["crash POST /login", "server-error GET /notes"])
    expect(findings.find(({ kind }) => kind === "crash")!.evidence).toContain("Not awaited")
  })

  it.each([
    ["no-reply", "access", "POST /notes/:id/archive"],
    ["memory", "memory", "GET /page"],
    ["restart", "rolling restart", ""],
  ])("finds %s in a process of its own", async (bug, phase, route) => {
    const { findings } = await findIn(bug, "--seconds=20", `--only=${phase}`)
    expect(findings.map(({ kind }) => kind)).toEqual([bug])
    expect(findings[0]!.route).toContain(route)
  })

  it("writes a test that fails until the error is corrected", async () => {
    const flags = ["--seconds=10", "--only=hostile inputs", `--save=${saved}`]
    const { findings } = await findIn("crash", ...flags)
    expect(findings.map(({ kind }) => kind)).toEqual(["crash"])
    const [name] = readdirSync(saved)
    expect(name).toBe("crash-post-login.test.ts")
    expect(readFileSync(join(saved, name!), "utf8")).toContain('path": "/login"')
    expect(await runSaved("crash")).toContain("1 failed")
    expect(await runSaved("")).toContain("1 passed")
  })

  it("fails if the callers cannot be set up and nothing else is found", async () => {
    const { code, stdout, stderr } = await fuzz("", "--access=../broken-access.ts", "--seconds=3")
    expect(code).toBe(1)
    expect(stdout).toBe("")
    expect(stderr).toContain("the callers cannot be set up")
    expect(stderr).toContain("POST /register: 500")
  })
})

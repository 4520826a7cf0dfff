import { execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { globSync, readdirSync, readFileSync, readlinkSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { afterEach, describe, expect, it, vi } from "vitest"
import { describeRun, findRemark } from "./mutants/run/describe-run.ts"
import { type ListedMutant, listMutants } from "./mutants/run/list-mutants.ts"
import { problemsOf } from "./mutants/run/mutate.ts"
import { type JudgedMutant, runMutants } from "./mutants/run/run-mutants.ts"
import { root } from "../reading/workspace.ts"
import { tree } from "../reading/tree.ts"

afterEach(() => vi.unstubAllEnvs())

const source = "const most = 10\nexport const isShort = (text: string) => text.length <= most\n"

/** A workspace with one function and a test of it. */
function workspace(expectation = 'expect(isShort("a".repeat(11))).toBe(false)'): string {
  const folder = tree({
    ".gitignore": "node_modules",
    "vitest.config.ts": "export default { test: { include: ['src/*.test.ts'] } }",
    "src/short.ts": source,
    "src/short.test.ts": `import { expect, it } from "vitest"\nimport { isShort } from "./short.ts"\nit("cuts", async () => { ${expectation} })`,
  })
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"))
  execFileSync("git", ["init", "--quiet"], { cwd: folder })
  return folder
}

function mutant(search: string, replace: string): ListedMutant {
  return {
    area: "short",
    file: "src/short.ts",
    search,
    replace,
    tests: ["src/short.test.ts"],
    why: "It matters.",
  }
}

async function judge(
  folder: string,
  mutants: readonly ListedMutant[],
  more: { readonly startLimit?: number; readonly signal?: AbortSignal } = {},
): Promise<JudgedMutant[]> {
  const { signal } = new AbortController()
  return runMutants({ workspace: folder, mutants, jobs: 1, signal, onJudged: () => undefined, ...more })
}

/** The folders of processes that work in a folder or below it. */
function processesIn(folder: string): string[] {
  return globSync("/proc/[0-9]*/cwd").flatMap((link) => {
    try {
      return readlinkSync(link).startsWith(folder) ? [readlinkSync(link)] : []
    } catch {
      return [] // It has ended.
    }
  })
}

describe("runMutants", () => {
  it("tells killed, surviving and invalid mutants apart, and leaves the work tree alone", async () => {
    const folder = workspace()
    const judged = await judge(folder, [
      mutant("<= most", "<= most + 1"),
      mutant("<= most", "< most"),
      mutant("<= most", "<= = most"),
      mutant("<= most", "<= least"),
      mutant("most = 10", "most = null!.length"),
      mutant("export const", "const"),
    ])
    expect(judged.map(({ verdict }) => verdict)).toEqual([
      "killed",
      "survived",
      "invalid",
      "invalid",
      "invalid",
      "invalid",
    ])
    expect(judged.map(findRemark).filter((remark) => remark !== undefined)).toEqual([
      'SURVIVED  src/short.ts:2  "<= most" → "< most"  It matters.',
      expect.stringMatching(/^INVALID {3}src\/short\.ts:2/),
      expect.stringMatching(/^INVALID {3}src\/short\.ts:2/),
      expect.stringMatching(/^INVALID {3}src\/short\.ts:1/),
      expect.stringMatching(/^INVALID {3}src\/short\.ts:2/),
    ])
    expect(describeRun(judged, 2_000)).toEqual([
      "short  1 killed, 1 survived, 4 invalid",
      "Mutants: 1 killed, 1 survived, 4 invalid, in 2 s",
    ])
    expect(readFileSync(join(folder, "src/short.ts"), "utf8")).toBe(source)
  })

  it("judges nothing by a test that fails without a mutant", async () => {
    const folder = workspace("expect(isShort('')).toBe(false)")
    await expect(judge(folder, [mutant("<= most", "<= 1")])).rejects.toThrow(
      /^src\/short\.test\.ts: fails without a mutant/,
    )
  })

  it("kills a mutant that only a child process runs", async () => {
    const folder = workspace(`
      const { execFileSync } = process.getBuiltinModule("node:child_process")
      const program = "import { isShort } from './src/short.ts'; console.log(isShort('a'.repeat(11)))"
      expect(String(execFileSync(process.execPath, ["--input-type=module", "-e", program]))).toBe("false\\n")`)
    const [judged] = await judge(folder, [mutant("<= most", "<= most + 1")])
    expect(judged!.verdict).toBe("killed")
  })

  it("tells a mutant apart whose test took too long", async () => {
    const folder = workspace(`
      await new Promise((go) => isShort("a".repeat(11)) || go(undefined))`)
    const [judged] = await judge(folder, [mutant("<= most", "<= most + 1")])
    expect(judged!.verdict).toBe("timed out")
  })

  it("stops a mutant that never ends, with the processes of its tests", async () => {
    vi.stubEnv("TMPDIR", tree({}))
    const folder = workspace(`
      const { spawn } = process.getBuiltinModule("node:child_process")
      spawn("sleep", ["1000"]).unref()
      expect(isShort("a")).toBe(true)`)
    const endless = mutant("=> text.length <= most", "=> { for (;;) text.length <= most }")
    const [judged] = await judge(folder, [endless], { startLimit: 2_000 })
    expect(judged!.verdict).toBe("timed out")
    expect(findRemark(judged!)).toBeUndefined()
    expect(describeRun([judged!], 0).at(-1)).toMatch(/^Mutants: 1 killed \(1 by the time limit\), 0 survived/)
    await expect.poll(() => processesIn(process.env["TMPDIR"]!)).toEqual([])
  })
})

describe("problemsOf", () => {
  it.each([
    [mutant("nothing", ""), 'src/short.ts: the searched text does not occur in the file: "nothing"'],
    [mutant("most", ""), 'src/short.ts: the searched text occurs more than once in the file: "most"'],
    [mutant("<= most", "<= most"), 'src/short.ts: the replacement changes nothing: "<= most"'],
    [{ ...mutant("10", "11"), tests: [] }, 'src/short.ts: a mutant names no tests: "10" → "11"'],
    [
      { ...mutant("10", "11"), tests: ["a.test.ts"] },
      "a.test.ts: a mutant names this file, which does not exist",
    ],
  ])("finds what cannot be judged: %#", (listed, problem) => {
    expect(problemsOf([listed], workspace())).toEqual([problem])
  })

  it("finds nothing in the lists of this repository", async () => {
    expect(problemsOf(await listMutants(), root)).toEqual([])
  })
})

describe("npm run test:mutants", () => {
  it("removes its copies and ends its tests on Ctrl-C", async () => {
    const temporary = tree({})
    const args = ["scripts/tests/test-mutants.ts", "--area", "files", "--jobs", "1"]
    const command = spawn(process.execPath, args, {
      cwd: root,
      env: { ...process.env, TMPDIR: temporary },
      stdio: ["ignore", "pipe", "inherit"],
    })
    const said = text(command.stdout)
    const ended = once(command, "exit")
    await expect.poll(() => processesIn(temporary), { timeout: 60_000 }).not.toEqual([])
    command.kill("SIGINT")
    expect(await ended).toEqual([2, null])
    expect(await said).toMatch(/^areas: files \d+\nStopped by SIGINT\.\n$/)
    expect(readdirSync(temporary).filter((name) => name.startsWith("trivet-mutants-"))).toEqual([])
    await expect.poll(() => processesIn(temporary)).toEqual([])
  })
})

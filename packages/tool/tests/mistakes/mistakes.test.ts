import { fork } from "node:child_process"
import { once } from "node:events"
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, dirname, join } from "node:path"
import { pathToFileURL } from "node:url"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { joinedSources } from "../../../../scripts/suite/joined-sources.ts"
import type { Finding } from "../../src/check/finding.ts"
import { findProblems } from "../../src/check/rules.ts"
import { explainCrash } from "../../src/inspect/explain-crash.ts"
import { inspectApplication } from "../../src/inspect/inspect-application.ts"
import type { Report } from "../../src/inspect/report.ts"
import type { Expected } from "./expected.ts"

const own = import.meta.dirname
const framework = join(own, "../../../trivet")
const program = join(own, "program.ts")

/** Shows only when services are started, when a call is made or in the environment: `check` has none of them. */
const later = [
  "45-start-hangs",
  "46-start-throws",
  "47-next-twice",
  "51-environment-wrong",
  "52-middleware-silent",
  "53-provided-not-set",
]

const folders = [join(framework, "tests/mistakes"), own].flatMap((folder) =>
  globSync("[0-9]*", { cwd: folder })
    .filter((name) => !later.includes(name))
    .map((name) => join(folder, name)),
)
const cases = folders
  .map((folder) => [basename(folder), folder] as const)
  .toSorted(([a], [b]) => Number.parseInt(a) - Number.parseInt(b))

// Each in a process of its own, as the command does it: TRIVET_LONG=1 npx vitest run packages/tool/tests/mistakes
const isLong = process.env["TRIVET_LONG"] === "1"
/** Those that a process of their own looks at also in the short form: every tenth, and the one that changes its process. */
const apart = (name: string) => isLong || Number.parseInt(name) % 10 === 1 || name === "50-two-copies"

function findingsIn(report: Report): readonly Finding[] {
  if (report.kind !== "application") return explainCrash(report, { file: program })
  // As the command does: what a package declares is no business of the application that installed it.
  return findProblems(report.app).filter(({ where }) => where?.includes("node_modules/") !== true)
}

async function inspectApart(file: string, env: NodeJS.ProcessEnv): Promise<Report> {
  const signal = AbortSignal.timeout(60_000)
  const { flags } = await joinedSources()
  return inspectApplication(program, { timeout: 240_000, signal, flags, env: { ...env, MISTAKE: file } })
}

/** The reports of the files with this name that share a process, by their folders. */
async function inspectTogether(name: "broken.ts" | "fixed.ts"): Promise<ReadonlyMap<string, Report>> {
  const together = cases.filter(([title]) => !apart(title)).map(([, folder]) => folder)
  const { flags } = await joinedSources()
  const child = fork(join(own, "many-programs.ts"), { execArgv: [...flags] })
  const answered = Promise.race([once(child, "message"), once(child, "exit")])
  child.send(together.map((folder) => join(folder, name)))
  const [reports] = (await answered) as [readonly Report[] | number | null]
  if (typeof reports !== "object" || reports === null) throw new Error("many-programs.ts ended too early")
  return new Map(together.map((folder, at) => [folder, reports[at]!]))
}

/** Read as text: a broken application cannot always be imported. */
async function expectedOf(folder: string): Promise<Expected> {
  const text = readFileSync(join(folder, "broken.ts"), "utf8")
  const [, literal = ""] = /^export const expected = (\{[^]*?\}) satisfies Expected$/m.exec(text) ?? []
  const source = `data:text/javascript,${encodeURIComponent(`export default ${literal}`)}`
  const { code, error, file } = (
    (await import(source)) as { default: Partial<Expected> & { error?: string } }
  ).default
  // What the runtime alone reports as a ReferenceError is explained here.
  return {
    code: code ?? (error === "ReferenceError" ? "IMPORT_CYCLE" : ""),
    ...(file !== undefined && { file }),
  }
}

/** The line of the mistake: the one with the comment, or the one after a comment that stands alone. */
function markedLine(path: string): number | undefined {
  const lines = readFileSync(path, "utf8").split("\n")
  const at = lines.findIndex((line) => line.endsWith("// here"))
  if (at === -1) return undefined
  return lines[at]!.trim() === "// here" ? at + 2 : at + 1
}

describe("check", () => {
  let secondCopy: string
  const env: NodeJS.ProcessEnv = {}
  const shared = { "broken.ts": inspectTogether("broken.ts"), "fixed.ts": inspectTogether("fixed.ts") }
  const check = async (folder: string, name: "broken.ts" | "fixed.ts") =>
    findingsIn((await shared[name]).get(folder) ?? (await inspectApart(join(folder, name), env)))

  beforeAll(() => {
    secondCopy = mkdtempSync(join(tmpdir(), "trivet-second-copy-"))
    const filter = (path: string) => !path.endsWith(".test.ts")
    cpSync(join(framework, "src"), secondCopy, { recursive: true, filter })
    env["SECOND_COPY"] = pathToFileURL(join(secondCopy, "index.ts")).href
  })
  afterAll(() => rmSync(secondCopy, { recursive: true }))

  it("knows at least 40 mistakes, 15 of them its own", () => {
    expect(cases.length).toBeGreaterThanOrEqual(40)
    expect(cases.filter(([, folder]) => dirname(folder) === own).length).toBeGreaterThanOrEqual(15)
  })

  it.concurrent.each(cases)(
    "finds %s before anything is served, with its line and a fix",
    async (_, folder) => {
      const expected = await expectedOf(folder)
      const findings = await check(folder, "broken.ts")
      const finding = findings.find(({ code }) => code === expected.code)
      expect(finding, JSON.stringify(findings)).toBeDefined()
      expect(finding!.fix).toMatch(/\w.*\.$/)
      const file = join(folder, expected.file ?? "broken.ts")
      const line = markedLine(file)
      if (line !== undefined)
        expect(join(process.cwd(), finding!.where!)).toMatch(new RegExp(`^${file}:${line}:\\d+$`))
      // Nothing else is said of a mistake than the mistake: for those of boot, what it alone causes stands in the corpus.
      if (dirname(folder) === own) expect(findings).toHaveLength(1)
    },
  )

  it.concurrent.each(cases)("finds nothing of %s when the fix is followed", async (_, folder) => {
    const expected = await expectedOf(folder)
    const findings = await check(folder, "fixed.ts")
    expect(findings.filter(({ severity, code }) => severity === "fault" || code === expected.code)).toEqual(
      [],
    )
    if (dirname(folder) === own) expect(findings).toEqual([])
  })
})

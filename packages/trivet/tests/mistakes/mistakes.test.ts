import { execFile } from "node:child_process"
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { pathToFileURL } from "node:url"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { catalogue } from "../../src/fault/catalogue.ts"
import type { Expected } from "./expected.ts"
import type { RunResult } from "./run.ts"

const folder = import.meta.dirname
const packageFolder = join(folder, "../..")
const names = globSync("[0-9]*", { cwd: folder }).toSorted()
/** It loads the framework a second time, which every application after it in the same process would be told of. */
const twoCopies = "50-two-copies"
const run = promisify(execFile)

interface Outcome {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

async function node(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Outcome> {
  const options = { cwd: packageFolder, env: { ...process.env, ...env }, timeout: 120_000 }
  try {
    return { code: 0, ...(await run(process.execPath, ["--conditions=@trivet/source", ...args], options)) }
  } catch (error) {
    return error as Outcome & Error
  }
}

async function runAll(paths: readonly string[], env?: NodeJS.ProcessEnv): Promise<Map<string, RunResult>> {
  const { code, stdout, stderr } = await node(
    ["tests/mistakes/run.ts", ...paths.map((path) => `./${path}`)],
    env,
  )
  // Nothing but the results: a framework that is asked for a report does not chatter.
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
  const results = JSON.parse(stdout) as Record<string, RunResult>
  return new Map(Object.entries(results).map(([path, one]) => [path.slice("./".length), one]))
}

/** The line of the mistake: the one with the comment, or the one after a comment that stands alone. */
function markedLine(path: string): number | undefined {
  const lines = readFileSync(join(folder, path), "utf8").split("\n")
  const at = lines.findIndex((line) => line.endsWith("// here"))
  if (at === -1) return undefined
  return lines[at]!.trim() === "// here" ? at + 2 : at + 1
}

async function expectedOf(name: string): Promise<Expected> {
  const text = readFileSync(join(folder, name, "broken.ts"), "utf8")
  // Read as text: a broken application cannot always be imported.
  const [, literal = ""] = /^export const expected = (\{[^]*\}) satisfies Expected$/m.exec(text) ?? []
  const source = `export default ${literal}`
  return ((await import(`data:text/javascript,${encodeURIComponent(source)}`)) as { default: Expected })
    .default
}

describe("mistakes", () => {
  const broken = new Map<string, RunResult>()
  const fixed = new Map<string, RunResult>()
  let secondCopy: string

  beforeAll(async () => {
    secondCopy = mkdtempSync(join(tmpdir(), "trivet-second-copy-"))
    cpSync(join(packageFolder, "src"), secondCopy, {
      recursive: true,
      filter: (path) => !path.endsWith(".test.ts"),
    })
    const env = { SECOND_COPY: pathToFileURL(join(secondCopy, "index.ts")).href }
    const together = names.filter((name) => name !== twoCopies)
    const results = await Promise.all([
      runAll(together.map((name) => `${name}/broken.ts`)),
      runAll([`${twoCopies}/broken.ts`], env),
      runAll(names.map((name) => `${name}/fixed.ts`)),
    ])
    for (const [path, result] of results.flatMap((one) => [...one])) {
      ;(path.endsWith("broken.ts") ? broken : fixed).set(dirname(path), result)
    }
  }, 180_000)
  afterAll(() => rmSync(secondCopy, { recursive: true }))

  it.each(names)("%s: says what is wrong, where, and how to fix it", async (name) => {
    const expected = await expectedOf(name)
    const { faults, error, report } = broken.get(name)!
    const file = `${name}/${expected.file ?? "broken.ts"}`
    const line = markedLine(file)
    if (expected.code === undefined) {
      expect(faults).toEqual([])
      expect(error?.name).toBe(expected.error)
      expect(error?.stack.split("\n").find((frame) => frame.includes(" at "))).toContain(`${file}:${line}:`)
      return
    }
    expect(error).toBeUndefined()
    expect(faults.map((fault) => fault.code)).toEqual([expected.code, ...(expected.others ?? [])])
    const [fault] = faults
    expect(fault!.chain).toEqual(expected.chain)
    if (line === undefined) expect(fault!.where).toBeUndefined()
    else expect(fault!.where).toMatch(new RegExp(`^tests/mistakes/${file}:${line}:\\d+$`))
    expect(report).toContain(`fix: ${fault!.fix}`)
  })

  it.each(names)("%s: is gone when the fix is followed", (name) => {
    const { faults, error, status } = fixed.get(name)!
    expect(error).toBeUndefined()
    expect(faults).toEqual([])
    expect(status ?? 200).toBe(200)
  })

  it("reads as reports.txt shows it (npx vitest run packages/trivet/tests/mistakes -u)", async () => {
    const reports = names.map((name) => {
      const { report, error } = broken.get(name)!
      const text = (report ?? `${error?.name}: ${error?.message}`)
        .replaceAll(secondCopy, "second-copy")
        // Frames of whoever started the application say nothing of the mistake.
        .replace(/^.*\bmistakes\/run\.ts:.*\n?/gm, "")
      return `## ${name}\n\n${text.trimEnd()}\n`
    })
    await expect(reports.join("\n")).toMatchFileSnapshot(join(folder, "reports.txt"))
  })

  it("are known for every fault of modules, injection, start and routes", () => {
    const codes = Object.keys(catalogue)
    // Two versions of packages are no mistake in one program: src/fault/package-versions.test.ts.
    const elsewhere = ["VERSIONS_MIXED"]
    const refusals = codes
      .slice(0, codes.indexOf("TAG_UNKNOWN"))
      .filter((code) => !code.startsWith("STOP_") && !elsewhere.includes(code))
    const told = new Set([...broken.values()].flatMap(({ faults }) => faults.map((fault) => fault.code)))
    expect(refusals.filter((code) => !told.has(code))).toEqual([])
  })

  it("are reported all at once, and the process ends with an error", async () => {
    const { code, stdout, stderr } = await node(["tests/mistakes/six-at-once/main.ts"])
    const text = readFileSync(join(folder, "six-at-once/main.ts"), "utf8").split("\n")
    const marked = text.flatMap((line, index) => {
      const mark = / \/\/ ([A-Z_]+)$/.exec(line)?.[1]
      return mark === undefined ? [] : [{ mark, line: index + 1 }]
    })
    expect(marked).toHaveLength(6)
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" })
    expect(stderr).toMatch(/^BootFault: 6 faults: the application was not started$/m)
    const paragraphs = stderr.split(/\n\n(?=\d\. )/)
    for (const { mark, line } of marked) {
      const paragraph = paragraphs.find((one) => one.includes(`. ${mark}\n`)) ?? ""
      expect(paragraph).toContain(`at tests/mistakes/six-at-once/main.ts:${line}:`)
      expect(paragraph).toContain("   fix: ")
    }
  })
})

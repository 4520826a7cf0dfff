import { mkdirSync, writeFileSync } from "node:fs"
import { join, relative } from "node:path"
import { command, type Context, PublicError, type Route } from "trivet"
import { describeFinding } from "../check/finding.ts"
import { commandOptions, programOptions } from "../command-options.ts"
import { explainFailure } from "../inspect/explain-crash.ts"
import { type Entry, findEntry } from "../inspect/find-entry.ts"
import { findAccessSetup } from "./access.ts"
import { FuzzProgress } from "./fuzz-progress.ts"
import type { Finding, FuzzReport } from "./report/finding.ts"
import { longestRun, randomSeed } from "./run-bounds.ts"
import type { Explain } from "./program/program-process.ts"
import { printReport } from "./report/print-report.ts"
import { testFileName } from "./write-test.ts"

const record = {
  path: "fuzz",
  summary: "Starts the application on this machine and looks for errors with random and hostile calls",
  accepts: {
    query: commandOptions({
      entry: programOptions.entry,
      seconds: {
        type: "number",
        default: "60",
        description: "how many seconds it may take once the program has started, at most 120",
      },
      seed: { type: "number", description: "repeats a run: the number that its report shows" },
      access: {
        type: "string",
        description: "the file that exports the callers; default: src/testing/access.ts or tests/access.ts",
      },
      only: { type: "string", description: "only these phases, separated by commas" },
      save: { type: "string", description: "a folder to write a test file to for each finding" },
    }),
  },
} as const

/** `trivet fuzz`. */
export class FuzzCommand {
  routes(): readonly Route[] {
    return [command(record.path, this.fuzz, { ...record, print: printReport })]
  }

  async fuzz(ctx: Context<typeof record>): Promise<unknown> {
    const { entry: given, access, save, only, ...numbers } = ctx.input("query")
    const seconds = numberOf("seconds", numbers.seconds, longestRun)
    const seed = numbers.seed === "" ? randomSeed() : numberOf("seed", numbers.seed, 2 ** 31)
    const entry = findEntry(given)
    const names = only
      .split(",")
      .map((name) => name.trim())
      .filter((name) => name !== "")
    const report = await run(entry, access, {
      seconds,
      seed,
      signal: ctx.signal,
      ...(names.length > 0 && { only: names }),
    })
    const findings = save === "" ? report.findings : report.findings.map((finding) => written(finding, save))
    const isGood = findings.length === 0 && report.failure === undefined
    return ctx.status(isGood ? 200 : 422).json({ ...report, findings } satisfies FuzzReport)
  }
}

async function run(
  entry: Entry,
  access: string,
  options: {
    readonly seconds: number
    readonly seed: number
    readonly signal: AbortSignal
    readonly only?: readonly string[]
  },
): Promise<FuzzReport> {
  // Loaded here only, so that other commands start faster.
  const [{ startProgram }, { phasesNamed, runPhases }] = await Promise.all([
    import("./program/program-target.ts"),
    import("./run-phases.ts"),
  ])
  phasesNamed(options.only)
  const setup = await findAccessSetup(access, entry.folder)
  const progress = new FuzzProgress(options.seconds)
  try {
    const target = await startProgram(entry, explain)
    try {
      progress.learns()
      return await runPhases(target, {
        ...options,
        setup,
        entry: relative(process.cwd(), entry.file),
        begins: (phase) => progress.begins(phase),
      })
    } finally {
      await target.close()
    }
  } finally {
    progress.end()
  }
}

const explain: Explain = (report) =>
  [
    ...explainFailure(report).map(describeFinding),
    ...(report.kind === "broken" ? [report.error.stack] : []),
  ].join("\n\n")

function numberOf(name: string, text: string, most: number): number {
  const number = Number(text)
  if (Number.isInteger(number) && number >= 1 && number <= most) return number
  throw new PublicError(400, `--${name} takes a whole number from 1 to ${most}, not "${text}"`)
}

function written(finding: Finding, folder: string): Finding {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, testFileName(finding))
  writeFileSync(file, finding.test)
  return { ...finding, file }
}

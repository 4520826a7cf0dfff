import { mkdirSync, writeFileSync } from "node:fs"
import { join, relative } from "node:path"
import { command, type Context, PublicError, type Route } from "trivet"
import { createProgress } from "trivet/cli"
import { commandOptions, programOptions } from "../command-options.ts"
import { type Entry, findEntry } from "../inspect/find-entry.ts"
import { findAccessSetup } from "./access.ts"
import type { Finding, FuzzReport } from "./finding.ts"
import { longestRun, randomSeed } from "./run-bounds.ts"
import { printReport } from "./print-report.ts"
import { testFileName } from "./write-test.ts"

const record = {
  path: "fuzz",
  summary: "Starts the application on this machine and looks for errors with random and hostile calls",
  accepts: {
    query: commandOptions({
      entry: programOptions.entry,
      seconds: { type: "string", default: "60", description: "how many seconds it may take, at most 120" },
      seed: { type: "string", description: "repeats a run: the number that its report shows" },
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
    return ctx.status(findings.length > 0 ? 422 : 200).json({ ...report, findings } satisfies FuzzReport)
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
  // Only here: other commands start without a server, and without what makes random values.
  const [{ startProgram }, { runPhases }] = await Promise.all([
    import("./program/program-target.ts"),
    import("./run-phases.ts"),
  ])
  const setup = await findAccessSetup(access, entry.folder)
  const target = await startProgram(entry)
  const total = options.seconds * 10
  const progress = createProgress({ total, label: "trivet fuzz" })
  let shown = 0
  const onProgress = (share: number) => {
    const now = Math.floor(share * total)
    progress.add(now - shown)
    shown = now
  }
  try {
    return await runPhases(target, {
      ...options,
      setup,
      entry: relative(process.cwd(), entry.file),
      onProgress,
    })
  } finally {
    progress.end()
    await target.close()
  }
}

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

import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { canLoad } from "./can-load.ts"
import { createWorkCopy, type WorkCopy } from "./create-work-copy.ts"
import { judgeRun, type Verdict } from "./judge-run.ts"
import type { ListedMutant } from "./list-mutants.ts"
import { mutate } from "./mutate.ts"
import { resultsByFile, runVitest } from "./run-vitest.ts"

/** A mutant with what became of it. */
export interface JudgedMutant extends ListedMutant {
  readonly verdict: Verdict
  /** The line of the change. */
  readonly line: number
  /** How long the judgement took, in milliseconds. */
  readonly duration: number
}

/** What to run, and in how many copies of the work tree at once. */
export interface MutantRunOptions {
  readonly workspace: string
  readonly mutants: readonly ListedMutant[]
  readonly jobs: number
  /** Ends the run early and removes the copies. */
  readonly signal: AbortSignal
  /** How long a mutant may take besides five times what its tests take without one, in milliseconds; 30,000 unless given. */
  readonly startLimit?: number
  onJudged(judged: JudgedMutant): void
}

const baselineLimit = 600_000

/**
 * Judges each mutant in a copy of the work tree. Runs all named tests without a mutant first, and throws if one of them
 * fails: such a test would kill everything.
 */
export async function runMutants(options: MutantRunOptions): Promise<JudgedMutant[]> {
  const { workspace, mutants, jobs, signal, startLimit = 30_000 } = options
  const copies: WorkCopy[] = []
  try {
    while (copies.length < Math.min(jobs, mutants.length)) copies.push(createWorkCopy(workspace))
    const durations = await runBaseline(mutants, copies, signal)
    const durationOf = ({ tests }: ListedMutant) => tests.reduce((sum, test) => sum + durations.get(test)!, 0)
    // The longest go first, so that no copy works alone at the end.
    const waiting = mutants.toSorted((one, other) => durationOf(other) - durationOf(one))
    const judged: JudgedMutant[] = []
    const work = async (copy: WorkCopy) => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const one = await judge(next, copy, startLimit + 5 * durationOf(next), signal)
        signal.throwIfAborted()
        judged.push(one)
        options.onJudged(one)
      }
    }
    await Promise.all(copies.map(work))
    return judged
  } finally {
    for (const copy of copies) copy.remove()
  }
}

/**
 * How long each test file takes without a mutant, in milliseconds. A file that fails is run a second time by itself: a
 * busy machine makes a test of time fail once, a broken test fails twice.
 */
async function runBaseline(
  mutants: readonly ListedMutant[],
  copies: readonly WorkCopy[],
  signal: AbortSignal,
): Promise<Map<string, number>> {
  const tests = [...new Set(mutants.flatMap((mutant) => mutant.tests))]
  const durations = new Map<string, number>()
  const run = async ({ folder }: WorkCopy, share: readonly string[]): Promise<string[]> => {
    if (share.length === 0) return []
    const failures: string[] = []
    const ended = await runVitest({ folder, tests: share, timeLimit: baselineLimit, signal, bail: false })
    const results = resultsByFile(folder, ended.report)
    for (const test of share) {
      const result = results.get(test)
      if (result?.status === "passed") durations.set(test, result.endTime - result.startTime)
      else
        failures.push(
          `${test}: fails without a mutant, so it cannot judge one ${failureIn(result)}`.trimEnd(),
        )
    }
    if (!ended.ok && failures.length === 0) failures.push(`vitest failed without a mutant:\n${ended.output}`)
    return failures
  }
  await Promise.all(
    copies.map((copy, at) =>
      run(
        copy,
        tests.filter((_, place) => place % copies.length === at),
      ),
    ),
  )
  signal.throwIfAborted()
  const failures: string[] = []
  for (const test of tests) if (!durations.has(test)) failures.push(...(await run(copies[0]!, [test])))
  signal.throwIfAborted()
  if (failures.length > 0) throw new Error(failures.join("\n"))
  return durations
}

function failureIn(result: ReturnType<ReturnType<typeof resultsByFile>["get"]>): string {
  const failed = result?.assertionResults.find(({ status }) => status === "failed")
  const message = failed?.failureMessages?.[0] ?? result?.message ?? ""
  return message === "" ? "" : `(${message.split("\n")[0]})`
}

async function judge(
  mutant: ListedMutant,
  { folder }: WorkCopy,
  timeLimit: number,
  signal: AbortSignal,
): Promise<JudgedMutant> {
  const start = performance.now()
  const path = join(folder, mutant.file)
  const original = readFileSync(path, "utf8")
  const { text, line } = mutate(mutant, original)
  const judged = (verdict: Verdict) => ({ ...mutant, verdict, line, duration: performance.now() - start })
  if (!canLoad(mutant.file, original, text)) return judged("invalid")
  writeFileSync(path, text)
  try {
    return judged(judgeRun(await runVitest({ folder, tests: mutant.tests, timeLimit, signal, bail: true })))
  } finally {
    writeFileSync(path, original)
  }
}

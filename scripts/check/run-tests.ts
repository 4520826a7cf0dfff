import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, relative } from "node:path"
import { root } from "../reading/workspace.ts"
import { runTool } from "./run-tool.ts"
import type { Outcome } from "./step.ts"
import { count, describeFailures, failedFiles, slowestFiles, type TestReport } from "./test-report.ts"

interface Run {
  readonly outcome: Outcome
  /** Absent if vitest itself did not finish. */
  readonly report: TestReport | undefined
}

/**
 * Runs every test and counts them. Files that failed run a second time, with nothing beside them: a test that failed
 * only because the machine was busy must not hide what a change broke. The step's line names those files, because
 * each is a test that waits for a time where it should wait for a condition. `TRIVET_TRIES=1` leaves the second run out.
 */
export async function runTests(): Promise<Outcome> {
  const first = await runVitest()
  const failed =
    first.report === undefined ? [] : failedFiles(first.report).map(({ name }) => relative(root, name))
  if (failed.length === 0 || failed.length > 40 || process.env["TRIVET_TRIES"] === "1") return judge(first)
  const second = await runVitest("--no-file-parallelism", ...failed)
  if (second.report === undefined) return judge(first)
  const { passed, failed: repeated } = count(first.report!, first.outcome.ok)
  const still = count(second.report, second.outcome.ok).failed
  const tests = { passed: passed + Math.max(0, repeated - still), failed: still }
  const why = describeFailures(first.report!, root)
  return {
    ok: still === 0,
    output: describeFailures(second.report, root),
    tests,
    note:
      still === 0
        ? `${tests.passed} passed, of which ${repeated} only in a second run:\n${why}\n${slowest(first.report!)}`
        : `${tests.passed} passed, ${still} failed, also in a second run by themselves`,
  }
}

function judge({ outcome, report }: Run): Outcome {
  if (report === undefined) return { ...outcome, ok: false, tests: { passed: 0, failed: 1 } }
  const tests = count(report, outcome.ok)
  const output = describeFailures(report, root) || outcome.output
  return {
    ok: outcome.ok,
    output,
    tests,
    note: `${tests.passed} passed, ${tests.failed} failed; ${slowest(report)}`,
  }
}

/** The slowest test files, which are the first candidates for a faster check. */
function slowest(report: TestReport): string {
  const files = slowestFiles(report, 15).map(({ path, seconds }) => `${relative(root, path)} ${seconds} s`)
  return `slowest: ${files.join(", ")}`
}

async function runVitest(...args: readonly string[]): Promise<Run> {
  const folder = mkdtempSync(join(tmpdir(), "trivet-tests-"))
  const path = join(folder, "report.json")
  try {
    const outcome = await runTool(
      "vitest",
      "run",
      "--reporter=default",
      `--reporter=${join(import.meta.dirname, "report-tests.ts")}`,
      `--outputFile=${path}`,
      ...args,
    )
    const report = existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as TestReport) : undefined
    return { outcome, report }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { runTool } from "./run-tool.ts"
import type { Outcome } from "./step.ts"

/** What is read of vitest's JSON report. */
interface TestReport {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly testResults: readonly {
    readonly status: string
    readonly assertionResults: readonly { status: string }[]
  }[]
}

/** Runs every test and counts them. */
export async function runTests(): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), "trivet-tests-"))
  const path = join(folder, "report.json")
  try {
    const outcome = await runTool(
      "vitest",
      "run",
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${path}`,
    )
    if (!existsSync(path)) return { ...outcome, ok: false, tests: { passed: 0, failed: 1 } }
    const tests = count(JSON.parse(readFileSync(path, "utf8")) as TestReport, outcome.ok)
    return { ...outcome, tests, note: `${tests.passed} passed, ${tests.failed} failed` }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Counts a file that could not be run as one failure, and so an error outside of all tests. */
export function count(report: TestReport, ok: boolean): { passed: number; failed: number } {
  const broken = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === "failed" && !assertionResults.some((test) => test.status === "failed"),
  )
  const failed = report.numFailedTests + broken.length
  return { passed: report.numPassedTests, failed: failed === 0 && !ok ? 1 : failed }
}

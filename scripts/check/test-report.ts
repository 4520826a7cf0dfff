import { relative } from "node:path"

/** What `report-tests.ts` writes of a run. */
export interface TestReport {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly testResults: readonly TestFile[]
}

interface TestFile {
  readonly name: string
  readonly status: string
  /** Of its tests and hooks. */
  readonly seconds: number
  /** Why the file, or a suite in it, could not be run. */
  readonly message?: string
  readonly assertionResults: readonly {
    readonly status: string
    readonly fullName?: string
    readonly failureMessages?: readonly string[] | null
  }[]
}

/** Counts a file that could not be run as one failure, and so an error outside of all tests. */
export function count(report: TestReport, ok: boolean): { passed: number; failed: number } {
  const broken = failedFiles(report).filter((file) => failedTests(file).length === 0)
  const failed = report.numFailedTests + broken.length
  return { passed: report.numPassedTests, failed: failed === 0 && !ok ? 1 : failed }
}

/** The files with a failed test, and those that could not be run. */
export function failedFiles(report: TestReport): TestFile[] {
  return report.testResults.filter(({ status }) => status === "failed")
}

/** The files that took longest, the longest first. */
export function slowestFiles(report: TestReport, most: number): { path: string; seconds: number }[] {
  return report.testResults
    .map(({ name, seconds }) => ({ path: name, seconds: Math.round(seconds) }))
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, most)
}

/** Each failure with its file, its test and its message, and nothing of what passed. */
export function describeFailures(report: TestReport, root: string): string {
  return failedFiles(report)
    .flatMap((file) => {
      const path = relative(root, file.name)
      const tests = failedTests(file)
      const whole =
        tests.length === 0 || file.message ? [`${path}: could not be run\n${file.message ?? ""}`] : []
      return [
        ...whole,
        ...tests.map((test) => `${path}: ${test.fullName}\n${(test.failureMessages ?? []).join("\n")}`),
      ]
    })
    .join("\n\n")
}

function failedTests(file: TestFile): TestFile["assertionResults"] {
  return file.assertionResults.filter(({ status }) => status === "failed")
}

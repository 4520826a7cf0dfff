import type { TestRun } from "./run-vitest.ts"

/** What became of a mutant. One that cannot run at all is `invalid`: any test would have failed. */
export type Verdict = "killed" | "timed out" | "survived" | "invalid"

/** Judges a mutant by the run of its tests. */
export function judgeRun({ ok, timedOut, report }: TestRun): Verdict {
  if (timedOut) return "timed out"
  if (ok) return "survived"
  if (report === undefined) return "invalid"
  const messages = report.testResults.flatMap(({ assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === "failed")
      .map(({ failureMessages }) => failureMessages?.[0]),
  )
  if (messages.length > 0 && messages.every(isTimeout)) return "timed out"
  if (messages.length > 0) return messages.every(isBroken) ? "invalid" : "killed"
  // A file that failed and has no tests did not load. With tests it is one of their hooks that failed, and where every
  // file passed, an error that no test caught.
  const unloaded = report.testResults.some(
    ({ status, assertionResults }) => status === "failed" && assertionResults.length === 0,
  )
  return unloaded ? "invalid" : "killed"
}

/** Whether a test failed because the changed code names something that does not exist. */
function isBroken(message: string | undefined): boolean {
  return /^ReferenceError: .* is not defined/.test(message ?? "")
}

/** Whether a test took too long: the mutant never ends, or the machine was busy. The counts name these. */
function isTimeout(message: string | undefined): boolean {
  return /^Error: (?:Test|Hook) timed out in/.test(message ?? "")
}

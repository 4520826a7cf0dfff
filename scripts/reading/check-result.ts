/** The result of one check: its problems, one line each, and a note to print beside the step. */
export interface CheckResult {
  readonly problems: readonly string[]
  readonly note?: string
}

/** Prints the result of a check that was started by hand, and sets the exit code. */
export function report({ problems, note }: CheckResult): void {
  for (const problem of problems) console.log(problem)
  if (note !== undefined) console.log(note)
  if (problems.length > 0) process.exitCode = 1
}

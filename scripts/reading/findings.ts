/** What one check found: each problem on a line of its own, and perhaps a remark for when all is well. */
export interface Findings {
  readonly problems: readonly string[]
  readonly note?: string
}

/** Prints the findings of a check that was started by hand, and sets the exit code. */
export function report({ problems, note }: Findings): void {
  for (const problem of problems) console.log(problem)
  if (note !== undefined) console.log(note)
  if (problems.length > 0) process.exitCode = 1
}

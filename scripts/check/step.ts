import type { CheckResult } from "../reading/check-result.ts"

/** How a step of the check ended. */
export interface Outcome {
  readonly ok: boolean
  /** Shown when the step failed. */
  readonly output: string
  /** A remark that is shown also when the step passed. */
  readonly note?: string
  /** Only the step that runs tests counts more than itself. */
  readonly tests?: { readonly passed: number; readonly failed: number }
}

/** One thing that a contributor's work is checked for. */
export interface Step {
  readonly name: string
  /** It changes nothing that its neighbours read: they may run at the same time. Default: no. */
  readonly beside?: true
  run(): Outcome | Promise<Outcome>
}

/** The outcome of a check that finds problems in texts. */
export function outcomeOf({ problems, note }: CheckResult): Outcome {
  const output = problems.join("\n")
  return note === undefined
    ? { ok: problems.length === 0, output }
    : { ok: problems.length === 0, output, note }
}

/** One outcome for several parts of a step: all must have passed. Notes are joined. */
export function together(outcomes: readonly Outcome[]): Outcome {
  const failed = outcomes.filter(({ ok }) => !ok)
  const notes = outcomes.flatMap(({ note }) => note ?? [])
  return {
    ok: failed.length === 0,
    output: failed.map(({ output }) => output).join("\n"),
    ...(notes.length > 0 && { note: notes.join("; ") }),
  }
}

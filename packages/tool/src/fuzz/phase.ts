import type { Exchange, Field } from "./call/session.ts"
import type { FuzzProblem } from "./report/finding.ts"
import type { Knowledge } from "./learn.ts"

/** The input of a phase. */
export interface PhaseInput {
  readonly field: Field
  readonly knowledge: Knowledge
  readonly seed: number
  /** The time by which it must end, by `performance.now()`. */
  readonly deadline: number
  /** The time at which the whole run ends. */
  readonly end: number
  /** Reports a problem. A known one, or one that cannot be reproduced, is dropped. */
  report(problem: FuzzProblem, shown: Shown): Promise<void>
  /** Whether a problem is not known yet. */
  isNew(problem: FuzzProblem): boolean
}

/** What revealed a problem: calls, of which the last one shows it, or a whole phase. */
export type Shown = { readonly exchanges: readonly Exchange[] } | { readonly phase: string }

/** One way of searching for errors. Returns why it did less than it could, if so. */
export interface Phase {
  readonly name: string
  /** The share of the time that it may take. */
  readonly share: number
  /** Milliseconds by which it may exceed the end of the run. Default: 5 s, for reproducing a problem. */
  readonly grace?: number
  run(input: PhaseInput): Promise<string | undefined>
}

import type { Exchange, Field } from "./call/session.ts"
import type { FuzzProblem } from "./finding.ts"
import type { Knowledge } from "./learn.ts"

/** What a phase gets. */
export interface PhaseInput {
  readonly field: Field
  readonly knowledge: Knowledge
  readonly seed: number
  /** When it must be done, in the time of `performance.now()`. */
  readonly deadline: number
  /** When the whole run is over. */
  readonly end: number
  /** Reports a problem. One that is known already, or that does not happen again, is dropped. */
  report(problem: FuzzProblem, shown: Shown): Promise<void>
  /** Whether a problem is not known yet. */
  isNew(problem: FuzzProblem): boolean
}

/** What showed a problem: calls, the last of which is the one; or a whole phase. */
export type Shown = { readonly exchanges: readonly Exchange[] } | { readonly phase: string }

/** One way of looking for errors. Returns why it did less than it could, if it did. */
export interface Phase {
  readonly name: string
  /** The share of the time that it may take. */
  readonly share: number
  /** Milliseconds after the end of the run in which it must be done. Default: 5 s, for a problem that is sent again. */
  readonly grace?: number
  run(input: PhaseInput): Promise<string | undefined>
}

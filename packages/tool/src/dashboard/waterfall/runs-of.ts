import type { ShownOperation } from "../shown-call.ts"

/** An operation with a definite end. */
export interface Run extends Omit<ShownOperation, "ms"> {
  readonly ms: number
  readonly isRunning: boolean
}

/**
 * The operations of a call, oldest first. A statement that waits for a connection begins when it has one: the wait is
 * an operation of its own.
 */
export function runsOf(operations: readonly ShownOperation[], whole: number): readonly Run[] {
  const runs = operations.map((one): Run & { at: number; ms: number } => ({
    ...one,
    ms: one.ms ?? whole - one.at,
    isRunning: one.ms === undefined,
  }))
  for (const [index, wait] of runs.entries()) {
    const waiting = wait.kind === "pool" ? runs[index - 1] : undefined
    const ends = wait.at + wait.ms
    // The statement began at the same time, and waits in the same call of the pool.
    if (waiting?.kind !== "sql" || wait.at - waiting.at > 1 || waiting.at + waiting.ms < ends) continue
    waiting.ms -= ends - waiting.at
    waiting.at = ends
  }
  return runs
}

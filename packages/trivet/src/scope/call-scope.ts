import type { Context } from "../context/context.ts"

/** Runs work that belongs to a call. It must call `work` once, at once, and return its result. */
export type AroundWork = <Result>(call: Context, work: () => Result) => Result

/** Knows which call the running code belongs to, without being given its context. Get it with `useCallScope()`. */
export interface CallScope {
  /** Runs work as part of a call: in it, and in everything that it starts, `current()` returns this call. */
  run<Result>(call: Context, work: () => Result): Result
  /** The call that the running code belongs to; `undefined` outside of calls. */
  current(): Context | undefined
  /**
   * Adds a function around all work that runs as part of a call, also around what an engine calls later: reads of a
   * streamed body, listeners. It is for the whole process, and a function that was added already is not added again.
   */
  addAround(around: AroundWork): void
}

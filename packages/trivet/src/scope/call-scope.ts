import type { Context } from "../context/context.ts"

/** Knows which call the running code belongs to, without being given its context. Get it with `useCallScope()`. */
export interface CallScope {
  /** Runs work as part of a call: in it, and in everything that it starts, `current()` returns this call. */
  run<Result>(call: Context, work: () => Result): Result
  /** The call that the running code belongs to; `undefined` outside of calls. */
  current(): Context | undefined
}

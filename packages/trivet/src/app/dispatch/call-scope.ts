import type { Context } from "../../context/context.ts"
import { type NamedToken, token } from "../../inject/token.ts"

/** Wraps work that belongs to a call. It must call `work` exactly once and synchronously, and return its result. */
export type AroundWork = <Result>(call: Context, work: () => Result) => Result

/** Knows which call the running code belongs to, without being given its context. Get it with `useCallScope()`. */
export interface CallScope {
  /** Runs work as part of a call: in it, and in everything that it starts, `current()` returns this call. */
  run<Result>(call: Context, work: () => Result): Result
  /** The call that the running code belongs to; `undefined` outside of calls. */
  current(): Context | undefined
  /**
   * Adds a function that wraps all work of calls, including work that an engine starts later: reads of a streamed body,
   * listeners. It applies to the whole process. Adding the same function again has no effect.
   */
  addAround(around: AroundWork): void
}

/**
 * The token of a function that finds the call scope; `undefined` if the runtime has no `AsyncLocalStorage`. If a service
 * injects it, boot lets the application run its calls in the scope.
 */
export const CurrentCallScope: NamedToken<() => CallScope | undefined> =
  token<() => CallScope | undefined>("CallScope")

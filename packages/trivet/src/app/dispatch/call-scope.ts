import type { Context } from "../../context/context.ts"
import { type NamedToken, token } from "../../inject/token.ts"

/** Carries calls through the asynchronous work that they start. */
export interface CallCarrier {
  /** Runs work as part of a call: in it, and in everything that it starts, `current()` returns this call. */
  run<Result>(call: Context, work: () => Result): Result
  /** The call that the running code belongs to; `undefined` outside of calls. */
  current(): Context | undefined
}

/** Knows which call the running code belongs to, without being given its context. Get it with `useCallScope()`. */
export interface CallScope extends CallCarrier {
  /**
   * Replaces what carries calls, for the whole process: for a package whose own context is entered for each call, so that
   * one entry carries both. Its `run()` must call `work` exactly once and synchronously, and return its result. It also runs
   * what an engine starts later: reads of a streamed body, listeners.
   */
  carryWith(carrier: CallCarrier): void
}

/**
 * The token of a function that finds the call scope; `undefined` if the runtime has no `AsyncLocalStorage`. If a service
 * injects it, boot lets the application run its calls in the scope.
 */
export const CurrentCallScope: NamedToken<() => CallScope | undefined> =
  token<() => CallScope | undefined>("CallScope")

import { Call, type CallMatch, type CallSettings } from "../../context/call.ts"
import type { Incoming } from "../../context/incoming.ts"
import type { CallScope } from "./call-scope.ts"

/** A call that runs in a scope. */
export class ScopedCall extends Call {
  /** What the carrier of the scope keeps with the call. */
  carried: unknown
  readonly #scope: CallScope
  #signal: AbortSignal | undefined

  constructor(scope: CallScope, settings: CallSettings, incoming: Incoming, match: CallMatch | undefined) {
    super(settings, incoming, match)
    this.carried = undefined
    this.#scope = scope
  }

  /** Runs work in the scope. */
  enter<Result>(work: () => Result): Result {
    return this.#scope.run(this, work)
  }

  override continueAs<Result>(call: Call, work: () => Result): Result {
    return this.#scope.run(call, work)
  }

  /**
   * Listeners of a signal run in the context that aborts it. The engine's signal is aborted outside of the scope, so
   * this one is aborted inside it.
   */
  override get signal(): AbortSignal {
    return (this.#signal ??= this.#scopedSignal(super.signal))
  }

  #scopedSignal(signal: AbortSignal): AbortSignal {
    if (signal.aborted) return signal
    const controller = new AbortController()
    const abort = () => this.enter(() => controller.abort(signal.reason))
    signal.addEventListener("abort", abort, { once: true })
    return controller.signal
  }
}

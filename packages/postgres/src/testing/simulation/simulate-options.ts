import type { TestApp } from "trivet/testing"

/**
 * What may happen to a call beside the order of its statements:
 *
 * - `lostReply`: a statement, also COMMIT, or a command of Redis ran, and its connection was lost before the reply came;
 * - `error`: the connection was lost before the statement or the command ran;
 * - `crash`: the application is thrown away and loaded again on the same database;
 * - `clientGone`: the client disconnects while its request is answered;
 * - `clock`: the `Clock` of the application moves forward, and the timers of `jobs()` that are due then begin: schedules, retries,
 *   jobs with a delay. The time of PostgreSQL does not move.
 */
export type SimulatedFailure = "lostReply" | "error" | "crash" | "clientGone" | "clock"

/** One call: what a client of the application does, with all its requests. */
export type SimulatedCall = () => unknown

/** How a call ended. Of one that was left out, to find a shorter order, nothing is known but its name. */
export interface CallOutcome {
  /** Its name: the key in `calls`, otherwise its first request. */
  readonly call: string
  /** The status of the last reply that it got; `undefined` if there was none. */
  readonly status: number | undefined
  /** What it returned; `undefined` if it threw. */
  readonly value: unknown
  /** What it threw; `undefined` if it returned. */
  readonly error: unknown
}

/** Options of `simulate()`. */
export interface SimulateOptions {
  /**
   * Returns the calls, which begin at any time and run concurrently, as a list or by their names. Each seed asks for them
   * again. Requests are sent with the given application, also by a client: `createClient(Wallets, app)`.
   */
  readonly calls: (
    app: TestApp,
  ) =>
    | readonly SimulatedCall[]
    | Readonly<Record<string, SimulatedCall>>
    | Promise<readonly SimulatedCall[] | Readonly<Record<string, SimulatedCall>>>
  /** Throws, or returns false, if something is wrong when all calls have ended. Nothing is held while it runs. */
  readonly invariant: (app: TestApp, outcomes: readonly CallOutcome[]) => unknown
  /** Default: none, order alone. A seed injects at most two. */
  readonly failures?: readonly SimulatedFailure[]
  /** The number of seeds. Default: 100. */
  readonly seeds?: number
  /** Runs once, to store the rows and keys that each seed begins with. Default: those that are there. */
  readonly setup?: (app: TestApp) => unknown
  /** Identifies it in its report and among the saved orders of the test file. Default: `simulate()`. */
  readonly name?: string
}

/** What `simulate()` has tried. */
export interface SimulationResult {
  readonly seeds: number
  /** Choices of all seeds. */
  readonly steps: number
  readonly milliseconds: number
}

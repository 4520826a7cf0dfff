import type { Incoming } from "../context/incoming.ts"
import type { Reply } from "../context/reply.ts"
import type { Fault } from "../fault/portable-fault.ts"
import type { Log } from "../log/log.ts"
import type { AppDescription } from "./describe-built.ts"
import { findMatch } from "./find-match.ts"
import type { Operations } from "./operations.ts"
import type { CreateAnswers } from "./scoped-calls.ts"

/** How an application answers the calls of one kind, as a watcher wraps it. */
export interface WatchedAnswers {
  /** Answers one call. */
  dispatch(incoming: Incoming): Reply | Promise<Reply>
  /** Answers a call with a fault, without routing it. */
  reject(incoming: Incoming, fault: Fault): Promise<Reply>
}

/** An application that was built, as a watcher gets it. */
export interface WatchedApp {
  /** Describes the application, with places in the source. */
  describe(): AppDescription
  /** What packages of the application do outside of the process. */
  readonly operations: Operations
  /** Returns what an instance of the application keeps under a symbol, for a tool that knows it; `undefined` if none does. */
  find(key: symbol): unknown
}

/**
 * A tool that runs the program and watches its calls: `trivet dev`. It is `globalThis[Symbol.for("trivet.watch")]`, set
 * before the program starts. It is asked while an application is built; in production only for `built()`. It may change in
 * any version.
 *
 * @example
 * ```ts
 * import type { Watcher } from "trivet/extend"
 *
 * // In a file that runs before the program: node --import ./watch.ts src/main.ts
 * const watcher: Watcher = {
 *   built: (app) => console.log(app.describe().routes.length, "routes"),
 *   log: (log) => log,
 *   answers: (answers) => answers,
 *   failed: (thrown) => console.error(thrown),
 * }
 * Object.assign(globalThis, { [Symbol.for("trivet.watch")]: watcher })
 * ```
 */
export interface Watcher {
  /** An application was built, and starts now. */
  built(app: WatchedApp): void
  /** Returns the log that the application writes to instead. */
  log(log: Log): Log
  /**
   * Returns what answers the calls of a kind instead. `findPattern` returns the path of the route that answers a call; it
   * throws if the path cannot be decoded.
   */
  answers(
    answers: WatchedAnswers,
    findPattern: (method: string, path: string) => string | undefined,
    kind: string,
  ): WatchedAnswers
  /** A call threw this. Called before its reply is made. */
  failed(thrown: unknown): void
}

const watchKey: unique symbol = Symbol.for("trivet.watch")

/** The tool that runs the program, if one does. */
export function findWatcher(): Watcher | undefined {
  return (globalThis as { [watchKey]?: Watcher })[watchKey]
}

/** Answers calls so that a watcher sees them. */
export function watchedAnswers(watcher: Watcher, create: CreateAnswers): CreateAnswers {
  return (app) => {
    const fail: typeof app.platform.fail = (thrown, call) => {
      watcher.failed(thrown)
      return app.platform.fail(thrown, call)
    }
    const find = (method: string, path: string) => findMatch(app.table, method, path)?.value.path
    return watcher.answers(create({ ...app, platform: { ...app.platform, fail } }), find, app.kind)
  }
}

import { watchKey } from "../../fault/global-keys.ts"
import type { Log } from "../../log/log.ts"
import type { AppDescription } from "./app-description.ts"
import type { Answers } from "../dispatch/dispatch.ts"
import { findMatch } from "../../router/resolve.ts"
import type { Operations } from "../metrics/operations.ts"
import type { CreateAnswers } from "../routes/served-kinds.ts"

/** A built application, as passed to a watcher. */
export interface WatchedApp {
  /** Describes the application, with places in the source. */
  describe(): AppDescription
  /** The operations of packages outside of the process. */
  readonly operations: Operations
  /**
   * Returns what an instance of the application stores under a symbol, for a tool that knows the symbol; `undefined` if
   * none does.
   */
  find(key: symbol): unknown
}

/**
 * A tool that runs the program and watches its calls: `trivet dev`. It is `globalThis[Symbol.for("trivet.watch")]`, set
 * before the program starts. It is used while an application is built; in production only `built()` is called. It may
 * change in any version.
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
   * Returns the answers that replace those of a kind. `findPattern` returns the path of the route that answers a call;
   * it throws if the path cannot be decoded.
   */
  answers(
    answers: Answers,
    findPattern: (method: string, path: string) => string | undefined,
    kind: string,
  ): Answers
  /** A call threw this. Called before its reply is made. */
  failed(thrown: unknown): void
}

/** The tool that runs the program, if any. */
export function findWatcher(): Watcher | undefined {
  return (globalThis as { [watchKey]?: Watcher })[watchKey]
}

/** Creates answers that report calls to a watcher. */
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

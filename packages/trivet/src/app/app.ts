import type { Token } from "../inject/token.ts"
import type { Answers } from "./dispatch/dispatch.ts"
import type { AppRoutes } from "./routes/app-routes.ts"
import type { HookTiming } from "./lifecycle.ts"
import type { Readiness } from "./readiness.ts"

/**
 * A started application, made by `createApp()`. `serve()`, `toFetch()`, `toNode()` and `run()` connect it to the
 * outside.
 */
export interface App extends Answers {
  /** Adds and removes routes while the application runs. */
  readonly routes: AppRoutes
  /** How long each `onStart()` took. */
  readonly started: readonly HookTiming[]
  /**
   * Returns the instance of a token that is visible in the root module, for scripts. Throws a fault if no such token is
   * visible.
   */
  get<T>(wanted: Token<T>): T
  /** Whether the application is ready for requests. */
  readonly readiness: Readiness
  /**
   * Runs every `onServe()`, once. `serve()`, `toFetch()` and `toNode()` call it. `only` is the one kind of calls that this
   * process answers. Default: all.
   */
  startServing(only?: string): Promise<void>
  /** Runs every `onStop()`, once. Stop accepting requests first; `serve()` does. */
  stop(): Promise<void>
}

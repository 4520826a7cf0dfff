import type { Incoming } from "../context/incoming.ts"
import type { Reply } from "../context/reply.ts"
import type { Fault } from "../fault/portable-fault.ts"
import type { Token } from "../inject/token.ts"
import type { AppRoutes } from "./app-routes.ts"
import type { HookTiming } from "./lifecycle.ts"
import type { Readiness } from "./readiness.ts"

/** A started application, made by `createApp()`. `serve()`, `toFetch()`, `toNode()` and `run()` connect it to the outside. */
export interface App {
  /** Answers one call. It never throws and never rejects. */
  dispatch(incoming: Incoming): Reply | Promise<Reply>
  /** Answers a call with a fault, without routing it. The application's middlewares wrap it. */
  reject(incoming: Incoming, fault: Fault): Promise<Reply>
  /** Adds and removes routes while the application runs. */
  readonly routes: AppRoutes
  /** How long each `onStart()` took. */
  readonly started: readonly HookTiming[]
  /** Returns the instance that the root module sees under a token, for scripts. Throws a fault if it sees none. */
  get<T>(wanted: Token<T>): T
  /** Whether the application wants requests. */
  readonly readiness: Readiness
  /**
   * Runs every `onServe()`, once. `serve()`, `toFetch()` and `toNode()` call it. `only` is the one kind of calls that this
   * process answers. Default: all.
   */
  startServing(only?: string): Promise<void>
  /** Runs every `onStop()`, once. Stop accepting requests first; `serve()` does. */
  stop(): Promise<void>
}

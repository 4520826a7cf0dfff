import type { Incoming } from "../context/incoming.ts"
import type { Reply } from "../context/reply.ts"
import type { Fault } from "../fault/portable-fault.ts"
import type { Token } from "../inject/token.ts"
import type { AppRoutes } from "./app-routes.ts"
import type { HookTiming } from "./lifecycle.ts"
import type { Readiness } from "./readiness.ts"

/** A running application. Engines hand it calls and write its replies. */
export interface App {
  /** Answers one call. It never throws and never rejects. */
  dispatch(incoming: Incoming): Reply | Promise<Reply>
  /** Answers a call that an engine will not have routed, with what it raises. The middlewares wrap it like any other. */
  reject(incoming: Incoming, fault: Fault): Promise<Reply>
  /** Changes the route table while the application runs. */
  readonly routes: AppRoutes
  /** How long each `onStart()` took. */
  readonly started: readonly HookTiming[]
  /** The instance that the root module sees under a token: for scripts and tests. */
  get<T>(wanted: Token<T>): T
  /** Whether it wants calls. Engines say when it no longer does. */
  readonly readiness: Readiness
  /** Runs every `onServe()`, once. Called by the engine that serves the application. */
  startServing(): Promise<void>
  /** Runs every `onStop()`, once. Whoever serves the application stops serving first. */
  stop(): Promise<void>
}

import type { Incoming } from "../context/incoming.ts"
import type { Reply } from "../context/reply.ts"
import { BootFault } from "../fault/boot-fault.ts"
import { Fault } from "../fault/fault.ts"
import { locateFaults } from "../fault/locate-faults.ts"
import type { Token } from "../inject/token.ts"
import type { Module } from "../module/module.ts"
import type { AppRoutes } from "./app-routes.ts"
import { type AppOptions, buildApp, type BuiltApp } from "./build-app.ts"
import { handToInspector, tellWatcher } from "./inspection.ts"
import { type HookTiming, startAll, stopAll } from "./lifecycle.ts"
import type { Readiness } from "./readiness.ts"

/** A running application. Engines hand it calls and write its replies. */
export interface App {
  /** Answers one call. It never throws and never rejects. */
  dispatch(incoming: Incoming): Reply | Promise<Reply>
  /** Answers a call that an engine will not have routed, with what it raises. The middlewares wrap it like any other. */
  refuse(incoming: Incoming, fault: Fault): Promise<Reply>
  /** Changes the route table while the application runs. */
  readonly routes: Pick<AppRoutes, "add" | "remove">
  /** How long each `onStart()` took. */
  readonly started: readonly HookTiming[]
  /** The instance that the root module sees under a token: for scripts and tests. */
  get<T>(wanted: Token<T>): T
  /** Whether it wants calls. Engines say when it no longer does. */
  readonly readiness: Readiness
  /** Runs every `onStop()`, once. Whoever serves the application stops serving first. */
  stop(): Promise<void>
  /** The parts it is made of; read it with `describe()`. */
  readonly built: BuiltApp
}

/**
 * Puts an application together, starts its services and gives it ready to serve. All mistakes in it are reported in one
 * `BootFault`, before anything has started.
 */
export async function createApp(root: Module, options: AppOptions): Promise<App> {
  await handToInspector(root, options)
  const built = buildApp(root, options)
  tellWatcher(built)
  return startApp(built)
}

/** Starts the services of an application that has been put together. */
export async function startApp(built: BuiltApp): Promise<App> {
  const { order } = built.wiring
  const started = await startAll(order, built.limits, built.settings.log).catch(reportFault)
  let stopping: Promise<void> | undefined
  return {
    dispatch: built.dispatch,
    refuse: built.refuse,
    routes: built.routes,
    started,
    get: (wanted) => instanceOf(built, wanted),
    readiness: built.readiness,
    stop: () => {
      built.readiness.leave()
      return (stopping ??= stopAll(order, built.limits, built.settings.log))
    },
    built,
  }
}

function instanceOf<T>(built: BuiltApp, wanted: Token<T>): T {
  const root = built.wiring.graph.modules.at(-1)!
  const found = root.find(wanted, "app.get()")
  if (found instanceof Fault) throw found
  return found.instance as T
}

function reportFault(fault: unknown): never {
  if (!(fault instanceof Fault)) throw fault
  locateFaults([fault])
  throw new BootFault([fault])
}

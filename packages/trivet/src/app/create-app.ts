import { BootFault } from "../fault/boot-fault.ts"
import { Fault } from "../fault/fault.ts"
import { locateFaults } from "../fault/locate-faults.ts"
import type { Token } from "../inject/token.ts"
import type { Module } from "../module/module.ts"
import type { App } from "./app.ts"
import { type AppOptions, buildApp, type BuiltApp, type CreateScopedLog } from "./build-app.ts"
import { builtKey } from "./built-of.ts"
import { handToInspector, tellWatcher } from "./inspection.ts"
import { serveAll, startAll, stopAll } from "./lifecycle.ts"

/** Builds and starts an application whose options were checked, and may be options of something else too. */
export async function createCheckedApp(
  root: Module,
  options: AppOptions,
  createLog?: CreateScopedLog,
): Promise<App> {
  await handToInspector(root, options)
  const built = buildApp(root, options, createLog)
  tellWatcher(built)
  return startApp(built)
}

/** Starts the services of an application that has been put together. */
export async function startApp(built: BuiltApp): Promise<App> {
  const { order } = built.wiring
  const started = await startAll(order, built.limits, built.settings.log).catch(reportFault)
  let serving: Promise<void> | undefined
  let stopping: Promise<void> | undefined
  const app: App & { readonly [builtKey]: BuiltApp } = {
    dispatch: built.dispatch,
    reject: built.reject,
    routes: built.routes,
    started,
    get: (wanted) => instanceOf(built, wanted),
    readiness: built.readiness,
    startServing: (only) => (serving ??= serveAll(order, built.limits, only).catch(reportFault)),
    stop: () => {
      built.readiness.leave()
      return (stopping ??= stopApp(built))
    },
    [builtKey]: built,
  }
  return app
}

async function stopApp({ settings, limits, wiring }: BuiltApp): Promise<void> {
  await settings.sockets?.leave(0)
  await stopAll(wiring.order, limits, settings.log)
}

function instanceOf<T>(built: BuiltApp, wanted: Token<T>): T {
  const root = built.wiring.graph.modules.at(-1)!
  const found = root.find(wanted, "app.get()")
  if (found instanceof Fault) throw found
  return found.read() as T
}

function reportFault(fault: unknown): never {
  if (!(fault instanceof Fault)) throw fault
  locateFaults([fault])
  throw new BootFault([fault])
}

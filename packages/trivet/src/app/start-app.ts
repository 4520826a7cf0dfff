import { BootFault } from "../fault/boot-fault.ts"
import { Fault } from "../fault/fault.ts"
import { engineAppKey } from "../fault/global-keys.ts"
import { locateFaults } from "../fault/place/locate-faults.ts"
import type { Token } from "../inject/token.ts"
import type { Module } from "../module/module.ts"
import type { App } from "./app.ts"
import type { AppOptions } from "./app-options.ts"
import { buildApp, type BuiltApp } from "./build-app.ts"
import type { EngineApp } from "./engine-app.ts"
import { handToInspector, tellWatcher } from "./inspection.ts"
import { serveAll, startAll, stopAll } from "./lifecycle.ts"

/** Builds and starts an application. The caller has checked the options, which may contain options of other functions. */
export async function createCheckedApp(root: Module, options: AppOptions): Promise<App> {
  await handToInspector(root, options)
  const built = buildApp(root, options)
  tellWatcher(built)
  return startApp(built)
}

/** Starts the services of a built application. */
export async function startApp(built: BuiltApp): Promise<App> {
  const { order } = built.wiring
  const started = await startAll(order, built.limits, built.settings.log).catch(reportFault)
  let serving: Promise<void> | undefined
  let stopping: Promise<void> | undefined
  const { dispatch, reject, routes, readiness } = built
  const hooks: Pick<App, "startServing" | "stop"> = {
    startServing: (only) => (serving ??= serveAll(order, built.limits, only).catch(reportFault)),
    stop: () => {
      readiness.leave()
      return (stopping ??= stopApp(built))
    },
  }
  const engineApp: EngineApp = { ...built, ...hooks }
  return {
    dispatch,
    reject,
    routes,
    readiness,
    started,
    get: (wanted) => instanceOf(built, wanted),
    ...hooks,
    [engineAppKey]: engineApp,
  } as App
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

import type { EngineApp } from "../../app/engine-app.ts"
import { Fault } from "../../fault/fault.ts"
import { printedFault } from "../../fault/printed-fault.ts"
import type { ServeOptions } from "./serve-options.ts"
import type { Served } from "./served.ts"
import { stopGracefully } from "./stop-gracefully.ts"
import { stopOnCrash } from "./stop-on-crash.ts"
import type { SupervisorLink } from "./workers/find-supervisor.ts"

/** The port that is reported by a process that does not listen. All workers must report the same one. */
const noPort = 0

/**
 * Runs a started application that answers one kind of calls, such as jobs, with the engine of one of its modules. It
 * does not listen, and the option `workers` is ignored.
 */
export async function serveOnly(
  kind: string,
  app: EngineApp,
  options: ServeOptions,
  supervisor: SupervisorLink | undefined,
): Promise<Served> {
  const { kinds, settings, platform } = app
  // Calls of the platform's own kind arrive by listening.
  if (!kinds.has(kind) || platform.serves.some(({ name }) => name === kind))
    throw printedFault(new Fault("KIND_NOT_SERVED", { kind }))
  let stopped: Promise<boolean> | undefined
  let forget: () => void = () => undefined
  const stop = () => (stopped ??= stopWithin(app, options.stopTimeout ?? 10_000).finally(forget))
  const served: Served = {
    port: noPort,
    url: "",
    get ready() {
      return stopped === undefined
    },
    stop,
  }
  // Before `onServe()`, which may take long: calls are already answered, so signals must stop gracefully.
  if (supervisor === undefined && options.signals !== false) forget = stopGracefully(served, settings.log)
  await app.startServing(kind).catch((fault: unknown) => stop().then(() => Promise.reject(fault)))
  if (supervisor !== undefined) {
    const stopWorker = supervisor.report({ port: noPort, log: settings.log, stop, heard: () => undefined })
    stopOnCrash(settings.log, () => stopWorker(1))
  }
  return served
}

async function stopWithin(app: EngineApp, milliseconds: number): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<false>((end) => (timer = setTimeout(() => end(false), milliseconds)))
  app.readiness.isStopping = true
  const isStopped = await Promise.race([app.stop().then(() => true), late])
  clearTimeout(timer)
  return isStopped
}

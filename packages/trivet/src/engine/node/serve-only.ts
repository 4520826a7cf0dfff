import type { EngineApp } from "../../app/engine-app.ts"
import { Fault } from "../../fault/fault.ts"
import { printedFault } from "../../fault/printed-fault.ts"
import { runUntilStopped, type Work } from "./run-until-stopped.ts"
import type { ServeOptions } from "./serve-options.ts"
import type { Served } from "./served.ts"
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
  const { kinds, platform } = app
  // Calls of the platform's own kind arrive by listening.
  if (!kinds.has(kind) || platform.serves.some(({ name }) => name === kind))
    throw printedFault(new Fault("KIND_NOT_SERVED", { kind }))
  const work: Work = {
    port: noPort,
    url: "",
    start: () => app.startServing(kind),
    stop: () => stopWithin(app, options.stopTimeout ?? 10_000),
    state: () => ({}),
    inFlight: () => [],
    heard: () => undefined,
  }
  return runUntilStopped(app, work, options, supervisor, undefined)
}

async function stopWithin(app: EngineApp, milliseconds: number): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<false>((end) => (timer = setTimeout(() => end(false), milliseconds)))
  app.readiness.isStopping = true
  const isStopped = await Promise.race([app.stop().then(() => true), late])
  clearTimeout(timer)
  return isStopped
}

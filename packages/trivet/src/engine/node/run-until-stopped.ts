import type { EngineApp } from "../../app/engine-app.ts"
import { manage } from "./management/manage.ts"
import type { Management, Managed } from "./management/start-management.ts"
import type { ServeOptions } from "./serve-options.ts"
import type { Served } from "./served.ts"
import { stopGracefully } from "./stop-gracefully.ts"
import { stopOnCrash } from "./stop-on-crash.ts"
import type { SupervisorLink } from "./workers/find-supervisor.ts"
import type { WorkerCounts } from "./workers/worker-message.ts"

/** What a process does: it listens, or answers calls of one kind. */
export interface Work {
  readonly port: number
  readonly url: string
  /** Calls `onServe()`. */
  start(): Promise<void>
  /** Stops the work and the application. Returns false if calls were cut off. `replaced`: another process has taken over. */
  stop(replaced: boolean): Promise<boolean>
  /** The fields that are logged when a signal arrives. */
  state(): object
  inFlight: Managed["inFlight"]
  /** Called with the counts of all workers. */
  heard(counts: WorkerCounts): void
}

/** Starts the work of a process, with its management port, and lets signals, crashes or its supervisor stop it. */
export async function runUntilStopped(
  app: EngineApp,
  work: Work,
  options: ServeOptions,
  supervisor: SupervisorLink | undefined,
  where: string | undefined,
): Promise<Served> {
  const { log } = app.settings
  const running = new Running(app, work)
  // Before `onServe()`, which may take long: calls are already answered, so signals must stop gracefully.
  if (supervisor === undefined && options.signals !== false)
    running.forgetSignals = stopGracefully({ stop: running.stop, state: () => work.state() }, log)
  const managed: Managed = { worker: supervisor?.id, inFlight: () => work.inFlight() }
  const start = async () => {
    running.opened = await manage(app, options.management, managed, where)
    await work.start()
  }
  await start().catch((fault: unknown) => running.stop().then(() => Promise.reject(fault)))
  if (supervisor !== undefined) {
    const { port, heard } = work
    const stop = (replaced: boolean) => running.leave(replaced)
    const stopWorker = supervisor.report({ port, log, stop, heard })
    stopOnCrash(log, () => stopWorker(1))
  }
  return running
}

/** The work of a process, which stops once. */
class Running implements Served {
  readonly port: number
  readonly url: string
  opened: Management | undefined
  forgetSignals: () => void = () => undefined
  readonly #app: EngineApp
  readonly #work: Work
  #stopped: Promise<boolean> | undefined

  constructor(app: EngineApp, work: Work) {
    this.#app = app
    this.#work = work
    this.port = work.port
    this.url = work.url
  }

  get ready(): boolean {
    return this.#stopped === undefined
  }

  get management(): string | undefined {
    return this.opened?.url
  }

  // Callers may take it apart from its object.
  readonly stop = (): Promise<boolean> => this.leave(false)

  leave(replaced: boolean): Promise<boolean> {
    if (!replaced) this.#app.readiness.leave()
    return (this.#stopped ??= this.#end(replaced))
  }

  async #end(replaced: boolean): Promise<boolean> {
    try {
      return await this.#work.stop(replaced)
    } finally {
      this.forgetSignals()
      await this.opened?.stop()
    }
  }
}

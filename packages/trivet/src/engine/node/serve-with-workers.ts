import type { EngineApp } from "../../app/engine-app.ts"
import type { ServeOptions } from "./serve-options.ts"
import type { Served } from "./served.ts"
import { startWorkers } from "./start-workers.ts"

/**
 * Stops an application that has started successfully, and serves it with workers. Its faults were thus reported once,
 * before any worker exists. Its resources are released, because this process only supervises.
 */
export async function serveWithWorkers(
  app: EngineApp,
  options: ServeOptions,
  workers: number,
): Promise<Served> {
  await app.stop()
  const { host, signals, stopTimeout, hangTimeout } = options
  return startWorkers({
    workers,
    log: app.settings.log,
    ...(host !== undefined && { host }),
    ...(signals !== undefined && { signals }),
    ...(stopTimeout !== undefined && { stopTimeout }),
    ...(hangTimeout !== undefined && { hangTimeout }),
  })
}

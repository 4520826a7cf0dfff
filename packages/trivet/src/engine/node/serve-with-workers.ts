import type { App } from "../../app/app.ts"
import { builtOf } from "../../app/built-of.ts"
import type { ServeOptions } from "./serve-options.ts"
import type { Served } from "./served.ts"
import { startWorkers } from "./start-workers.ts"

/**
 * Stops an application that has shown that it starts, and lets workers serve it. Its faults were reported here, once,
 * before any worker exists; its pools are closed, because this process only supervises.
 */
export async function serveWithWorkers(app: App, options: ServeOptions, workers: number): Promise<Served> {
  await app.stop()
  const { host, signals, stopTimeout, hangTimeout } = options
  return startWorkers({
    workers,
    log: builtOf(app).settings.log,
    ...(host !== undefined && { host }),
    ...(signals !== undefined && { signals }),
    ...(stopTimeout !== undefined && { stopTimeout }),
    ...(hangTimeout !== undefined && { hangTimeout }),
  })
}

import type { EngineApp } from "../../app/engine-app.ts"
import type { IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"
import { findRejection } from "../find-rejection.ts"
import { CallShares } from "./overload/call-shares.ts"
import { clientsBehind } from "./connection/client-of.ts"
import { ConnectionShares } from "./connection/connection-shares.ts"
import { Connections } from "./connection/connections.ts"
import { canHaveWorkers, findSupervisor, type SupervisorLink } from "./workers/find-supervisor.ts"
import { listen } from "./listen.ts"
import { connectionMetrics } from "./connection-metrics.ts"
import { rejectionBodies } from "./connection/rejection-bodies.ts"
import { maxConnections } from "./connection/max-connections.ts"
import { takeOnlyKind } from "./only-kind.ts"
import { overloadMeasures } from "./overload/overload-measures.ts"
import { Overload } from "./overload/overload.ts"
import { Rejections } from "./overload/rejections.ts"
import { runUntilStopped, type Work } from "./run-until-stopped.ts"
import type { ServeOptions } from "./serve-options.ts"
import type { Served } from "./served.ts"
import type { Serving } from "./serving.ts"
import { stopServer } from "./stop.ts"
import { workerCount } from "./workers/worker-count.ts"
import { workerMeasures } from "./workers/worker-measures.ts"
import type { WorkerCounts } from "./workers/worker-message.ts"
import { createListener, upgradesOf } from "./http-server.ts"

/** Serves a started application. `where` is the source location that called `serve()`. */
export async function serveApp(app: EngineApp, options: ServeOptions, where?: string): Promise<Served> {
  const supervisor = await findSupervisor()
  const other = await serveWithoutListening(app, options, where, supervisor)
  if (other !== undefined) return other
  const serving = servingOf(app, options, where)
  const server = createListener(app, serving, await upgradesOf(app, serving, where))
  await listen(
    server,
    supervisor?.port === undefined ? options : { ...options, port: supervisor.port },
    where,
  )
  const { port } = server.address() as AddressInfo
  const measured = addMeasures(app, serving, supervisor !== undefined)
  const work: Work = {
    port,
    url: `http://${options.host ?? "localhost"}:${port}`,
    start: () => app.startServing(),
    stop: (replaced) => stopServer(app, server, serving, { ...options, replaced }).finally(measured.remove),
    state: () => ({ in_flight: serving.overload.counts.inFlight }),
    inFlight: () => requestsOf(serving),
    heard: measured.heard,
  }
  return runUntilStopped(app, work, options, supervisor, where)
}

/** Serves without a listener in this process, if the environment or the options require it: one kind only, or workers. */
async function serveWithoutListening(
  app: EngineApp,
  options: ServeOptions,
  where: string | undefined,
  supervisor: SupervisorLink | undefined,
): Promise<Served | undefined> {
  const count = workerCount(options.workers, where)
  const only = takeOnlyKind()
  if (only !== undefined) {
    const { serveOnly } = await import("./serve-only.ts")
    return serveOnly(only, app, options, supervisor)
  }
  if (count === undefined || supervisor !== undefined || !canHaveWorkers(app.settings.log)) return undefined
  const { serveWithWorkers } = await import("./serve-with-workers.ts")
  return serveWithWorkers(app, options, count)
}

/**
 * Adds the metrics of the server to those of the application. A worker receives the counts of the others from its
 * supervisor.
 */
function addMeasures(
  app: EngineApp,
  serving: Serving,
  isWorker: boolean,
): { heard(counts: WorkerCounts): void; remove(): void } {
  let workers: WorkerCounts = { serving: 1, deaths: 0 }
  const ofWorkers = isWorker ? workerMeasures(() => workers) : []
  const remove = app.metrics.add(
    ...overloadMeasures(serving.overload),
    ...connectionMetrics(serving),
    ...ofWorkers,
  )
  return { heard: (counts) => void (workers = counts), remove }
}

function* requestsOf({ connections }: Serving): Generator<IncomingMessage> {
  for (const response of connections.inFlight()) yield response.req
}

function servingOf(app: EngineApp, options: ServeOptions, where: string | undefined): Serving {
  const { log, proxies } = app.settings
  const clients = clientsBehind(proxies)
  const most = maxConnections(options.maxConnections, where)
  const bodies = rejectionBodies((status) => findRejection(app, status))
  const connections = new Connections({ most, shares: new ConnectionShares(most, clients), bodies })
  const shares = new CallShares(connections, clients)
  const rejections = new Rejections(bodies(503), log)
  return {
    log,
    bodies,
    connections,
    stopping: false,
    endless: new Set(),
    overload: new Overload(options.overload ?? {}, rejections, connections, shares),
  }
}

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import type { App } from "../../app/app.ts"
import { builtOf } from "../../app/built-of.ts"
import { ReplyHeaders } from "../../context/reply-headers.ts"
import { Reply } from "../../context/reply.ts"
import { findRejection } from "../find-rejection.ts"
import { parseTarget } from "../target.ts"
import { answerOdd } from "./answer-odd.ts"
import { answerClients, rejectRequest } from "./connection/answer-clients.ts"
import { CallShares } from "./overload/call-shares.ts"
import { clientsBehind } from "./connection/client-of.ts"
import { ConnectionShares } from "./connection/connection-shares.ts"
import { Connections, noteUpgrade } from "./connection/connections.ts"
import { canHaveWorkers, findSupervisor, type SupervisorLink } from "./workers/find-supervisor.ts"
import { judgeHead, mostHeaders, withBody, withoutBody } from "./call/judge-head.ts"
import { listen } from "./listen.ts"
import { rejectionBodies } from "./connection/rejection-bodies.ts"
import { maxConnections } from "./connection/max-connections.ts"
import { NodeIncoming } from "./call/node-incoming.ts"
import { takeOnlyKind } from "./only-kind.ts"
import { overloadMeasures } from "./overload/overload-measures.ts"
import { Overload } from "./overload/overload.ts"
import { Rejections } from "./overload/rejections.ts"
import { retryAfter } from "./overload/retry-after.ts"
import { sendReply } from "./send-reply.ts"
import type { ServeOptions } from "./serve-options.ts"
import type { Served } from "./served.ts"
import type { Serving } from "./serving.ts"
import { stopGracefully } from "./stop-gracefully.ts"
import { stopOnCrash } from "./stop-on-crash.ts"
import { stopServer } from "./stop.ts"
import { loadWs } from "./socket/load-ws.ts"
import { Upgrades } from "./socket/upgrades.ts"
import { takeTurn } from "./call/take-turns.ts"
import { receiveAndWarn } from "./connection/warn-of-proxy.ts"
import { workerCount } from "./workers/worker-count.ts"
import { workerMeasures } from "./workers/worker-measures.ts"
import type { WorkerCounts } from "./workers/worker-message.ts"

/** Serves a started application. `where` is the place that called `serve()`. */
export async function serveApp(app: App, options: ServeOptions, where: string | undefined): Promise<Served> {
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
  let stopped: Promise<boolean> | undefined
  let forget: () => void = () => undefined
  const stop = (replaced: boolean) => {
    if (!replaced) app.readiness.leave()
    return (stopped ??= stopServer(app, server, serving, { ...options, replaced }).finally(() => {
      forget()
      measured.remove()
    }))
  }
  const served: Served = {
    port,
    url: `http://${options.host ?? "localhost"}:${port}`,
    get ready() {
      return !serving.stopping
    },
    stop: () => stop(false),
  }
  // Before `onServe()`, which may take its time: calls are answered already.
  const state = () => ({ in_flight: serving.overload.counts.inFlight })
  if (supervisor === undefined && options.signals !== false)
    forget = stopGracefully({ stop: served.stop, state }, serving.log)
  await app.startServing().catch((fault: unknown) => stop(false).then(() => Promise.reject(fault)))
  if (supervisor !== undefined) {
    const stopWorker = supervisor.report({ port, log: serving.log, stop, heard: measured.heard })
    stopOnCrash(serving.log, () => stopWorker(1))
  }
  return served
}

/** Serves without a listener in this process, if its environment or the options say so. */
async function serveWithoutListening(
  app: App,
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
  if (count === undefined || supervisor !== undefined || !canHaveWorkers(builtOf(app).settings.log))
    return undefined
  const { serveWithWorkers } = await import("./serve-with-workers.ts")
  return serveWithWorkers(app, options, count)
}

/** Adds to the measures of an application what its server knows. A worker hears of the others from its supervisor. */
function addMeasures(
  app: App,
  { overload }: Serving,
  isWorker: boolean,
): { heard(counts: WorkerCounts): void; remove(): void } {
  let workers: WorkerCounts = { serving: 1, deaths: 0 }
  const ofWorkers = isWorker ? workerMeasures(() => workers) : []
  const remove = builtOf(app).measures.add(...overloadMeasures(overload), ...ofWorkers)
  return { heard: (counts) => void (workers = counts), remove }
}

const limits = {
  // Counted from the first byte: who sends one a second is gone within 12.
  headersTimeout: 9_500,
  // Long: a large file may come over a slow line. A body that comes too slowly is closed by `Connections`.
  requestTimeout: 300_000,
  // Often: those that are late together are closed together, and other calls wait meanwhile.
  connectionsCheckingInterval: 100,
  // Longer than load balancers keep idle connections, or they send into one that is just being closed.
  keepAliveTimeout: 72_000,
  maxHeaderSize: 16 * 1024,
  // A call without a body gets a stream that has ended already, instead of one that has to be ended.
  optimizeEmptyRequests: true,
  // Otherwise Node drops a second line of `Authorization` and the like, which fetch runtimes join.
  joinDuplicateHeaders: true,
  // Asked for with all else that a head must be. Node would go on with calls behind one that has no host.
  requireHostHeader: false,
}

/** A request that opens a socket has no body. */
const withoutRest = { unread: false, hasMoreThan: () => false }

function rejectionOf({ bodies }: Serving): Reply {
  const { type, body } = bodies(503)
  const reply = Reply.body(503, type, body)
  reply.headers = new ReplyHeaders().set("retry-after", retryAfter())
  return reply
}

/** Opens the sockets of an application; `undefined` if it has none. `where` is who serves it. */
async function upgradesOf(
  app: App,
  serving: Serving,
  where: string | undefined,
): Promise<Upgrades | undefined> {
  const route = builtOf(app).wiring.routes.find(({ record }) => record.opens !== undefined)
  if (route === undefined) return undefined
  const ws = await loadWs(`GET ${route.path}`, where)
  const { overload } = serving
  return new Upgrades(app, ws, {
    admit: (response, start) => {
      if (serving.stopping) return rejectionOf(serving)
      if (!overload.hasCapacity) return overload.admit(response, start)
      start()
      return undefined
    },
    started: () => {
      overload.started()
      return () => overload.finished()
    },
    write: (response, reply) => sendReply(serving, withoutRest, response, reply),
  })
}

function servingOf(app: App, options: ServeOptions, where: string | undefined): Serving {
  const built = builtOf(app)
  const { log, proxies } = built.settings
  const clients = clientsBehind(proxies)
  const most = maxConnections(options.maxConnections, where)
  const bodies = rejectionBodies((status) => findRejection(built, status))
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

function createListener(app: App, serving: Serving, upgrades: Upgrades | undefined): Server {
  const answerTo = (response: ServerResponse) => answer(app, serving, response.req, response)
  const receive = (request: IncomingMessage, response: ServerResponse) => {
    if (takeTurn(response, answerTo)) answer(app, serving, request, response)
  }
  const server = createServer({
    ...limits,
    // Asked only for calls that want another protocol.
    shouldUpgradeCallback: (request: IncomingMessage) => {
      if (upgrades?.wants(request) === true) return true
      noteUpgrade(request)
      return false
    },
  })
  if (upgrades !== undefined)
    server.on("upgrade", (request, socket, head) => upgrades.open(request, socket, head))
  receiveAndWarn(server, receive, builtOf(app).settings.proxies, serving.log)
  // One more than is let in: Node hides the rest without a word.
  server.maxHeadersCount = mostHeaders + 1
  // Otherwise Node closes as soon as the other side does, also while replies are on their way. See `Connections`.
  Object.assign(server, { httpAllowHalfOpen: true })
  server.on("connection", (socket) => serving.connections.add(socket))
  const sweep = setInterval(() => serving.connections.closeSlow(), limits.connectionsCheckingInterval).unref()
  server.once("close", () => clearInterval(sweep))
  // Told to go on when its body is asked for, and not before.
  server.on("checkContinue", receive)
  answerClients(server, serving.bodies)
  return server
}

function answer(app: App, serving: Serving, request: IncomingMessage, response: ServerResponse): void {
  const verdict = judgeHead(request)
  if (verdict !== withoutBody && verdict !== withBody) return rejectRequest(response, verdict, serving.bodies)
  const target = parseTarget(request.url!)
  const incoming = new NodeIncoming(request, response, target, verdict === withBody)
  const { overload } = serving
  if (target === undefined) deliver(serving, incoming, response, answerOdd(app, incoming))
  else if (overload.hasCapacity || builtOf(app).routes.isServedWhenOverloaded(incoming.method, incoming.path))
    deliver(serving, incoming, response, app.dispatch(incoming))
  else {
    const rejection = overload.admit(response, () => {
      if (!response.destroyed) deliver(serving, incoming, response, app.dispatch(incoming))
    })
    if (rejection !== undefined) sendReply(serving, incoming, response, rejection)
  }
}

function deliver(
  serving: Serving,
  incoming: NodeIncoming,
  response: ServerResponse,
  reply: Reply | Promise<Reply>,
): void {
  if (!(reply instanceof Promise)) return sendReply(serving, incoming, response, reply)
  serving.overload.started()
  void reply.then((later) => finish(serving, incoming, response, later))
}

function finish(serving: Serving, incoming: NodeIncoming, response: ServerResponse, reply: Reply): void {
  serving.overload.finished()
  sendReply(serving, incoming, response, reply)
}

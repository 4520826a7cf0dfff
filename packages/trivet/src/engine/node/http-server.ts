import type { EngineApp } from "../../app/engine-app.ts"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import { ReplyHeaders } from "../../context/reply/reply-headers.ts"
import { Reply } from "../../context/reply/reply.ts"
import { parseTarget } from "../target.ts"
import { answerOdd } from "./answer-odd.ts"
import { answerClients, rejectRequest } from "./connection/answer-clients.ts"
import { noteUpgrade } from "./connection/connections.ts"
import { judgeHead, mostHeaders, withBody, withoutBody } from "./call/judge-head.ts"
import { NodeIncoming } from "./call/node-incoming.ts"
import { retryAfter } from "./overload/retry-after.ts"
import { sendReply } from "./send-reply.ts"
import type { Serving } from "./serving.ts"
import { loadWs } from "./socket/load-ws.ts"
import { Upgrades } from "./socket/upgrades.ts"
import { takeTurn } from "./call/take-turns.ts"
import { receiveAndWarn } from "./connection/warn-of-proxy.ts"

const limits = {
  // Counted from the first byte, so that a slow head is closed within 12 s.
  headersTimeout: 9_500,
  // Long, because a large upload may come over a slow connection. `Connections` closes bodies that arrive too slowly.
  requestTimeout: 300_000,
  // Short, so that few connections time out in one check: closing many at once delays other requests.
  connectionsCheckingInterval: 100,
  // Longer than load balancers keep idle connections; otherwise they send a request on a connection that is being
  // closed.
  keepAliveTimeout: 72_000,
  maxHeaderSize: 16 * 1024,
  // A request without a body gets a stream that has already ended.
  optimizeEmptyRequests: true,
  // Otherwise Node drops a second line of `Authorization` and similar headers, which fetch runtimes join.
  joinDuplicateHeaders: true,
  // `judgeHead()` checks Host. With Node's own check, requests pipelined after one without Host would still be served.
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

/**
 * Creates the upgrade handling of an application; `undefined` if it has no sockets. `where` is the source location that
 * called `serve()`.
 */
export async function upgradesOf(
  app: EngineApp,
  serving: Serving,
  where: string | undefined,
): Promise<Upgrades | undefined> {
  const route = app.wiring.routes.find(({ record }) => record.opens !== undefined)
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

/** Creates the HTTP server of an application. */
export function createListener(app: EngineApp, serving: Serving, upgrades: Upgrades | undefined): Server {
  const answerTo = (response: ServerResponse) => answer(app, serving, response.req, response)
  const receive = (request: IncomingMessage, response: ServerResponse) => {
    // A request behind one that is still being answered waits, and is then passed to `answerTo`.
    if (takeTurn(response, answerTo)) answer(app, serving, request, response)
  }
  const server = createServer({
    ...limits,
    // Called only for requests with `Upgrade`.
    shouldUpgradeCallback: (request: IncomingMessage) => {
      if (upgrades?.wants(request) === true) return true
      noteUpgrade(request)
      return false
    },
  })
  if (upgrades !== undefined)
    server.on("upgrade", (request, socket, head) => upgrades.open(request, socket, head))
  receiveAndWarn(server, receive, app.settings.proxies, serving.log)
  // One more than allowed, so that `judgeHead()` can see the excess: Node silently drops headers beyond this limit.
  server.maxHeadersCount = mostHeaders + 1
  // Otherwise Node closes the connection when the client half-closes it, even while replies are being sent. See
  // `Connections`.
  Object.assign(server, { httpAllowHalfOpen: true })
  server.on("connection", (socket) => serving.connections.add(socket))
  const sweep = setInterval(() => serving.connections.closeSlow(), limits.connectionsCheckingInterval).unref()
  server.once("close", () => clearInterval(sweep))
  // Sends 100 Continue when the body is read, not before.
  server.on("checkContinue", receive)
  answerClients(server, serving.bodies)
  return server
}

function answer(app: EngineApp, serving: Serving, request: IncomingMessage, response: ServerResponse): void {
  const verdict = judgeHead(request)
  if (verdict !== withoutBody && verdict !== withBody) return rejectRequest(response, verdict, serving.bodies)
  const target = parseTarget(request.url!)
  const incoming = new NodeIncoming(request, response, target, verdict === withBody)
  const { overload } = serving
  if (target === undefined) deliver(serving, incoming, response, answerOdd(app, incoming))
  else if (overload.hasCapacity || app.routes.isServedWhenOverloaded(incoming.method, incoming.path))
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

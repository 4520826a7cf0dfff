import { AsyncResource } from "node:async_hooks"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { App } from "../../app/app.ts"
import type { CompiledRoutes } from "../../app/routes/app-routes.ts"
import { type EngineApp, engineAppOf } from "../../app/engine-app.ts"
import { Reply } from "../../context/reply/reply.ts"
import { Fault } from "../../fault/fault.ts"
import { findRejection } from "../find-rejection.ts"
import { parseTarget, type Target } from "../target.ts"
import { answerOdd } from "./answer-odd.ts"
import { EmbeddedIncoming } from "./call/embedded-incoming.ts"
import { judgeHead, withBody, withoutBody } from "./call/judge-head.ts"
import { writeReply } from "./call/write-reply.ts"
import { rejectionBodies } from "./connection/rejection-bodies.ts"
import { abandonReply, type Replies, sendReply } from "./send-reply.ts"

/** A function that answers requests of a Node server. With `next`, it passes on those that it has no route for. */
export type NodeListener = (request: IncomingMessage, response: ServerResponse, next?: () => void) => void

/**
 * Makes a listener of an application, to answer some routes of a server that exists: `express.use(toNode(app))`,
 * `http.createServer(toNode(app))`. A request without a route goes on to `next()`, its body unread; without `next` it
 * gets 404. Register it before body parsers such as `express.json()`.
 *
 * It runs every `onServe()`. It does not stop the application: call `app.stop()` when the server has closed. The limits
 * for connections, slow clients and overload are those of the surrounding server; only `serve()` has its own.
 *
 * @example
 * ```ts
 * import { createServer } from "node:http"
 * import { createApp, get, module, routes } from "trivet"
 * import { api } from "trivet/api"
 * import { toNode } from "trivet/node"
 *
 * class Hello {
 *   routes() {
 *     return routes([get("/hello", () => ({ hello: "world" }))])
 *   }
 * }
 *
 * const app = await createApp(module({ name: "hello", declarations: [Hello] }), { platform: api() })
 * const answer = toNode(app)
 * createServer((request, response) => answer(request, response, () => response.end("the old application")))
 * ```
 */
export function toNode(given: App): NodeListener {
  const app = engineAppOf(given)
  const { log } = app.settings
  const bodies = rejectionBodies((status) => findRejection(app, status))
  const replies: Replies = { log, bodies, endless: new Set(), stopping: false }
  app.startServing().catch((error: unknown) => log.error({ err: error }, "onServe() failed"))
  return (request, response, next) => {
    const target = parseTarget(request.url!)
    if (next !== undefined && !isFor(app.routes, request, target)) return next()
    // A pipelined request gets its socket when its turn comes. Before that, nothing would report that its client is
    // gone.
    if (response.socket !== null) return answer(app, replies, request, response, target)
    // Bound, because the previous request emits the event, and its async context may contain that request's user.
    response.once(
      "socket",
      AsyncResource.bind(() => answer(app, replies, request, response, target)),
    )
  }
}

/**
 * Whether a request is for the application. An ambiguous target is too: the next handler might interpret it as one of
 * the application's paths and bypass its guards. A preflight belongs to the route that it asks for.
 */
function isFor(routes: CompiledRoutes, request: IncomingMessage, target: Target | undefined): boolean {
  if (target === undefined) return request.url !== "*"
  if (routes.has(request.method!, target.path)) return true
  // Node creates its header map on first access, so it is read only here.
  const asked = request.method === "OPTIONS" ? request.headers["access-control-request-method"] : undefined
  return asked !== undefined && routes.has(asked, target.path)
}

function answer(
  app: EngineApp,
  replies: Replies,
  request: IncomingMessage,
  response: ServerResponse,
  target: Target | undefined,
): void {
  // The client is gone, or other code has answered.
  if (response.destroyed || response.headersSent) return
  const verdict = judgeHead(request)
  // A body of HTTP/2 is not discarded, because that would affect a socket that carries other requests.
  const hasBody = verdict !== withoutBody && verdict !== 505
  const incoming = new EmbeddedIncoming(request, response, target, hasBody)
  if (verdict === withoutBody || verdict === withBody || verdict === 505) {
    const reply = verdict === 505 ? rejectVersion(app, incoming, request) : replyTo(app, incoming, target)
    if (reply instanceof Promise) void reply.then((later) => deliver(replies, incoming, response, later))
    else deliver(replies, incoming, response, reply)
    return
  }
  const { type, body } = replies.bodies(verdict)
  writeReply(response, Reply.body(verdict, type, body), true, incoming.unread, replies)
}

function replyTo(
  app: EngineApp,
  incoming: EmbeddedIncoming,
  target: Target | undefined,
): Reply | Promise<Reply> {
  return target === undefined ? answerOdd(app, incoming) : app.dispatch(incoming)
}

function rejectVersion(
  app: EngineApp,
  incoming: EmbeddedIncoming,
  { httpVersion }: IncomingMessage,
): Promise<Reply> {
  return app.reject(incoming, new Fault("HTTP_VERSION_UNSUPPORTED", { version: httpVersion }))
}

function deliver(replies: Replies, incoming: EmbeddedIncoming, response: ServerResponse, reply: Reply): void {
  if (response.headersSent) {
    const { method, path } = incoming
    replies.log.warn({ method, path }, "the request was answered by something else before the application")
    return abandonReply(reply)
  }
  keepEarlier(response, reply)
  sendReply(replies, incoming, response, reply)
}

/** Headers that may be repeated. Setting them would replace the values of earlier middlewares. */
const repeated = ["set-cookie", "vary"] as const

function keepEarlier(response: ServerResponse, { headers }: Reply): void {
  if (headers === undefined) return
  for (const name of repeated) {
    const earlier = headers.get(name) === undefined ? undefined : response.getHeader(name)
    if (earlier !== undefined) for (const value of [earlier].flat()) headers.append(name, String(value))
  }
}

import { AsyncResource } from "node:async_hooks"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { App } from "../../app/app.ts"
import type { CompiledRoutes } from "../../app/app-routes.ts"
import { builtOf } from "../../app/built-of.ts"
import { Reply } from "../../context/reply.ts"
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
 * It runs every `onServe()`. It does not stop the application: call `app.stop()` when the server has closed. Limits for
 * connections, slow clients and overload are those of the server around it; only `serve()` brings its own.
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
export function toNode(app: App): NodeListener {
  const built = builtOf(app)
  const { log } = built.settings
  const bodies = rejectionBodies((status) => findRejection(built, status))
  const replies: Replies = { log, bodies, endless: new Set(), stopping: false }
  app.startServing().catch((error: unknown) => log.error({ err: error }, "onServe() failed"))
  return (request, response, next) => {
    const target = parseTarget(request.url!)
    if (next !== undefined && !isFor(built.routes, request, target)) return next()
    // A pipelined request gets its socket in its turn. Before that, nothing would say that its client is gone.
    if (response.socket !== null) return answer(app, replies, request, response, target)
    // Bound: the event comes from the request ahead, whose async context may hold the user of that one.
    response.once(
      "socket",
      AsyncResource.bind(() => answer(app, replies, request, response, target)),
    )
  }
}

/**
 * Whether a request is the application's. So is a target that is ambiguous: whoever answered it next might read it as
 * one of the application's paths, past its guards. A preflight belongs to the route that it asks for.
 */
function isFor(routes: CompiledRoutes, request: IncomingMessage, target: Target | undefined): boolean {
  if (target === undefined) return request.url !== "*"
  if (routes.has(request.method!, target.path)) return true
  // Node makes its map of headers when it is first asked for.
  const asked = request.method === "OPTIONS" ? request.headers["access-control-request-method"] : undefined
  return asked !== undefined && routes.has(asked, target.path)
}

function answer(
  app: App,
  replies: Replies,
  request: IncomingMessage,
  response: ServerResponse,
  target: Target | undefined,
): void {
  // The client is gone, or somebody else has answered.
  if (response.destroyed || response.headersSent) return
  const verdict = judgeHead(request)
  // A body of HTTP/2 is left alone: throwing it away would touch a socket that carries other requests.
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

function replyTo(app: App, incoming: EmbeddedIncoming, target: Target | undefined): Reply | Promise<Reply> {
  return target === undefined ? answerOdd(app, incoming) : app.dispatch(incoming)
}

function rejectVersion(
  app: App,
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

/** Of these a reply has several. What a middleware before the application has set would be replaced. */
const repeated = ["set-cookie", "vary"] as const

function keepEarlier(response: ServerResponse, { headers }: Reply): void {
  if (headers === undefined) return
  for (const name of repeated) {
    const earlier = headers.get(name) === undefined ? undefined : response.getHeader(name)
    if (earlier !== undefined) for (const value of [earlier].flat()) headers.append(name, String(value))
  }
}

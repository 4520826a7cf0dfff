import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import type { App } from "../../app/create-app.ts"
import type { Reply } from "../../context/reply.ts"
import { closeAfter } from "./close-after.ts"
import { NodeIncoming } from "./node-incoming.ts"
import { stopOnSignals, stopServer } from "./stop.ts"
import { parseTarget } from "./target.ts"
import { writeReply } from "./write-reply.ts"

/** Where and how an application is served. */
export interface ServeOptions {
  /** 3000 unless given; 0 lets the system choose. */
  readonly port?: number
  /** All addresses of this machine unless given. */
  readonly host?: string
  /** Stop on SIGTERM and SIGINT and end the process: so unless `false`. */
  readonly signals?: boolean
  /** Milliseconds between "no longer ready" and "no longer accepting", for load balancers to notice: 500 unless given. */
  readonly lead?: number
  /** The most milliseconds that stopping may take in all: 10,000 unless given. */
  readonly stopTimeout?: number
}

/** An application that is being served. */
export interface Served {
  readonly port: number
  readonly url: string
  /** False from the moment that stopping begins: what a readiness probe should say. */
  readonly ready: boolean
  /** Stops serving and then the application; bounded in time. False when calls had to be cut off. */
  stop(): Promise<boolean>
}

/** Serves an application over HTTP with `node:http`. */
export async function serve(app: App, options: ServeOptions = {}): Promise<Served> {
  const state = { stopping: false }
  const server = createServer(limits, (request, response) => answer(app, state, request, response))
  server.maxHeadersCount = 100
  await listen(server, options)
  const { port } = server.address() as AddressInfo
  let stopped: Promise<boolean> | undefined
  const served: Served = {
    port,
    url: `http://${options.host ?? "localhost"}:${port}`,
    get ready() {
      return !state.stopping
    },
    stop: () => (stopped ??= stopServer(app, server, state, options)),
  }
  if (options.signals !== false) stopOnSignals(served)
  return served
}

const limits = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 1_000,
  // Longer than load balancers keep idle connections, or they send into one that is just being closed.
  keepAliveTimeout: 72_000,
  maxHeaderSize: 16 * 1024,
}

function answer(
  app: App,
  state: { readonly stopping: boolean },
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const target = parseTarget(request.url!)
  if (target === undefined) {
    closeAfter(request, response)
    response.writeHead(400, { "Content-Type": "application/json; charset=utf-8" })
    response.end('{"error":"Bad Request"}')
    return
  }
  const reply = app.dispatch(new NodeIncoming(request, response, target.path, target.query))
  if (reply instanceof Promise) void reply.then((later) => send(request, response, later, state.stopping))
  else send(request, response, reply, state.stopping)
}

function send(request: IncomingMessage, response: ServerResponse, reply: Reply, stopping: boolean): void {
  // Nobody listens any more, but the call must still be told that it is over.
  if (response.destroyed) return reply.done?.({ status: reply.status, aborted: true })
  const unread = reply.status === 413
  if (unread) closeAfter(request, response)
  writeReply(response, reply, stopping || unread)
}

function listen(server: Server, { port = 3000, host }: ServeOptions): Promise<void> {
  return new Promise((ready, refuse) => {
    server.once("error", refuse)
    server.listen({ port, ...(host !== undefined && { host }) }, () => {
      server.off("error", refuse)
      ready()
    })
  })
}

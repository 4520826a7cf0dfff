import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import type { App } from "../../app/create-app.ts"
import { Reply } from "../../context/reply.ts"
import { callerOf } from "../../fault/caller-of.ts"
import { Fault } from "../../fault/fault.ts"
import { dropBody } from "../pieces.ts"
import { parseTarget } from "../target.ts"
import { Connections } from "./connections.ts"
import { hasHost } from "./has-host.ts"
import { listen } from "./listen.ts"
import { NodeIncoming } from "./node-incoming.ts"
import type { Serving } from "./serving.ts"
import { stopOnSignals, stopServer } from "./stop.ts"
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

/**
 * Serves an application over HTTP with `node:http`. Where it cannot listen it says why (`ADDRESS_IN_USE`,
 * `ADDRESS_REFUSED`), and the application stays started: try another port or stop it.
 */
export async function serve(app: App, options: ServeOptions = {}): Promise<Served> {
  const where = callerOf("serve", new Error().stack)
  const { log } = app.built.settings
  const connections = new Connections()
  const serving: Serving = { log, connections, stopping: false, endless: new Set() }
  const server = createServer(limits, (request, response) => answer(app, serving, request, response))
  server.maxHeadersCount = 100
  server.on("connection", (socket) => connections.add(socket))
  await listen(server, options, where)
  const { port } = server.address() as AddressInfo
  let stopped: Promise<boolean> | undefined
  let forget: () => void = () => undefined
  const served: Served = {
    port,
    url: `http://${options.host ?? "localhost"}:${port}`,
    get ready() {
      return !serving.stopping
    },
    stop: () => (stopped ??= stopServer(app, server, serving, options).finally(forget)),
  }
  if (options.signals !== false) forget = stopOnSignals(served)
  return served
}

const limits = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 1_000,
  // Longer than load balancers keep idle connections, or they send into one that is just being closed.
  keepAliveTimeout: 72_000,
  maxHeaderSize: 16 * 1024,
  // A call without a body gets a stream that has ended already, instead of one that has to be ended.
  optimizeEmptyRequests: true,
  // Otherwise Node drops a second line of `Authorization` and the like, which fetch runtimes join.
  joinDuplicateHeaders: true,
}

function answer(app: App, serving: Serving, request: IncomingMessage, response: ServerResponse): void {
  serving.connections.carry(response)
  const target = hasHost(request.rawHeaders) ? parseTarget(request.url!) : undefined
  const incoming = new NodeIncoming(request, response, target?.path ?? request.url!, target?.query ?? "")
  const reply =
    target === undefined ? app.refuse(incoming, new Fault("TARGET_AMBIGUOUS", {})) : app.dispatch(incoming)
  if (reply instanceof Promise) void reply.then((later) => send(serving, incoming, response, later))
  else send(serving, incoming, response, reply)
}

function send(serving: Serving, incoming: NodeIncoming, response: ServerResponse, reply: Reply): void {
  if (response.destroyed) return abandon(reply)
  try {
    writeReply(response, reply, serving.stopping || reply.status === 413, incoming.unread, serving)
  } catch (error) {
    // A status or a header that HTTP does not know. Thrown on from here it would end the process.
    serving.log.error({ err: error }, "a reply cannot be written")
    const failed = new Reply(500, "application/json; charset=utf-8", '{"error":"Internal Server Error"}')
    failed.done = reply.done
    if (response.headersSent) response.destroy()
    else writeReply(response, failed, true, false, serving)
  }
}

/** Nobody listens any more, but the call must still be told that it is over, and so must the source of its body. */
function abandon({ body, status, done }: Reply): void {
  dropBody(body)
  done?.({ status, aborted: true })
}

import type { EngineApp } from "../../../app/engine-app.ts"
import { type IncomingMessage, ServerResponse } from "node:http"
import type { Duplex } from "node:stream"
import type { Socket } from "node:net"
import type { Reply } from "../../../context/reply/reply.ts"
import { UpgradeReply } from "../../../context/reply/upgrade-reply.ts"
import { parseTarget } from "../../target.ts"
import { becomeSocket, connectionOf } from "../connection/connections.ts"
import { judgeHead, withoutBody } from "../call/judge-head.ts"
import type { Ws, WsServer } from "./load-ws.ts"
import { UpgradeIncoming } from "./upgrade-incoming.ts"
import { openPeer } from "./ws-peer.ts"

/** The server's part in requests that open sockets. */
export interface UpgradeServing {
  /** Calls `start`, now or later, or returns the reply that rejects the request. */
  admit(response: ServerResponse, start: () => void): Reply | undefined
  /** Counts a request as in flight until the returned function is called. */
  started(): () => void
  /** Writes a reply that opens no socket, as the last one of its connection. */
  write(response: ServerResponse, reply: Reply): void
}

/** Opens the sockets of an application on a Node server. */
export class Upgrades {
  readonly #app: EngineApp
  readonly #ws: Ws
  readonly #serving: UpgradeServing
  /** Keyed by the maximum size of a message, in bytes. */
  readonly #servers = new Map<number, WsServer>()
  readonly #headers = new WeakMap<IncomingMessage, readonly string[]>()

  constructor(app: EngineApp, ws: Ws, serving: UpgradeServing) {
    this.#app = app
    this.#ws = ws
    this.#serving = serving
  }

  /**
   * Whether a request opens a socket. A request with any other `Upgrade` is answered as if it had none. So is one with
   * a body, or one pipelined behind an unanswered request, because their bytes could be taken for messages.
   */
  wants(request: IncomingMessage): boolean {
    if (request.method !== "GET" || request.headers.upgrade?.toLowerCase() !== "websocket") return false
    if (judgeHead(request) !== withoutBody || request.httpVersionMinor === 0) return false
    const connection = connectionOf(request.socket)
    const before = connection?.response
    // A reply that the client has not fully read still uses the connection.
    if (connection === undefined || connection.last || (before !== undefined && !before.closed)) return false
    const target = parseTarget(request.url!)
    return target !== undefined && this.#app.routes.isSocket(target.path)
  }

  /** Answers a request that opens a socket. */
  open(request: IncomingMessage, socket: Duplex, head: Uint8Array): void {
    const connection = connectionOf(socket as Socket)
    if (connection !== undefined) connection.isSocket = true
    const fail = () => socket.destroy()
    socket.on("error", fail)
    const response = new ServerResponse(request)
    const reject = (reply: Reply) => this.#reject(response, socket as Socket, reply)
    const rejection = this.#serving.admit(response, () => {
      const finished = this.#serving.started()
      const incoming = new UpgradeIncoming(request, response, parseTarget(request.url!), false)
      void Promise.resolve(this.#app.dispatch(incoming))
        .then((reply) => {
          finished()
          if (!(reply instanceof UpgradeReply)) return reject(reply)
          socket.off("error", fail)
          return this.#upgrade(request, socket, head, reply)
        })
        .catch(fail)
    })
    if (rejection !== undefined) reject(rejection)
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Uint8Array, reply: UpgradeReply): void {
    if (reply.headers !== undefined) this.#headers.set(request, reply.headers.list)
    let isOpen = false
    becomeSocket(socket as Socket)
    this.#serverFor(reply.opening.messageBytes).handleUpgrade(request, socket, head, (opened) => {
      isOpen = true
      openPeer(opened, reply)
    })
    // If it is not open, the client has disconnected, or the handshake is invalid and `ws` has answered it.
    reply.done?.({ status: 101, aborted: !isOpen })
  }

  #reject(response: ServerResponse, socket: Socket, reply: Reply): void {
    response.shouldKeepAlive = false
    if (socket.destroyed) response.destroy()
    else response.assignSocket(socket)
    // A client that does not close its side must not keep the connection open.
    response.once("finish", () => socket.destroySoon())
    this.#serving.write(response, reply)
  }

  #serverFor(maxPayload: number): WsServer {
    const known = this.#servers.get(maxPayload)
    if (known !== undefined) return known
    const { WebSocketServer } = this.#ws
    const mostParts = 64 + Math.ceil(maxPayload / 256)
    const server = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      perMessageDeflate: false,
      autoPong: false,
      maxPayload,
      // Each fragment of a message costs memory, however small it is.
      maxFragments: mostParts,
      maxBufferedChunks: mostParts,
    })
    server.on("headers", (lines, request) => {
      const list = this.#headers.get(request) ?? []
      for (let at = 0; at < list.length; at += 2) lines.push(`${list[at]!}: ${list[at + 1]!}`)
    })
    this.#servers.set(maxPayload, server)
    return server
  }
}

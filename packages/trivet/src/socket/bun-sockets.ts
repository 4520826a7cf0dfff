import type { SocketListener, SocketPeer, UpgradeReply } from "../context/reply/upgrade-reply.ts"

/** The data of a connection of Bun. */
export interface BunSocketData {
  /** @internal */
  readonly reply: UpgradeReply
  /** @internal */
  listener?: SocketListener
}

/** The used subset of Bun's `ServerWebSocket`. */
export interface BunSocket {
  /** The data that was passed to `upgrade()`. */
  readonly data: BunSocketData
  /** Sends a text. */
  sendText(text: string): number
  /** Closes the connection. */
  close(code: number, reason: string): void
  /** Closes the connection immediately. */
  terminate(): void
  /** Sends a ping. */
  ping(): void
  /** Number of bytes that are not sent yet. */
  getBufferedAmount(): number
}

/** The `websocket` option of `Bun.serve()`. */
export interface BunSocketHandler {
  /** Maximum size of a message in bytes, for all sockets. */
  readonly maxPayloadLength: number
  /** Whether messages are compressed. */
  readonly perMessageDeflate: false
  /** Whether to close the connection of a client that does not read. */
  readonly closeOnBackpressureLimit: true
  /** Called when a connection is open. */
  open(socket: BunSocket): void
  /** Called for each message. */
  message(socket: BunSocket, message: unknown): void
  /** Called for each ping, which Bun answers. */
  ping(socket: BunSocket): void
  /** Called for each pong. */
  pong(socket: BunSocket): void
  /** Called when a connection is closed. */
  close(socket: BunSocket): void
}

/**
 * Opens the sockets of an application on Bun: `Bun.serve({ fetch: toFetch(app), websocket: bunSockets })`. Without it,
 * Bun rejects every request that opens a socket.
 */
export const bunSockets: BunSocketHandler = {
  maxPayloadLength: 1_048_576,
  perMessageDeflate: false,
  open: (socket) => void (socket.data.listener = socket.data.reply.opening.open(new BunPeer(socket))),
  message: ({ data }, message) => data.listener?.message(typeof message === "string" ? message : undefined),
  closeOnBackpressureLimit: true,
  ping: ({ data }) => void data.listener?.control(false),
  pong: ({ data }) => void data.listener?.control(true),
  close: ({ data }) => data.listener?.closed(),
}

class BunPeer implements SocketPeer {
  readonly #socket: BunSocket

  constructor(socket: BunSocket) {
    this.#socket = socket
  }
  get buffered(): number {
    return this.#socket.getBufferedAmount()
  }
  send(text: string): void {
    this.#socket.sendText(text)
  }
  close(code: number, reason: string): void {
    this.#socket.close(code, reason)
  }
  cut(): void {
    this.#socket.terminate()
  }
  ping(): void {
    this.#socket.ping()
  }
}

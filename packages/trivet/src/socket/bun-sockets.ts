import type { SocketListener, SocketPeer, UpgradeReply } from "../context/upgrade-reply.ts"

/** What a connection of Bun carries. */
export interface BunSocketData {
  /** @internal */
  readonly reply: UpgradeReply
  /** @internal */
  listener?: SocketListener
}

/** The connection of Bun, as far as it is used here. */
export interface BunSocket {
  /** What `upgrade()` was given. */
  readonly data: BunSocketData
  /** Sends a text. */
  sendText(text: string): number
  /** Closes it. */
  close(code: number, reason: string): void
  /** Ends it at once. */
  terminate(): void
  /** Asks for a sign of life. */
  ping(): void
  /** How many bytes wait. */
  getBufferedAmount(): number
}

/** What `Bun.serve()` takes as `websocket`. */
export interface BunSocketHandler {
  /** The most bytes of a message, over all sockets. */
  readonly maxPayloadLength: number
  /** Whether messages are compressed. */
  readonly perMessageDeflate: false
  /** Whether a client that reads nothing is closed. */
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
 * Opens the sockets of an application on Bun: `Bun.serve({ fetch: toFetch(app), websocket: bunSockets })`. Without it Bun
 * rejects every request that opens one.
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

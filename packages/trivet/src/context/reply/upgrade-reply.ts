import { Reply } from "./reply.ts"

/** The connection of one WebSocket, implemented by an engine. */
export interface SocketPeer {
  /** Number of bytes that were sent but are still buffered in this process. */
  readonly buffered: number
  /** Whether only code of the request that opened the socket may send, as on workerd. Default: false. */
  readonly isBound?: boolean
  /** Sends a text. `bytes` is the same text in UTF-8, if it was encoded already. */
  send(text: string, bytes?: Uint8Array): void
  /** Begins to close the connection. */
  close(code: number, reason: string): void
  /** Closes the connection immediately, without a closing handshake. */
  cut(): void
  /** Sends a ping; absent if the runtime sends pings itself. */
  ping?(): void
  /** Stops reading; absent if the runtime cannot. */
  pause?(): void
  /** Reads on. */
  resume?(): void
}

/** The events that an engine reports for a connection. */
export interface SocketListener {
  /** A message was received; `undefined` for one that is not text. */
  message(text: string | Uint8Array | undefined): void
  /** A ping or a pong was received; never called if the runtime hides them. Returns whether to answer a ping. */
  control(isPong: boolean): boolean
  /** The connection is closed. Called once. */
  closed(): void
}

/** A server that opens sockets itself: Bun's. */
export interface SocketRuntime {
  /** Opens a socket, on Bun. */
  readonly upgrade?: (
    request: Request,
    options: { readonly headers: Headers; readonly data: unknown },
  ) => boolean
}

/** How the connection of a socket is opened. */
export interface SocketOpening {
  /** Maximum size of a message, in bytes. */
  readonly messageBytes: number
  /** Called by the engine when the connection is open. */
  open(peer: SocketPeer): SocketListener
  /** Opens the connection on a fetch runtime. Returns the response that its server expects. */
  respond(
    request: Request,
    reply: UpgradeReply,
    headers: Headers,
    runtime: SocketRuntime | undefined,
  ): Response
}

/** The reply to a request that opens a socket. The engine sends it and opens the connection. */
export class UpgradeReply extends Reply<101, null> {
  /** For the compiler, as in `Reply`. */
  declare static readonly [Symbol.hasInstance]: (value: unknown) => value is UpgradeReply
  readonly opening: SocketOpening

  constructor(opening: SocketOpening) {
    super(101, undefined, null, undefined)
    this.opening = opening
  }
}

/** All open sockets of an application. */
export interface OpenSockets {
  /** Closes them, spread over this many milliseconds, so that clients do not all reconnect at the same time. */
  leave(milliseconds: number): Promise<void>
}

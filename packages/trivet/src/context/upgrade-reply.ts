import { Reply } from "./reply.ts"

/** The connection of one socket, as an engine has it. */
export interface SocketPeer {
  /** How many bytes were sent that have not left this process. */
  readonly buffered: number
  /** Whether only code of its own request may send, as workerd has it. Default: false. */
  readonly isBound?: boolean
  /** Sends a text. `bytes` is the same, encoded, if that was done already. */
  send(text: string, bytes?: Uint8Array): void
  /** Begins to close the connection. */
  close(code: number, reason: string): void
  /** Ends the connection at once. */
  cut(): void
  /** Asks the client for a sign of life; not there where the runtime does that by itself. */
  ping?(): void
  /** Stops reading; not there where the runtime reads on. */
  pause?(): void
  /** Reads on. */
  resume?(): void
}

/** What an engine tells of a connection. */
export interface SocketListener {
  /** A message has come; `undefined` for one that is no text. */
  message(text: string | Uint8Array | undefined): void
  /** A ping or a pong has come; not there where the runtime keeps it to itself. Gives whether a ping is to be answered. */
  control(isPong: boolean): boolean
  /** The connection is closed. Called once. */
  closed(): void
}

/** A runtime that has to be asked for a connection: Bun. */
export interface SocketRuntime {
  /** Opens a socket, on Bun. */
  readonly upgrade?: (
    request: Request,
    options: { readonly headers: Headers; readonly data: unknown },
  ) => boolean
}

/** How the connection of a socket is opened. */
export interface SocketOpening {
  /** The most bytes of one message. */
  readonly messageBytes: number
  /** Called by the engine when the connection is open. */
  open(peer: SocketPeer): SocketListener
  /** Opens the connection by the means of a fetch runtime, and gives what its server must be given back. */
  respond(
    request: Request,
    reply: UpgradeReply,
    headers: Headers,
    runtime: SocketRuntime | undefined,
  ): Response
}

/** Ends the request that opens a socket. An engine sends it and opens the connection. */
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
  /** Closes them, spread over so many milliseconds, so that their clients do not all come back at the same time. */
  leave(milliseconds: number): Promise<void>
}

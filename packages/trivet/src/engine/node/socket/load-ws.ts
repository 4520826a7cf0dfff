import type { Duplex } from "node:stream"
import type { IncomingMessage } from "node:http"
import { Fault } from "../../../fault/fault.ts"
import { printedFault } from "../../../fault/printed-fault.ts"

/** The used subset of a connection of `ws`. */
export interface WsSocket {
  readonly bufferedAmount: number
  on(event: "message", listener: (this: WsSocket, data: Uint8Array, isBinary: boolean) => void): void
  on(event: "ping", listener: (this: WsSocket, data: Uint8Array) => void): void
  on(event: "pong" | "close", listener: (this: WsSocket) => void): void
  on(event: "error", listener: (error: Error) => void): void
  send(data: string | Uint8Array, options: { readonly binary: false }): void
  close(code: number, reason: string): void
  terminate(): void
  ping(): void
  pong(data: Uint8Array | undefined, mask: false, written: () => void): void
  pause(): void
  resume(): void
}

/** The used subset of a server of `ws`. */
export interface WsServer {
  handleUpgrade(
    request: IncomingMessage,
    socket: Duplex,
    head: Uint8Array,
    opened: (socket: WsSocket) => void,
  ): void
  on(event: "headers", listener: (lines: string[], request: IncomingMessage) => void): void
  on(event: "wsClientError", listener: (error: Error, socket: Duplex, request: IncomingMessage) => void): void
}

/** The package `ws`. */
export interface Ws {
  readonly WebSocketServer: new (options: {
    readonly noServer: true
    readonly clientTracking: false
    readonly perMessageDeflate: false
    readonly autoPong: false
    readonly maxPayload: number
    readonly maxFragments: number
    readonly maxBufferedChunks: number
  }) => WsServer
}

const packageName: string = "ws"

/**
 * Loads the package `ws`, which an application with sockets has installed. `route` is one of its sockets, `where` the
 * source location that called `serve()`.
 */
export async function loadWs(route: string, where: string | undefined): Promise<Ws> {
  try {
    // The name is in a variable, so that bundlers do not look for a package that applications without sockets do not
    // have.
    return (await import(packageName)) as Ws
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw printedFault(new Fault("SOCKET_LIBRARY_MISSING", { route, reason }, { cause, where }))
  }
}

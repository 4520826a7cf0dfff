import type { SocketPeer, UpgradeReply } from "../context/reply/upgrade-reply.ts"

/** The used subset of the `WebSocket` of Deno and workerd. */
export interface ServerSocket {
  readonly bufferedAmount?: number
  readonly readyState: number
  send(text: string): void
  close(code: number, reason: string): void
  addEventListener(event: "message", listener: (event: { readonly data: unknown }) => void): void
  addEventListener(event: "open" | "close" | "error", listener: () => void): void
}

/** Differences between the runtimes. */
export interface SocketWays {
  /** Maps a close code to one that the runtime allows. */
  codeOf(code: number): number
  readonly isBound: boolean
}

/** Connects a socket to the handler. */
export function openPeer(socket: ServerSocket, reply: UpgradeReply, ways: SocketWays): void {
  const listener = reply.opening.open(new WebSocketPeer(socket, ways))
  socket.addEventListener("message", ({ data }) =>
    listener.message(typeof data === "string" ? data : undefined),
  )
  socket.addEventListener("close", () => listener.closed())
  socket.addEventListener("error", () => listener.closed())
}

class WebSocketPeer implements SocketPeer {
  readonly #socket: ServerSocket
  readonly #ways: SocketWays

  constructor(socket: ServerSocket, ways: SocketWays) {
    this.#socket = socket
    this.#ways = ways
  }
  get isBound(): boolean {
    return this.#ways.isBound
  }
  get buffered(): number {
    return this.#socket.bufferedAmount ?? 0
  }
  send(text: string): void {
    this.#socket.send(text)
  }
  close(code: number, reason: string): void {
    this.#socket.close(this.#ways.codeOf(code), reason)
  }
  cut(): void {
    this.close(1008, "")
  }
}

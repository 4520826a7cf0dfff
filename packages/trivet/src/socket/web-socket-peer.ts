import type { SocketPeer, UpgradeReply } from "../context/upgrade-reply.ts"

/** The `WebSocket` of Deno and workerd, as far as it is used here. */
export interface ServerSocket {
  readonly bufferedAmount?: number
  readonly readyState: number
  send(text: string): void
  close(code: number, reason: string): void
  addEventListener(event: "message", listener: (event: { readonly data: unknown }) => void): void
  addEventListener(event: "open" | "close" | "error", listener: () => void): void
}

/** Gives a connection to the socket's handler, with the codes that the runtime lets a server close with. */
export function openPeer(socket: ServerSocket, reply: UpgradeReply, codeOf: (code: number) => number): void {
  const listener = reply.opening.open(new WebSocketPeer(socket, codeOf))
  socket.addEventListener("message", ({ data }) =>
    listener.message(typeof data === "string" ? data : undefined),
  )
  socket.addEventListener("close", () => listener.closed())
  socket.addEventListener("error", () => listener.closed())
}

class WebSocketPeer implements SocketPeer {
  readonly #socket: ServerSocket
  readonly #codeOf: (code: number) => number

  constructor(socket: ServerSocket, codeOf: (code: number) => number) {
    this.#socket = socket
    this.#codeOf = codeOf
  }
  get buffered(): number {
    return this.#socket.bufferedAmount ?? 0
  }
  send(text: string): void {
    this.#socket.send(text)
  }
  close(code: number, reason: string): void {
    this.#socket.close(this.#codeOf(code), reason)
  }
  cut(): void {
    this.close(1008, "")
  }
}

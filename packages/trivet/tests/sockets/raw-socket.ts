import { randomBytes } from "node:crypto"
import { once } from "node:events"
import { connect, type Socket } from "node:net"

/** A connection that writes bytes as they are given. */
export class RawSocket {
  readonly socket: Socket
  received = ""
  readonly closed: Promise<unknown>

  private constructor(socket: Socket) {
    this.socket = socket
    socket.setEncoding("latin1").on("data", (piece: string) => (this.received += piece))
    socket.on("error", () => undefined)
    this.closed = once(socket, "close")
  }

  static async open(port: number): Promise<RawSocket> {
    const socket = connect(port, "127.0.0.1")
    await once(socket, "connect")
    return new RawSocket(socket)
  }

  /** Waits until what has come matches. */
  async until(pattern: RegExp): Promise<string> {
    while (!pattern.test(this.received)) {
      if (this.socket.destroyed) throw new Error(`closed after ${JSON.stringify(this.received)}`)
      await new Promise((go) => setTimeout(go, 5))
    }
    return this.received
  }
}

/** The head of a request that opens a socket. */
export function handshake(path: string, more: readonly string[] = []): string {
  return [
    `GET ${path} HTTP/1.1`,
    "Host: a.example",
    "Upgrade: websocket",
    "Connection: Upgrade",
    "Sec-WebSocket-Version: 13",
    `Sec-WebSocket-Key: ${randomBytes(16).toString("base64")}`,
    ...more,
    "\r\n",
  ].join("\r\n")
}

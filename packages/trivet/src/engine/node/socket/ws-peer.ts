import type { SocketListener, SocketPeer, UpgradeReply } from "../../../context/upgrade-reply.ts"
import type { WsSocket } from "./load-ws.ts"

const asText = { binary: false } as const
const key: unique symbol = Symbol("listener")

type Heard = WsSocket & { [key]: SocketListener }

/** Gives a connection of `ws` to the socket's handler. */
export function openPeer(socket: WsSocket, reply: UpgradeReply): void {
  const heard = socket as Heard
  heard[key] = reply.opening.open(new WsPeer(socket))
  heard.on("message", onMessage)
  heard.on("pong", onPong)
  heard.on("close", onClose)
  heard.on("error", onError)
}

// The same for all connections, because a process has many.
function onMessage(this: WsSocket, data: Uint8Array, isBinary: boolean): void {
  ;(this as Heard)[key].message(isBinary ? undefined : data)
}
function onPong(this: WsSocket): void {
  ;(this as Heard)[key].alive()
}
function onClose(this: WsSocket): void {
  ;(this as Heard)[key].closed()
}
function onError(): void {
  // The client has broken the protocol, or its connection: `close` follows.
}

class WsPeer implements SocketPeer {
  readonly #socket: WsSocket

  constructor(socket: WsSocket) {
    this.#socket = socket
  }
  get buffered(): number {
    return this.#socket.bufferedAmount
  }
  send(text: string, bytes?: Uint8Array): void {
    this.#socket.send(bytes ?? text, asText)
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
  pause(): void {
    this.#socket.pause()
  }
  resume(): void {
    this.#socket.resume()
  }
}

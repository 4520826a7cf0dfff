import type { SocketListener, SocketPeer, UpgradeReply } from "../../../context/reply/upgrade-reply.ts"
import type { WsSocket } from "./load-ws.ts"

const asText = { binary: false } as const
const key: unique symbol = Symbol("listener")
const lastPing: unique symbol = Symbol("last ping")

type Heard = WsSocket & {
  [key]: SocketListener
  /** The data of the last ping, until its pong is written. */
  [lastPing]?: Uint8Array | undefined
}

/** Connects a socket of `ws` to the handler. */
export function openPeer(socket: WsSocket, reply: UpgradeReply): void {
  const heard = socket as Heard
  heard[key] = reply.opening.open(new WsPeer(socket))
  heard.on("message", onMessage)
  heard.on("ping", onPing)
  heard.on("pong", onPong)
  heard.on("close", onClose)
  heard.on("error", onError)
}

// Shared functions instead of closures, because a process has many connections.
function onMessage(this: WsSocket, data: Uint8Array, isBinary: boolean): void {
  ;(this as Heard)[key].message(isBinary ? undefined : data)
}
function onPing(this: WsSocket, data: Uint8Array): void {
  const heard = this as Heard
  if (!heard[key].control(false)) return
  const isWriting = heard[lastPing] !== undefined
  heard[lastPing] = data
  if (!isWriting) writePong(heard)
}
/** Writes one pong at a time, and then only the latest: a client that does not read must not fill the buffer. */
function writePong(heard: Heard): void {
  const data = heard[lastPing]
  heard.pong(data, false, () => {
    if (heard[lastPing] !== data) return writePong(heard)
    heard[lastPing] = undefined
  })
}
function onPong(this: WsSocket): void {
  ;(this as Heard)[key].control(true)
}
function onClose(this: WsSocket): void {
  ;(this as Heard)[key].closed()
}
function onError(): void {
  // The client violated the protocol, or the connection failed: `close` follows.
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

import { connect, type Socket } from "node:net"
import type { ReadyCall } from "./fuzz-call.ts"
import { type HttpReply, parseReply } from "./http-reply.ts"

/** Milliseconds within which every call must be answered. */
export const patience = 10_000

/** The outcome of a call. */
export type Outcome =
  | { readonly kind: "reply"; readonly reply: HttpReply }
  /** There was no reply in time. */
  | { readonly kind: "silence" }
  /** The connection was closed before the reply was complete; `received` is the part that arrived. */
  | { readonly kind: "cut"; readonly received: string; readonly sent: boolean }

/**
 * Sends calls to 127.0.0.1 unchanged: no HTTP client would send most of them. Connections are reused, because thousands
 * of calls a second would otherwise exhaust the ports.
 */
export class Wire {
  readonly #port: number
  readonly #idle: Socket[] = []
  #sent = 0

  constructor(port: number) {
    this.#port = port
  }

  /** The number of sent calls. */
  get sent(): number {
    return this.#sent
  }

  /** Sends a call and waits for its reply. */
  async send(call: ReadyCall, milliseconds: number = patience): Promise<Outcome> {
    this.#sent++
    const bytes = bytesOf(call)
    const used = this.#idle.pop()
    if (used !== undefined && !used.destroyed) {
      const outcome = await this.#exchange(used, call.method, bytes, milliseconds)
      // A server may close a kept-alive connection at any time; every client retries once.
      if (outcome.kind !== "cut" || outcome.received !== "") return outcome
    }
    const socket = await open(this.#port)
    if (socket === undefined) return { kind: "cut", received: "", sent: false }
    return this.#exchange(socket, call.method, bytes, milliseconds)
  }

  /** Closes all connections. */
  close(): void {
    for (const socket of this.#idle.splice(0)) socket.destroy()
  }

  #exchange(socket: Socket, method: string, bytes: Buffer, milliseconds: number): Promise<Outcome> {
    const began = performance.now()
    let received = Buffer.alloc(0)
    return new Promise((give) => {
      const end = (outcome: Outcome, keeps = false) => {
        clearTimeout(timer)
        socket.removeAllListeners("data").removeAllListeners("close")
        if (keeps) this.#idle.push(socket)
        else socket.destroy()
        give(outcome)
      }
      const read = (closed: boolean) => {
        const parsed = parseReply(received, method, closed)
        if (parsed !== undefined && parsed.reply.status >= 200) {
          const reply = { ...parsed.reply, ms: performance.now() - began }
          end({ kind: "reply", reply }, parsed.keeps && parsed.length === received.length)
        } else if (closed) end({ kind: "cut", received: received.toString("latin1"), sent: true })
      }
      const timer = setTimeout(() => end({ kind: "silence" }), milliseconds)
      socket.on("data", (chunk: Buffer) => {
        received = Buffer.concat([received, chunk])
        read(false)
      })
      socket.on("close", () => read(true))
      socket.write(bytes)
    })
  }
}

/** Opens a connection; `undefined` if nothing listens. */
export function open(port: number): Promise<Socket | undefined> {
  return new Promise((give) => {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true }, () => give(socket))
    // A reset is one way in which a server closes a connection: "close" follows.
    socket.on("error", () => give(undefined))
  })
}

/** Serializes a call. Only line breaks in headers are removed: they would turn it into another call. */
export function bytesOf({ method, target, headers, body }: ReadyCall, length?: number): Buffer {
  const size = length ?? (body === undefined ? undefined : Buffer.byteLength(body))
  const needsLength = size !== undefined || !["GET", "HEAD", "DELETE", "OPTIONS"].includes(method)
  const lines = [
    `${method} ${target.replace(/[\r\n]/g, "")} HTTP/1.1`,
    ...("host" in headers ? [] : ["host: 127.0.0.1"]),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value.replace(/[\r\n]/g, " ")}`),
    ...(needsLength ? [`content-length: ${size ?? 0}`] : []),
  ]
  const head = Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1")
  return Buffer.concat([head, Buffer.from(body ?? "")])
}

import type { IncomingMessage, ServerResponse } from "node:http"
import type { TLSSocket } from "node:tls"
import type { Incoming } from "../../context/incoming.ts"
import { Fault } from "../../fault/fault.ts"
import { plainAddress } from "../plain-address.ts"
import { hasBody } from "./has-body.ts"
import { readBytes } from "./read-bytes.ts"
import { readPieces } from "./read-pieces.ts"

/** A call that came in through `node:http`. Headers, signal and body cost nothing until they are asked for. */
export class NodeIncoming implements Incoming {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly #request: IncomingMessage
  readonly #response: ServerResponse
  #signal: AbortSignal | undefined
  #taken: "bytes" | "stream" | "left" | undefined

  constructor(request: IncomingMessage, response: ServerResponse, path: string, query: string) {
    this.method = request.method!
    this.path = path
    this.query = query
    this.#request = request
    this.#response = response
  }

  get address(): string {
    return plainAddress(this.#request.socket.remoteAddress ?? "")
  }
  get secure(): boolean {
    return (this.#request.socket as Partial<TLSSocket>).encrypted === true
  }
  get signal(): AbortSignal {
    return (this.#signal ??= signalOf(this.#response))
  }

  header(name: string): string | undefined {
    const value: unknown = this.#request.headers[name]
    if (typeof value === "string") return value
    // Node's map has a prototype, and a name may be one of its members.
    return Array.isArray(value) ? value.join(", ") : undefined
  }
  headers(): Readonly<Record<string, string>> {
    const headers = Object.create(null) as Record<string, string>
    for (const name of Object.keys(this.#request.headers)) headers[name] = this.header(name)!
    return headers
  }

  bytes(limit: number): Promise<Uint8Array> {
    this.#take("bytes")
    return readBytes(this.#request, limit)
  }
  stream(): AsyncIterable<Uint8Array> {
    this.#take("stream")
    return readPieces(this.#request, () => (this.#taken = "left"))
  }

  /** Whether the client may still be sending a body, or the rest of one, that nobody is going to read. */
  get unread(): boolean {
    const request = this.#request
    return (
      !request.complete &&
      hasBody(request.rawHeaders) &&
      this.#taken !== "stream" &&
      request.listenerCount("data") === 0
    )
  }

  #take(as: "bytes" | "stream"): void {
    if (this.#taken !== undefined) throw new Fault("BODY_TAKEN", {})
    this.#taken = as
  }
}

function signalOf(response: ServerResponse): AbortSignal {
  const controller = new AbortController()
  const abort = () => {
    if (!response.writableFinished) controller.abort()
  }
  if (response.closed) abort()
  else response.once("close", abort)
  return controller.signal
}

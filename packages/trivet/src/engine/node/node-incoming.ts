import type { IncomingMessage, ServerResponse } from "node:http"
import type { TLSSocket } from "node:tls"
import type { Incoming } from "../../context/incoming.ts"
import { Fault } from "../../fault/fault.ts"
import { readBytes } from "./read-bytes.ts"

/** A call that came in through `node:http`. Headers, signal and body cost nothing until they are asked for. */
export class NodeIncoming implements Incoming {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly #request: IncomingMessage
  readonly #response: ServerResponse
  #signal: AbortSignal | undefined
  #taken = false

  constructor(request: IncomingMessage, response: ServerResponse, path: string, query: string) {
    this.method = request.method!
    this.path = path
    this.query = query
    this.#request = request
    this.#response = response
  }

  get address(): string {
    return this.#request.socket.remoteAddress ?? ""
  }
  get secure(): boolean {
    return (this.#request.socket as Partial<TLSSocket>).encrypted === true
  }
  get signal(): AbortSignal {
    return (this.#signal ??= signalOf(this.#response))
  }

  header(name: string): string | undefined {
    const value = this.#request.headers[name]
    return Array.isArray(value) ? value.join(", ") : value
  }
  headers(): Readonly<Record<string, string>> {
    const headers = Object.create(null) as Record<string, string>
    for (const name in this.#request.headers) headers[name] = this.header(name)!
    return headers
  }

  bytes(limit: number): Promise<Uint8Array> {
    this.#take()
    return readBytes(this.#request, limit)
  }
  stream(): AsyncIterable<Uint8Array> {
    this.#take()
    return this.#request as AsyncIterable<Uint8Array>
  }

  #take(): void {
    if (this.#taken) throw new Fault("BODY_TAKEN", {})
    this.#taken = true
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

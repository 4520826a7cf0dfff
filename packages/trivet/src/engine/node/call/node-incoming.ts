import type { IncomingMessage, ServerResponse } from "node:http"
import type { TLSSocket } from "node:tls"
import type { Incoming } from "../../../context/incoming.ts"
import { Fault } from "../../../fault/fault.ts"
import { plainAddress } from "../../plain-address.ts"
import type { Target } from "../../target.ts"
import { discardAfter } from "../connection/discard-body.ts"
import { lengthOf, readBytes } from "./read-bytes.ts"
import { readPieces } from "./read-pieces.ts"

/** A call that came in through `node:http`. Headers, signal and body cost nothing until they are asked for. */
export class NodeIncoming implements Incoming {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly hasBody: boolean
  readonly #request: IncomingMessage
  readonly #response: ServerResponse
  #signal: AbortSignal | undefined
  #taken: "bytes" | "stream" | "left" | undefined

  /** A target that could not be read stands in the path as it came. `hasBody`: the head announces a body. */
  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    target: Target | undefined,
    hasBody: boolean,
  ) {
    this.method = request.method!
    this.path = target === undefined ? request.url! : target.path
    this.query = target === undefined ? "" : target.query
    this.hasBody = hasBody
    this.#request = request
    this.#response = response
  }

  get address(): string {
    return plainAddress(this.#request.socket.remoteAddress ?? "")
  }
  get secure(): boolean {
    return (this.#request.socket as Partial<TLSSocket>).encrypted === true
  }
  get host(): string | undefined {
    return this.#request.headers.host
  }
  get signal(): AbortSignal {
    return (this.#signal ??= signalOf(this.#response))
  }

  header(name: string): string | undefined {
    const value: unknown = this.#request.headers[name]
    if (typeof value === "string" || value === undefined) return value
    return Array.isArray(value) ? value.join(", ") : joinLines(this.#request.rawHeaders, name)
  }
  headers(): Readonly<Record<string, string>> {
    const headers = Object.create(null) as Record<string, string>
    for (const name of Object.keys(this.#request.headers)) headers[name] = this.header(name)!
    const hidden = this.header("__proto__")
    if (hidden !== undefined) headers["__proto__"] = hidden
    return headers
  }

  bytes(limit: number): Promise<Uint8Array> {
    this.#take("bytes")
    // One that is too long is not asked for.
    if (this.expects && lengthOf(this.#request) <= limit) this.#response.writeContinue()
    return readBytes(this.#request, limit)
  }
  stream(): AsyncIterable<Uint8Array> {
    this.#take("stream")
    if (this.expects) this.#response.writeContinue()
    return readPieces(this.#request, () => {
      this.#taken = "left"
      // Before its head, whoever writes the reply asks whether there is an unread rest.
      if (this.#response.headersSent) discardAfter(this.#response)
    })
  }

  /** Whether the client waits for leave to send its body. */
  get expects(): boolean {
    return this.#request.headers.expect !== undefined && this.#request.httpVersionMinor > 0
  }

  /** Whether the client may still be sending a body, or the rest of one, that nobody is going to read. */
  get unread(): boolean {
    const request = this.#request
    return (
      this.hasBody && !request.complete && this.#taken !== "stream" && request.listenerCount("data") === 0
    )
  }

  /** Whether the rest of an unread body may be longer than this: it waits for leave, or is of a greater or unknown length. */
  hasMoreThan(bytes: number): boolean {
    return this.expects || Number(this.#request.headers["content-length"] ?? Infinity) > bytes
  }

  #take(as: "bytes" | "stream"): void {
    if (this.#taken !== undefined) throw new Fault("BODY_TAKEN", {})
    this.#taken = as
  }
}

/** All lines of a header. Node's map cannot hold every name, because it has a prototype. */
export function joinLines(rawHeaders: readonly string[], name: string): string | undefined {
  const lines = rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]!.toLowerCase() === name)
  return lines.length === 0 ? undefined : lines.join(", ")
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

import type { IncomingMessage, ServerResponse } from "node:http"
import type { TLSSocket } from "node:tls"
import type { Incoming } from "../../../context/incoming.ts"
import { Fault } from "../../../fault/fault.ts"
import { plainAddress } from "../../plain-address.ts"
import type { Target } from "../../target.ts"
import { discardAfter } from "../connection/discard-body.ts"
import { headerOf } from "./header-of.ts"
import { lengthOf, readBytes } from "./read-bytes.ts"

/** A request received through `node:http`. Headers, signal and body cost nothing until they are used. */
export class NodeIncoming implements Incoming {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly hasBody: boolean
  readonly #request: IncomingMessage
  readonly #response: ServerResponse
  #signal: AbortSignal | undefined
  #taken: "bytes" | "stream" | "left" | undefined

  /** `path` is the raw target if it could not be parsed. `hasBody`: the head announces a body. */
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
    return headerOf(this.#request, "host")
  }
  get signal(): AbortSignal {
    return (this.#signal ??= signalOf(this.#response))
  }

  header(name: string): string | undefined {
    return headerOf(this.#request, name)
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
    // A body that is too large is not requested.
    if (this.expects && lengthOf(this.#request) <= limit) this.#response.writeContinue()
    return readBytes(this.#request, limit)
  }
  stream(): AsyncIterable<Uint8Array> {
    this.#take("stream")
    if (this.expects) this.#response.writeContinue()
    return readPieces(this.#request, () => {
      this.#taken = "left"
      // Before the head is sent, the writer of the reply checks `unread` itself.
      if (this.#response.headersSent) discardAfter(this.#response)
    })
  }

  /** Whether the client sent `Expect: 100-continue`. */
  get expects(): boolean {
    return this.#request.httpVersionMinor > 0 && headerOf(this.#request, "expect") !== undefined
  }

  /** Whether the client may still be sending a body, or the rest of one, that will not be read. */
  get unread(): boolean {
    const request = this.#request
    return (
      this.hasBody && !request.complete && this.#taken !== "stream" && request.listenerCount("data") === 0
    )
  }

  /**
   * Whether the rest of an unread body may be longer than this: the client waits for 100 Continue, or the length is
   * greater or unknown.
   */
  hasMoreThan(bytes: number): boolean {
    return this.expects || Number(headerOf(this.#request, "content-length") ?? Infinity) > bytes
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

/**
 * The pieces of a body. A consumer that stops early does not destroy the connection, because the reply is still to be
 * sent on it. `left` is called when reading ends.
 */
async function* readPieces(request: IncomingMessage, left: () => void): AsyncGenerator<Uint8Array> {
  try {
    yield* request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>
  } catch (cause) {
    throw new Fault("BODY_INCOMPLETE", {}, { cause })
  } finally {
    left()
  }
}

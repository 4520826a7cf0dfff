import type { Incoming } from "../../context/incoming.ts"
import { Fault } from "../../fault/fault.ts"
import type { Target } from "../target.ts"
import { addressOf, type RuntimeInfo } from "./address-of.ts"

/** A call received as a Web `Request`. */
export class FetchIncoming implements Incoming {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly #request: Request
  readonly #info: RuntimeInfo | undefined
  #controller: AbortController | undefined
  #abort: (() => void) | undefined
  #taken = false

  constructor(request: Request, target: Target, info: RuntimeInfo | undefined) {
    this.method = request.method
    this.path = target.path
    this.query = target.query
    this.#request = request
    this.#info = info
  }

  get address(): string {
    return this.#info === undefined ? "" : addressOf(this.#request, this.#info)
  }
  get secure(): boolean {
    return this.#request.url.startsWith("https:")
  }
  get host(): string | undefined {
    return this.header("host") ?? URL.parse(this.#request.url)?.host
  }
  get hasBody(): boolean {
    return this.#request.body !== null
  }
  get wantsSocket(): boolean {
    // In this order: Bun, Deno, workerd.
    const opens = this.#info?.upgrade !== undefined || "Deno" in globalThis || "WebSocketPair" in globalThis
    return opens && this.header("upgrade")?.toLowerCase() === "websocket"
  }
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      const controller = new AbortController()
      const { signal } = this.#request
      this.#controller = controller
      this.#abort = () => controller.abort()
      if (signal.aborted) controller.abort()
      else signal.addEventListener("abort", this.#abort)
    }
    return this.#controller.signal
  }
  /**
   * Called when the reply is complete or the client has stopped reading. Deno then aborts its own signal in any case,
   * which a handler would take for a disconnected client.
   */
  over(aborted: boolean): void {
    if (this.#abort === undefined) return
    this.#request.signal.removeEventListener("abort", this.#abort)
    if (aborted) this.#abort()
  }

  header(name: string): string | undefined {
    return this.#request.headers.get(name) ?? undefined
  }
  headers(): Readonly<Record<string, string>> {
    const headers = Object.create(null) as Record<string, string>
    for (const [name, value] of this.#request.headers) headers[name] = value
    return headers
  }

  async bytes(limit: number): Promise<Uint8Array> {
    this.#take()
    const declared = this.#request.headers.get("content-length")
    if (declared !== null && Number(declared) > limit) throw new Fault("BODY_TOO_LARGE", { limit })
    this.#checkUnread()
    try {
      return declared === null ? await readWithin(this.#request, limit) : await readWhole(this.#request)
    } catch (error) {
      throw error instanceof Fault ? error : new Fault("BODY_INCOMPLETE", {}, { cause: error })
    }
  }
  stream(): AsyncIterable<Uint8Array> {
    this.#take()
    this.#checkUnread()
    return readPieces(this.#request)
  }

  #take(): void {
    if (this.#taken) throw new Fault("BODY_TAKEN", {})
    this.#taken = true
  }

  // Checked only before reading: Deno takes access to `bodyUsed` as a read, and keeps a connection open that it would
  // close.
  #checkUnread(): void {
    if (this.#request.bodyUsed) throw new Fault("BODY_ALREADY_READ", {})
  }
}

async function* readPieces(request: Request): AsyncGenerator<Uint8Array> {
  try {
    yield* (request.body ?? empty()) as AsyncIterable<Uint8Array>
  } catch (cause) {
    throw new Fault("BODY_INCOMPLETE", {}, { cause })
  }
}

/**
 * A buffer and a view of it take longer on Bun, but only the runtime's own `Request` surely has `bytes()`: that of
 * @hono/node-server inherits it, and throws.
 */
async function readWhole(request: Request): Promise<Uint8Array> {
  const isOwn = Object.getPrototypeOf(request) === Request.prototype && "bytes" in request
  return isOwn ? request.bytes() : new Uint8Array(await request.arrayBuffer())
}

async function readWithin(request: Request, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of (request.body ?? empty()) as AsyncIterable<Uint8Array>) {
    length += chunk.length
    if (length > limit) throw new Fault("BODY_TOO_LARGE", { limit })
    chunks.push(chunk)
  }
  return join(chunks, length)
}

function join(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}

async function* empty(): AsyncGenerator<Uint8Array> {}

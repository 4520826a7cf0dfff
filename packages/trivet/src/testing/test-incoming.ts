import type { Incoming } from "../context/incoming.ts"
import { parseTarget } from "../engine/target.ts"
import { Fault } from "../fault/fault.ts"

/** The request of a test. */
export interface TestRequest {
  /** The query; a list becomes a repeated parameter. Default: the query in the path. */
  readonly query?:
    | Readonly<Record<string, string | number | boolean | readonly (string | number | boolean)[] | undefined>>
    | string
  /** The headers. Default: none, except `Content-Type` if `json` is given. */
  readonly headers?: Readonly<Record<string, string>>
  /** A value that is sent as JSON. */
  readonly json?: unknown
  /** A body that is sent unchanged; it has precedence over `json`. Default: empty. */
  readonly body?: string | Uint8Array
  /** The client's address. Default: `127.0.0.1`. */
  readonly address?: string
  /** Whether the client uses HTTPS. Default: false. */
  readonly secure?: boolean
  /** Abort it to disconnect the client. Default: never aborted. */
  readonly signal?: AbortSignal
}

/** A call of a test, without a socket. */
export class TestIncoming implements Incoming {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly address: string
  readonly secure: boolean
  readonly signal: AbortSignal
  readonly #headers: Record<string, string> = Object.create(null) as Record<string, string>
  readonly #body: Uint8Array
  #taken = false

  constructor(method: string, target: string, request: TestRequest) {
    const { path, query } = parseTarget(target) ?? { path: target, query: "" }
    this.method = method
    this.path = path
    this.query = queryTextOf(request.query) ?? query
    this.address = request.address ?? "127.0.0.1"
    this.secure = request.secure ?? false
    this.signal = request.signal ?? new AbortController().signal
    this.#body = bodyBytesOf(request)
    for (const [name, value] of Object.entries(request.headers ?? {}))
      this.#headers[name.toLowerCase()] = value
    if (request.json !== undefined) this.#headers["content-type"] ??= "application/json"
  }

  get host(): string {
    return this.#headers["host"] ?? "localhost"
  }
  get hasBody(): boolean {
    return this.#body.length > 0
  }
  header(name: string): string | undefined {
    return this.#headers[name]
  }
  headers(): Readonly<Record<string, string>> {
    return this.#headers
  }
  async bytes(limit: number): Promise<Uint8Array> {
    this.#take()
    if (this.#body.length > limit) throw new Fault("BODY_TOO_LARGE", { limit })
    return this.#body
  }
  async *stream(): AsyncGenerator<Uint8Array> {
    this.#take()
    yield this.#body
  }

  #take(): void {
    if (this.#taken) throw new Fault("BODY_TAKEN", {})
    this.#taken = true
  }
}

function queryTextOf(query: TestRequest["query"]): string | undefined {
  if (query === undefined || typeof query === "string") return query
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value ?? []]).flat().map((one) => [name, String(one)]),
  )
  return new URLSearchParams(pairs).toString()
}

function bodyBytesOf({ json, body }: TestRequest): Uint8Array {
  if (body instanceof Uint8Array) return body
  return new TextEncoder().encode(body ?? (json === undefined ? "" : JSON.stringify(json)))
}

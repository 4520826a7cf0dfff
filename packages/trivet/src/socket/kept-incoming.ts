import type { Incoming } from "../context/incoming.ts"

/** Headers that only concern the handshake, including `Sec-WebSocket-Extensions`, `-Key` and `-Version`. */
const ofHandshake = /^(connection|upgrade|sec-websocket-[ekv].*)$/

/**
 * The head of the request that opened a socket, kept while it is open. The request itself needs much more memory, and
 * on Deno it cannot be read any more.
 */
export class KeptIncoming implements Incoming {
  readonly path: string
  readonly query: string
  readonly address: string
  readonly secure: boolean
  readonly host: string | undefined
  /** Names and values alternately, which is smaller than a map. */
  readonly #headers: readonly string[]

  constructor(incoming: Incoming) {
    this.path = incoming.path
    this.query = incoming.query
    this.address = incoming.address
    this.secure = incoming.secure
    this.host = incoming.host
    const kept = Object.entries(incoming.headers()).filter(([name]) => !ofHandshake.test(name))
    this.#headers = kept.flat().slice()
  }

  get method(): string {
    return "GET"
  }
  get hasBody(): boolean {
    return false
  }

  // `SocketCall` has its own signal.
  get signal(): AbortSignal {
    return new AbortController().signal
  }
  header(name: string): string | undefined {
    return this.headers()[name]
  }
  headers(): Readonly<Record<string, string>> {
    const headers = Object.create(null) as Record<string, string>
    for (let at = 0; at < this.#headers.length; at += 2) headers[this.#headers[at]!] = this.#headers[at + 1]!
    return headers
  }
  bytes(): Promise<Uint8Array> {
    return Promise.resolve(new Uint8Array())
  }
  async *stream(): AsyncGenerator<Uint8Array> {
    // A request that opens a socket has no body.
  }
}

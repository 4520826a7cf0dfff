import type { Incoming } from "../../context/incoming.ts"
import { Fault } from "../../fault/fault.ts"

/** What the terminal is like, for the platform: it travels as headers, because a call has nothing else. */
export interface TerminalFacts {
  readonly json: boolean
  readonly columns: number | undefined
  readonly colours: boolean
  readonly debug: boolean
}

/** A command as a call. The body is standard input. */
export class ArgvIncoming implements Incoming {
  readonly method = ""
  readonly path: string
  readonly query: string
  readonly address = ""
  readonly secure = false
  readonly signal: AbortSignal
  readonly #headers: Record<string, string> = Object.create(null) as Record<string, string>
  /** Opened when it is read: a command that reads nothing must not wait for its standard input to end. */
  readonly #input: () => AsyncIterable<Uint8Array>

  constructor(
    path: string,
    query: string,
    facts: TerminalFacts,
    signal: AbortSignal,
    input: () => AsyncIterable<Uint8Array>,
  ) {
    this.path = path
    this.query = query
    this.signal = signal
    this.#input = input
    if (facts.json) this.#headers["accept"] = "application/json"
    if (facts.columns !== undefined) this.#headers["x-columns"] = String(facts.columns)
    if (facts.colours) this.#headers["x-colours"] = "yes"
    if (facts.debug) this.#headers["x-debug"] = "yes"
  }

  header(name: string): string | undefined {
    return this.#headers[name]
  }
  headers(): Readonly<Record<string, string>> {
    return this.#headers
  }
  async bytes(limit: number): Promise<Uint8Array> {
    const chunks: Uint8Array[] = []
    let length = 0
    for await (const chunk of this.#input()) {
      length += chunk.length
      if (length > limit) throw new Fault("BODY_TOO_LARGE", { limit })
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  }
  stream(): AsyncIterable<Uint8Array> {
    return this.#input()
  }
}

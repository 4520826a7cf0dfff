import type { Incoming, TerminalFacts } from "../../context/incoming.ts"
import { Fault } from "../../fault/fault.ts"

const none: Readonly<Record<string, string>> = Object.freeze(Object.create(null) as Record<string, string>)

/** A command as a call. The body is standard input; there are no headers. */
export class ArgvIncoming implements Incoming {
  readonly method = ""
  readonly path: string
  readonly query: string
  readonly address = ""
  readonly secure = false
  readonly signal: AbortSignal
  readonly terminal: TerminalFacts
  /** Opened on first read: a command that reads nothing must not wait for its standard input to end. */
  readonly #input: () => AsyncIterable<Uint8Array>

  constructor(
    path: string,
    query: string,
    terminal: TerminalFacts,
    signal: AbortSignal,
    input: () => AsyncIterable<Uint8Array>,
  ) {
    this.path = path
    this.query = query
    this.signal = signal
    this.#input = input
    this.terminal = terminal
  }

  header(): undefined {
    return undefined
  }
  headers(): Readonly<Record<string, string>> {
    return none
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

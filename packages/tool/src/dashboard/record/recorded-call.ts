import type { ShownError, ShownLine, ShownOperation } from "../shown-call.ts"

/** The maximum number of bytes of a body that are kept. */
export const keptBytes = 64 * 1024

/** The first bytes of a body. */
export class KeptBody {
  readonly #pieces: Uint8Array[] = []
  #kept = 0
  /** The total number of bytes. */
  bytes = 0

  add(piece: string | Uint8Array): void {
    const bytes = typeof piece === "string" ? new TextEncoder().encode(piece) : piece
    this.bytes += bytes.length
    if (this.#kept >= keptBytes) return
    // A copy, because some bodies reuse the memory of their pieces.
    const part = bytes.slice(0, keptBytes - this.#kept)
    this.#kept += part.length
    this.#pieces.push(part)
  }

  /** Whether the whole body was kept. */
  get isWhole(): boolean {
    return this.#kept === this.bytes
  }

  /** The kept bytes as text; `undefined` if they are not UTF-8. */
  text(): string | undefined {
    try {
      return new TextDecoder("utf-8", { fatal: this.isWhole }).decode(Buffer.concat(this.#pieces))
    } catch {
      return undefined
    }
  }
}

/** A call with all its secrets. It never leaves the application's process. */
export interface RecordedCall {
  readonly id: string
  /** The kind of the call: `request`, or `job`. */
  readonly kind: string
  /** The method of a request; for a call of another kind, the kind. */
  readonly method: string
  readonly path: string
  readonly query: string
  readonly pattern: string | undefined
  readonly began: number
  /** The monotonic time at which it began. */
  readonly start: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: KeptBody
  readonly operations: Operation[]
  readonly logs: Line[]
  ms: number | undefined
  answered: number | undefined
  status: number | undefined
  /** Names and values alternately. */
  replyHeaders: readonly string[]
  replyBody: KeptBody
  error: ShownError | undefined
}

type Operation = { -readonly [Name in keyof ShownOperation]: ShownOperation[Name] }
type Line = ShownLine

/** A header of a reply; all lines of `set-cookie`. */
export function replyHeader(call: RecordedCall, name: string): readonly string[] {
  return call.replyHeaders.filter((_, at) => at % 2 === 1 && call.replyHeaders[at - 1] === name)
}

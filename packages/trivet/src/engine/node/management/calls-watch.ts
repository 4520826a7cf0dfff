import type { Operations } from "../../../app/metrics/operations.ts"
import { shortStack } from "../../../fault/place/short-stack.ts"

/** A request that waits for its reply, as Node has it. */
export interface InFlight {
  readonly method?: string | undefined
  readonly url?: string | undefined
}

/** What `GET /calls` shows. */
export interface CallsReport {
  /** The requests that wait for their reply, the oldest first, with whole seconds since they were first seen. */
  readonly calls: readonly { readonly method: string; readonly path: string; readonly seconds: number }[]
  /** What began while the report was made and had not ended at its end, with its place in the source. */
  readonly waiting: readonly {
    readonly kind: string
    readonly text: string
    readonly milliseconds: number
    readonly stack: readonly string[]
  }[]
}

/** How often it looks at the requests, in milliseconds: nothing is noted when a request arrives. */
const interval = 1_000
const most = 100

/** Knows how long requests have been in flight, and what calls wait for. */
export class CallsWatch {
  #seen = new Map<InFlight, number>()
  readonly #inFlight: () => Iterable<InFlight>
  readonly #operations: Operations
  readonly #timer: ReturnType<typeof setInterval>

  constructor(inFlight: () => Iterable<InFlight>, operations: Operations) {
    this.#inFlight = inFlight
    this.#operations = operations
    this.#timer = setInterval(() => this.#look(), interval).unref()
  }

  /** Watches for these seconds, 0 for none, and reports. */
  async report(seconds: number): Promise<CallsReport> {
    const waiting = seconds === 0 ? [] : await this.#watch(seconds * 1_000)
    this.#look()
    const now = performance.now()
    const calls = [...this.#seen]
      .toSorted(([, one], [, other]) => one - other)
      .slice(0, most)
      .map(([{ method = "", url = "" }, since]) => ({
        method,
        // A query may contain secrets.
        path: url.replace(/[?#].*/s, ""),
        seconds: Math.floor((now - since) / 1_000),
      }))
    return { calls, waiting }
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #look(): void {
    const now = performance.now()
    const before = this.#seen
    this.#seen = new Map()
    for (const call of this.#inFlight()) this.#seen.set(call, before.get(call) ?? now)
  }

  async #watch(milliseconds: number): Promise<CallsReport["waiting"]> {
    const open = new Map<object, { kind: string; text: string; began: number; stack: Error }>()
    const forget = this.#operations.watch(({ kind, text }) => {
      const key = {}
      open.set(key, { kind, text, began: performance.now(), stack: deepError() })
      return () => void open.delete(key)
    })
    await new Promise((go) => setTimeout(go, milliseconds))
    forget()
    const now = performance.now()
    return [...open.values()].slice(0, most).map(({ kind, text, began, stack }) => ({
      kind,
      text,
      milliseconds: Math.round(now - began),
      stack: shortStack(stack).split("\n").slice(1),
    }))
  }
}

/** The place in the application is below many calls of packages. */
function deepError(): Error {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 60
  const error = new Error()
  Error.stackTraceLimit = stackTraceLimit
  return error
}

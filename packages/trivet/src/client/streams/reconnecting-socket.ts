import { ClientError } from "../client-error.ts"
import { pause } from "../deadline.ts"

/** Maximum number of consecutive failed attempts. */
const mostFailures = 10
/** Maximum number of messages that wait for a connection. */
const mostWaiting = 100
/** A connection that was open for this many milliseconds counts as successful, even without a message. */
const lasting = 10_000
const firstWait = 500
const longestWait = 10_000
/**
 * Close codes after which to reconnect: the server stops, or the connection was lost. Servers on Deno cannot send the
 * first three and send 4001, 4012 and 4013 instead.
 */
const passing: ReadonlySet<number> = new Set([1001, 1012, 1013, 4001, 4012, 4013, 1005, 1006])

interface Taker {
  give(step: Step): void
  fail(error: unknown): void
}

type Step = IteratorResult<unknown, undefined>

/** A connection to a socket that is opened again when it is lost. */
export class ReconnectingSocket implements AsyncIterableIterator<unknown, undefined> {
  readonly #title: string
  readonly #targetOf: (last: string) => string
  readonly #signal: AbortSignal | undefined
  readonly #events: unknown[] = []
  readonly #waiting: string[] = []
  #socket: WebSocket | undefined
  #last = ""
  #failures = 0
  #isOver = false
  #error: ClientError | undefined
  #taker: Taker | undefined

  constructor(title: string, targetOf: (last: string) => string, signal: AbortSignal | undefined) {
    this.#title = title
    this.#targetOf = targetOf
    this.#signal = signal
    signal?.addEventListener("abort", () => this.close())
    if (signal?.aborted === true) this.#isOver = true
    else this.#open()
  }

  send(message: unknown): void {
    const text = JSON.stringify(message)
    if (this.#isOver) throw new ClientError("REQUEST", this.#title, `${this.#title} is closed`)
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(text)
    else if (this.#waiting.length < mostWaiting) this.#waiting.push(text)
    else
      throw new ClientError(
        "REQUEST",
        this.#title,
        `${this.#title} is not open, and ${mostWaiting} messages wait`,
      )
  }
  close(): void {
    this.#end(undefined)
    this.#socket?.close()
  }

  [Symbol.asyncIterator](): this {
    return this
  }
  next(): Promise<Step> {
    if (this.#events.length > 0) return Promise.resolve({ done: false, value: this.#events.shift() })
    if (this.#error !== undefined) return Promise.reject(this.#error)
    if (this.#isOver) return Promise.resolve({ done: true, value: undefined })
    return new Promise((give, fail) => (this.#taker = { give, fail }))
  }
  return(): Promise<Step> {
    this.close()
    return Promise.resolve({ done: true, value: undefined })
  }

  #open(): void {
    const socket = new WebSocket(this.#targetOf(this.#last))
    let opened = Infinity
    this.#socket = socket
    socket.addEventListener("open", () => {
      opened = performance.now()
      for (const text of this.#waiting.splice(0)) socket.send(text)
    })
    socket.addEventListener("message", ({ data }) => this.#take(data))
    socket.addEventListener("close", ({ code, reason }) => {
      if (performance.now() - opened > lasting) this.#failures = 0
      void this.#lost(code, reason)
    })
    // `close` follows, with more information.
    socket.addEventListener("error", () => undefined)
  }

  #take(data: unknown): void {
    if (this.#isOver || typeof data !== "string") return
    this.#failures = 0
    const value = JSON.parse(data) as unknown
    const { id } = Object(value) as { readonly id?: unknown }
    if (typeof id === "string") this.#last = id
    if (this.#taker === undefined) this.#events.push(value)
    else this.#takeTaker().give({ done: false, value })
  }

  async #lost(code: number, reason: string): Promise<void> {
    if (this.#isOver) return
    if (code === 1000) return this.#end(undefined)
    if (!passing.has(code) || ++this.#failures > mostFailures) {
      const why = reason === "" ? "" : `: ${reason}`
      const message = `${this.#title} was closed with ${code}${why}`
      return this.#end(new ClientError("NETWORK", this.#title, message))
    }
    // Randomized, so that the clients of a restarted server do not all return at once.
    const longest = Math.min(longestWait, firstWait * 2 ** this.#failures)
    await pause(longest * (0.25 + Math.random() * 0.75), this.#signal)
    if (!this.#isOver) this.#open()
  }

  #end(error: ClientError | undefined): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#error = error
    if (this.#taker === undefined) return
    const { give, fail } = this.#takeTaker()
    if (error === undefined) give({ done: true, value: undefined })
    else fail(error)
  }

  #takeTaker(): Taker {
    const taker = this.#taker!
    this.#taker = undefined
    return taker
  }
}

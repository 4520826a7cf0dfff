import { issuesText } from "../app/issues-text.ts"
import { parseJson } from "../context/parse-json.ts"
import type { SchemaResult } from "../schema/standard-schema.ts"
import { MessageQueue } from "./message-queue.ts"
import { MessageRate } from "./message-rate.ts"
import type { SocketRoute } from "./socket-route.ts"

/** So many messages may wait for the handler before no more are read. */
const mostWaiting = 16
/** Where reading cannot be stopped, so many may wait; more close the connection. */
const mostUnstopped = 1_000

const encoder = new TextEncoder()

/** The connection that messages come from. */
export interface InboxOwner {
  readonly route: SocketRoute
  /** Closes it because of what the client has sent. */
  close(code: number, reason: string): void
  /** Closes it because of an error of the application. */
  fail(error: unknown): void
  pause(): void
  resume(): void
}

/** What a client sends: limited, validated, and kept until the handler takes it. */
export class Inbox {
  /** For the handler. */
  readonly messages: MessageQueue = new MessageQueue(this)
  readonly #owner: InboxOwner
  #rate: MessageRate | undefined
  #isPaused = false
  /** Settles when the last message is validated; only for schemas that take their time. */
  #checked: Promise<void> | undefined
  #unchecked = 0

  constructor(owner: InboxOwner) {
    this.#owner = owner
  }

  /** Adds what has come; `undefined` is a message that is no text. `now` is a time of the monotonic clock. */
  add(given: string | Uint8Array | undefined, now: number): void {
    const owner = this.#owner
    const { messageBytes } = owner.route.limits
    if (!this.count(now)) return
    if (given === undefined) return owner.close(1003, "messages are JSON texts")
    const bytes = typeof given === "string" ? encoder.encode(given) : given
    if (bytes.length > messageBytes) return owner.close(1009, "the message is too large")
    let value: unknown
    try {
      value = parseJson(bytes)
    } catch {
      return owner.close(1007, "the message is no valid JSON")
    }
    try {
      this.#validate(value)
    } catch (error) {
      owner.fail(error)
    }
  }

  /** Counts a message, ping or pong. Closes the connection, and gives false, if it is one too many. */
  count(now: number): boolean {
    this.#rate ??= new MessageRate(this.#owner.route.limits.messagesPerSecond, now)
    if (this.#rate.take(now)) return true
    this.#owner.close(1008, "too many messages")
    return false
  }

  /** A message was taken that had to wait. */
  readOn(): void {
    if (!this.#isPaused || this.#checked !== undefined || this.messages.size >= mostWaiting) return
    this.#isPaused = false
    this.#owner.resume()
  }

  #validate(value: unknown): void {
    const { accepts } = this.#owner.route
    if (accepts === undefined) return this.#keep(value)
    const result = accepts["~standard"].validate(value)
    if (!(result instanceof Promise) && this.#checked === undefined) return this.#take(result)
    // One after the other, in the order in which they came, and no more are read meanwhile.
    this.#pause()
    this.#checked = this.#takeAfter(this.#checked, result)
  }

  async #takeAfter(
    before: Promise<void> | undefined,
    result: SchemaResult<unknown> | Promise<SchemaResult<unknown>>,
  ): Promise<void> {
    this.#unchecked++
    try {
      const later = await result
      await before
      this.#take(later)
    } catch (error) {
      this.#owner.fail(error)
    }
    if (--this.#unchecked > 0) return
    this.#checked = undefined
    this.readOn()
  }

  #take(result: SchemaResult<unknown>): void {
    if (result.issues === undefined) this.#keep(result.value)
    else this.#owner.close(1007, `invalid message: ${issuesText(result.issues)}`)
  }

  #keep(message: unknown): void {
    this.messages.add(message)
    if (this.messages.size >= mostWaiting) this.#pause()
    if (this.messages.size >= mostUnstopped) this.#owner.close(1008, "too many messages")
  }

  #pause(): void {
    this.#isPaused = true
    this.#owner.pause()
  }
}

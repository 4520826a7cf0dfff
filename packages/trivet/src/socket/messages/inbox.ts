import { issuesText } from "../../app/routes/issues-text.ts"
import { parseJson } from "../../context/body/parse-json.ts"
import type { SchemaResult } from "../../schema/standard-schema.ts"
import { MessageQueue } from "./message-queue.ts"
import { MessageRate } from "./message-rate.ts"
import type { SocketRoute } from "../socket-route.ts"

/** Reading pauses when this many messages wait for the handler. */
const mostWaiting = 16
/** If reading cannot be paused, the connection is closed when this many messages wait. */
const mostUnstopped = 1_000

const encoder = /* @__PURE__ */ new TextEncoder()

/** The connection that messages come from. */
export interface InboxOwner {
  readonly route: SocketRoute
  /** Closes it because the client sent something invalid. */
  close(code: number, reason: string): void
  /** Closes it because of an error of the application. */
  fail(error: unknown): void
  pause(): void
  resume(): void
}

/** The messages of a client: limited, validated, and queued until the handler takes them. */
export class Inbox {
  /** The messages that the handler reads. */
  readonly messages: MessageQueue = new MessageQueue(this)
  readonly #owner: InboxOwner
  #rate: MessageRate | undefined
  #isPaused = false
  /** Settles when the last message is validated. Only for schemas that validate asynchronously. */
  #checked: Promise<void> | undefined
  #unchecked = 0

  constructor(owner: InboxOwner) {
    this.#owner = owner
  }

  /** Adds a received message; `undefined` is one that is not text. `now` is a time of the monotonic clock. */
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

  /** Counts a message, ping or pong. If the rate is exceeded, it closes the connection and returns false. */
  count(now: number): boolean {
    this.#rate ??= new MessageRate(this.#owner.route.limits.messagesPerSecond, now)
    if (this.#rate.take(now)) return true
    this.#owner.close(1008, "too many messages")
    return false
  }

  /** Called when the handler has taken a queued message. */
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
    // Sequentially, in the order of arrival, and reading pauses meanwhile.
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

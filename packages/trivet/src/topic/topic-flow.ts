import type { SharedMessage } from "./shared-message.ts"
import type { CarriedMessage } from "./topic-message.ts"
import type { MessageSink, TopicReader } from "./topic-reader.ts"

/** Receives messages. */
export interface MessageTarget {
  /** Accepts a message, or returns false if it cannot yet. It then calls `resume()` of the flow when it can. */
  offer(message: SharedMessage, flow: { resume(): void }): boolean
  /** The messages have ended because of an error. */
  fail(error: unknown): void
}

/**
 * Passes the messages of a reader to a target as they arrive. An iteration would cost each reader a few promises per
 * message.
 */
export class TopicFlow implements MessageSink {
  readonly #reader: TopicReader
  readonly #target: MessageTarget
  readonly #done: () => void
  /** The first waiting message, if its schema validates asynchronously. */
  #first: SharedMessage | undefined
  #isChecking = false

  /** Calls `done` after the last message. */
  constructor(reader: TopicReader, target: MessageTarget, done: () => void) {
    this.#reader = reader
    this.#target = target
    this.#done = done
    reader.flowTo(this)
  }

  take(message: CarriedMessage): boolean {
    if (this.#isChecking) return false
    try {
      const read = this.#first ?? this.#reader.read(message)
      if (read instanceof Promise) {
        void this.#check(read)
        return false
      }
      const isTaken = this.#target.offer(read, this)
      this.#first = isTaken ? undefined : this.#first
      return isTaken
    } catch (error) {
      this.#stop(error)
      return true
    }
  }
  end(failure: { readonly error: unknown } | undefined): void {
    if (failure !== undefined) this.#target.fail(failure.error)
    this.#done()
  }
  resume(): void {
    this.#reader.handOver()
  }

  async #check(read: Promise<SharedMessage>): Promise<void> {
    this.#isChecking = true
    try {
      this.#first = await read
      this.#isChecking = false
      this.resume()
    } catch (error) {
      this.#stop(error)
    }
  }

  #stop(error: unknown): void {
    this.#target.fail(error)
    this.#reader.end()
  }
}

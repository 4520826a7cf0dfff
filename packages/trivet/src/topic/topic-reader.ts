import { Fault } from "../fault/fault.ts"
import type { StandardSchema } from "../schema/standard-schema.ts"
import type { SharedMessage } from "./shared-message.ts"
import type { SharedMessages } from "./shared-messages.ts"
import type { CarriedMessage } from "./topic-message.ts"

/** Takes messages as they come. */
export interface MessageSink {
  /** Takes a message; false if it is to be given again. */
  take(message: CarriedMessage): boolean
  /** No more messages come. */
  end(failure: { readonly error: unknown } | undefined): void
}

type Step = IteratorResult<CarriedMessage, undefined>

/**
 * What a carrier gives messages to, and a subscription takes them from. It keeps as many as its limit. A reader that is
 * slower than that ends with a fault: no message is dropped in the middle, and no memory grows.
 */
export class TopicReader implements AsyncIterator<CarriedMessage, undefined> {
  /** The name of the topic. */
  readonly topic: string
  readonly #schema: StandardSchema | undefined
  readonly #shared: SharedMessages
  #messages: CarriedMessage[] | undefined
  /** Mostly there is one. */
  #closed: ((reader: TopicReader) => void) | undefined
  #othersClosed: ((reader: TopicReader) => void)[] | undefined
  #waiting: { give(step: Step): void; fail(error: unknown): void } | undefined
  #failure: { readonly error: unknown } | undefined
  #isClosed = false
  #sink: MessageSink | undefined

  /** @internal */
  constructor(topic: string, schema: StandardSchema | undefined, shared: SharedMessages) {
    this.topic = topic
    this.#schema = schema
    this.#shared = shared
  }

  /** Whether it takes no more messages. */
  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Adds a message. */
  push(message: CarriedMessage): void {
    if (this.#isClosed) return
    const behind = this.#messages?.length ?? 0
    if (this.#sink !== undefined && behind === 0 && this.#sink.take(message)) return
    const { limit } = this.#shared
    if (this.#waiting !== undefined) this.#take().give({ done: false, value: message })
    else if (behind < limit) (this.#messages ??= []).push(message)
    else {
      // A sink that does not take what waits would not hear of the end behind it.
      if (this.#sink !== undefined) this.#messages = undefined
      this.fail(new Fault("TOPIC_READER_SLOW", { topic: this.topic, limit }))
    }
  }

  /** Ends it with an error, after the messages that it has. */
  fail(error: unknown): void {
    if (this.#isClosed) return
    this.#failure = { error }
    this.close()
  }

  /** Calls a function when it takes no more messages; at once if it is so already. */
  onClose(listener: (reader: TopicReader) => void): void {
    if (this.#isClosed) listener(this)
    else if (this.#closed === undefined) this.#closed = listener
    else (this.#othersClosed ??= []).push(listener)
  }

  /** Ends it. Messages that it has can still be read. */
  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#closed?.(this)
    for (const listener of this.#othersClosed ?? []) listener(this)
    this.handOver()
    if (this.#waiting === undefined) return
    const { give, fail } = this.#take()
    if (this.#failure === undefined) give({ done: true, value: undefined })
    else fail(this.#failure.error)
  }

  /** Gives the messages to a sink, instead of `next()`. */
  flowTo(sink: MessageSink): void {
    this.#sink = sink
    this.handOver()
  }

  /** Gives the sink what waits for it, as far as it takes it, and the end after the last message. */
  handOver(): void {
    const sink = this.#sink
    if (sink === undefined) return
    while (this.#messages?.[0] !== undefined) {
      if (!sink.take(this.#messages[0])) return
      this.#messages?.shift()
    }
    // Taking a message may have ended it.
    if (!this.#isClosed || this.#sink !== sink) return
    this.#sink = undefined
    sink.end(this.#failure)
  }

  next(): Promise<IteratorResult<CarriedMessage, undefined>> {
    const value = this.#messages?.shift()
    if (value !== undefined) return Promise.resolve({ done: false, value })
    if (this.#failure !== undefined) return Promise.reject(this.#failure.error)
    if (this.#isClosed) return Promise.resolve({ done: true, value: undefined })
    return new Promise((give, fail) => {
      this.#waiting = { give, fail }
    })
  }

  /** Ends it, without the messages that it has. */
  end(): void {
    this.#messages = undefined
    this.#failure = undefined
    this.close()
  }

  /**
   * A message as its subscription gives it; a promise only if the schema gives one.
   *
   * @internal
   */
  read(message: CarriedMessage): SharedMessage | Promise<SharedMessage> {
    return this.#shared.read(this.topic, message, this.#schema)
  }

  return(): Promise<IteratorResult<CarriedMessage, undefined>> {
    this.end()
    return Promise.resolve({ done: true, value: undefined })
  }

  #take(): { give(step: Step): void; fail(error: unknown): void } {
    const waiting = this.#waiting!
    this.#waiting = undefined
    return waiting
  }
}

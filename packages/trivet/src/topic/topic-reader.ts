import { Fault } from "../fault/fault.ts"
import type { StandardSchema } from "../schema/standard-schema.ts"
import type { SharedMessage } from "./shared-message.ts"
import type { SharedMessages } from "./shared-messages.ts"
import type { CarriedMessage, Subscriber } from "./topic-message.ts"

/** Receives messages as they arrive. */
export interface MessageSink {
  /** Accepts a message, or returns false if it must be offered again. */
  take(message: CarriedMessage): boolean
  /** Called after the last message. */
  end(failure: { readonly error: unknown } | undefined): void
}

type Step = IteratorResult<CarriedMessage, undefined>

/**
 * The queue between a carrier and a subscription. It holds as many messages as its limit. A reader that is slower ends
 * with a fault: no message is dropped in the middle, and memory does not grow.
 */
export class TopicReader implements AsyncIterator<CarriedMessage, undefined> {
  /** The name of the topic. */
  readonly topic: string
  readonly #schema: StandardSchema | undefined
  readonly #shared: SharedMessages
  #messages: CarriedMessage[] | undefined
  /** The first listener. Usually there is only one. */
  #closed: ((reader: TopicReader) => void) | undefined
  #othersClosed: ((reader: TopicReader) => void)[] | undefined
  #waiting: { give(step: Step): void; fail(error: unknown): void } | undefined
  #failure: { readonly error: unknown } | undefined
  #isClosed = false
  /** The call that it ends with. */
  #call: Subscriber | undefined
  #sink: MessageSink | undefined

  /** @internal */
  constructor(topic: string, schema: StandardSchema | undefined, shared: SharedMessages) {
    this.topic = topic
    this.#schema = schema
    this.#shared = shared
  }

  /** Whether it accepts no more messages. */
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
      // A sink that does not accept the waiting messages would never be notified of the end after them.
      if (this.#sink !== undefined) this.#messages = undefined
      this.fail(new Fault("TOPIC_READER_SLOW", { topic: this.topic, limit }))
    }
  }

  /** Ends it with an error, after the queued messages. */
  fail(error: unknown): void {
    if (this.#isClosed) return
    this.#failure = { error }
    this.close()
  }

  /** Calls a function when it accepts no more messages, or at once if that is already so. */
  onClose(listener: (reader: TopicReader) => void): void {
    if (this.#isClosed) listener(this)
    else if (this.#closed === undefined) this.#closed = listener
    // A literal has room for one element only, and `push()` makes room for seventeen.
    else if (this.#othersClosed === undefined) this.#othersClosed = [listener]
    else this.#othersClosed.push(listener)
  }

  /** Ends it when a call ends that has `onEnd()`. Not a listener, because a process has many readers. */
  endWith(call: Subscriber): void {
    this.#call = call
    call.onEnd!(this)
  }

  /** Ends it. Queued messages can still be read. */
  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#call?.offEnd?.(this)
    this.#call = undefined
    this.#closed?.(this)
    for (const listener of this.#othersClosed ?? []) listener(this)
    this.handOver()
    if (this.#waiting === undefined) return
    const { give, fail } = this.#take()
    if (this.#failure === undefined) give({ done: true, value: undefined })
    else fail(this.#failure.error)
  }

  /** Passes the messages to a sink instead of `next()`. */
  flowTo(sink: MessageSink): void {
    this.#sink = sink
    this.handOver()
  }

  /** Passes the queued messages to the sink until it refuses one, and the end after the last message. */
  handOver(): void {
    const sink = this.#sink
    if (sink === undefined) return
    while (this.#messages?.[0] !== undefined) {
      if (!sink.take(this.#messages[0])) return
      this.#messages?.shift()
    }
    // Accepting a message may have ended it.
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

  /** Ends it and drops the queued messages. */
  end(): void {
    this.#messages = undefined
    this.#failure = undefined
    this.close()
  }

  /**
   * A message as its subscription yields it; a promise only if the schema validates asynchronously.
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

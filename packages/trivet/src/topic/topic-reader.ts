import { Fault } from "../fault/fault.ts"

/** A message as a carrier has it. */
export interface CarriedMessage {
  readonly id: string
  /** As JSON. */
  readonly text: string
}

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
  readonly #topic: string
  readonly #limit: number
  readonly #messages: CarriedMessage[] = []
  #closed: (() => void)[] | undefined
  #waiting: { give(step: Step): void; fail(error: unknown): void } | undefined
  #failure: { readonly error: unknown } | undefined
  #isClosed = false
  #sink: MessageSink | undefined

  constructor(topic: string, limit: number) {
    this.#topic = topic
    this.#limit = limit
  }

  /** Whether it takes no more messages. */
  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Adds a message. */
  push(message: CarriedMessage): void {
    if (this.#isClosed) return
    if (this.#sink !== undefined && this.#messages.length === 0 && this.#sink.take(message)) return
    if (this.#waiting !== undefined) this.#take().give({ done: false, value: message })
    else if (this.#messages.length < this.#limit) this.#messages.push(message)
    else this.fail(new Fault("TOPIC_READER_SLOW", { topic: this.#topic, limit: this.#limit }))
  }

  /** Ends it with an error, after the messages that it has. */
  fail(error: unknown): void {
    if (this.#isClosed) return
    this.#failure = { error }
    this.close()
  }

  /** Calls a function when it takes no more messages; at once if it is so already. */
  onClose(listener: () => void): void {
    if (this.#isClosed) listener()
    else if (this.#closed === undefined) this.#closed = [listener]
    else this.#closed.push(listener)
  }

  /** Ends it. Messages that it has can still be read. */
  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    for (const listener of this.#closed ?? []) listener()
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
    while (this.#messages.length > 0) {
      if (!sink.take(this.#messages[0]!)) return
      this.#messages.shift()
    }
    // Taking a message may have ended it.
    if (!this.#isClosed || this.#sink !== sink) return
    this.#sink = undefined
    sink.end(this.#failure)
  }

  next(): Promise<IteratorResult<CarriedMessage, undefined>> {
    const value = this.#messages.shift()
    if (value !== undefined) return Promise.resolve({ done: false, value })
    if (this.#failure !== undefined) return Promise.reject(this.#failure.error)
    if (this.#isClosed) return Promise.resolve({ done: true, value: undefined })
    return new Promise((give, fail) => {
      this.#waiting = { give, fail }
    })
  }

  return(): Promise<IteratorResult<CarriedMessage, undefined>> {
    this.#messages.length = 0
    this.#failure = undefined
    this.close()
    return Promise.resolve({ done: true, value: undefined })
  }

  #take(): { give(step: Step): void; fail(error: unknown): void } {
    const waiting = this.#waiting!
    this.#waiting = undefined
    return waiting
  }
}

/** A message of a topic. `events()` takes it as it is: the id is that of the event. */
export interface TopicMessage<Data = unknown> {
  /** Its id. A subscription that begins after it gets what was published later. */
  readonly id: string
  /** What was published. It is frozen, because all readers of this process get the same. */
  readonly data: Data
}

/** A message as a carrier has it. */
export interface CarriedMessage {
  readonly id: string
  /** As JSON. */
  readonly text: string
}

/** The messages of one topic, in the order in which they were published, for one reader. */
export interface Subscription<Data = unknown> extends AsyncIterable<TopicMessage<Data>> {
  /**
   * Whether messages may be missing before the first one: the call sent a `Last-Event-ID`, and its message is no longer
   * kept. Let the client load everything anew.
   */
  readonly missed: boolean
}

/** What a subscription takes of a call: it ends with the call, and begins after the `Last-Event-ID`. */
export interface Subscriber {
  /** Ends the subscription when it is aborted. */
  readonly signal: AbortSignal
  /** Returns a header; empty if there is none. */
  header(name: string): string
  /** Calls a function when the reply is complete, which ends the subscription too. Default: only the signal ends it. */
  onDone?(listener: () => void): void
  /**
   * Ends a subscription when the connection closes, for sockets: then neither the signal nor `onDone` is asked. The function that
   * it returns is called when the subscription has ended before.
   */
  onEnd?(subscription: { end(): void }): () => void
}

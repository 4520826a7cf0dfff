/** A message of a topic. `events()` accepts it unchanged: its id becomes the id of the event. */
export interface TopicMessage<Data = unknown> {
  /** Its id. A subscription that resumes after it gets the messages that were published later. */
  readonly id: string
  /** What was published. It is frozen, because all readers of this process share it. */
  readonly data: Data
}

/** A message as a carrier stores it. */
export interface CarriedMessage {
  readonly id: string
  /** As JSON. */
  readonly text: string
}

/** The messages of one topic, in the order in which they were published, for one reader. */
export interface Subscription<Data = unknown> extends AsyncIterable<TopicMessage<Data>> {
  /**
   * Whether messages may be missing before the first one: the call sent a `Last-Event-ID`, and its message is no longer
   * kept. The client should then reload everything.
   */
  readonly missed: boolean
}

/** What a subscription needs from a call: it ends with the call, and resumes after the `Last-Event-ID`. */
export interface Subscriber {
  /** Ends the subscription when it is aborted. */
  readonly signal: AbortSignal
  /** Returns a header; empty if it is absent. */
  header(name: string): string
  /** Calls a function when the reply is complete, which ends the subscription too. Default: only the signal ends it. */
  onDone?(listener: () => void): void
  /** Ends a subscription when the connection closes, for sockets: then neither the signal nor `onDone` is used. */
  onEnd?(subscription: { end(): void }): void
  /** Called if the subscription ends earlier. */
  offEnd?(subscription: { end(): void }): void
}

import type { MessageTarget } from "./topic-flow.ts"
import { TopicFlow } from "./topic-flow.ts"
import type { Subscription, TopicMessage } from "./topic-message.ts"
import type { TopicReader } from "./topic-reader.ts"

type Step = IteratorResult<TopicMessage, undefined>

/** The messages of one topic for one reader. They are iterated, or passed to a target without a promise for each. */
export class TopicSubscription implements Subscription {
  readonly missed: boolean
  readonly #reader: TopicReader

  constructor(reader: TopicReader, missed: boolean) {
    this.#reader = reader
    this.missed = missed
  }

  /** Passes the messages of a source to a target, if the source is a subscription; `undefined` otherwise. */
  static flow(source: unknown, target: MessageTarget): Promise<void> | undefined {
    if (!(source instanceof TopicSubscription)) return undefined
    return new Promise((done) => void new TopicFlow(source.#reader, target, done))
  }

  [Symbol.asyncIterator](): AsyncIterator<TopicMessage, undefined> {
    return new ReadMessages(this.#reader)
  }
}

class ReadMessages implements AsyncIterator<TopicMessage, undefined> {
  readonly #reader: TopicReader

  constructor(reader: TopicReader) {
    this.#reader = reader
  }

  async next(): Promise<Step> {
    const step = await this.#reader.next()
    if (step.done === true) return step
    try {
      return { done: false, value: await this.#reader.read(step.value) }
    } catch (error) {
      this.#reader.end()
      throw error
    }
  }

  async return(): Promise<Step> {
    this.#reader.end()
    return { done: true, value: undefined }
  }
}

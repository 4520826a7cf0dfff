import type { StandardSchema } from "../schema/standard-schema.ts"
import type { SharedMessage } from "./shared-message.ts"
import type { SharedMessages } from "./shared-messages.ts"
import type { MessageTarget } from "./topic-flow.ts"
import { TopicFlow } from "./topic-flow.ts"
import type { Subscription, TopicMessage } from "./topic-message.ts"
import type { CarriedMessage, TopicReader } from "./topic-reader.ts"

type Step = IteratorResult<TopicMessage, undefined>

/** The messages of one topic for one reader. Iterated, or handed to a target without a promise for each. */
export class TopicSubscription implements Subscription {
  readonly missed: boolean
  readonly #read: (message: CarriedMessage) => SharedMessage | Promise<SharedMessage>
  readonly #reader: TopicReader

  constructor(
    { topic, schema }: { readonly topic: string; readonly schema: StandardSchema | undefined },
    reader: TopicReader,
    missed: boolean,
    messages: SharedMessages,
  ) {
    this.missed = missed
    this.#reader = reader
    this.#read = (message) => messages.read(topic, message, schema)
  }

  /** Hands the messages of a source to a target, if the source is a subscription; `undefined` otherwise. */
  static flow(source: unknown, target: MessageTarget): Promise<void> | undefined {
    if (!(source instanceof TopicSubscription)) return undefined
    return new Promise((done) => void new TopicFlow(source.#reader, source.#read, target, done))
  }

  [Symbol.asyncIterator](): AsyncIterator<TopicMessage, undefined> {
    return new ReadMessages(this.#reader, this.#read)
  }
}

class ReadMessages implements AsyncIterator<TopicMessage, undefined> {
  readonly #reader: TopicReader
  readonly #read: (message: CarriedMessage) => SharedMessage | Promise<SharedMessage>

  constructor(
    reader: TopicReader,
    read: (message: CarriedMessage) => SharedMessage | Promise<SharedMessage>,
  ) {
    this.#reader = reader
    this.#read = read
  }

  async next(): Promise<Step> {
    const step = await this.#reader.next()
    if (step.done === true) return step
    try {
      return { done: false, value: await this.#read(step.value) }
    } catch (error) {
      await this.#reader.return()
      throw error
    }
  }

  async return(): Promise<Step> {
    await this.#reader.return()
    return { done: true, value: undefined }
  }
}

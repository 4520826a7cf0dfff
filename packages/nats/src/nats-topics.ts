import { headers } from "@nats-io/transport-node"
import { Fault, Topics } from "trivet"
import type { TopicReader, TopicsOptions } from "trivet/extend"
import { fault } from "./faults.ts"
import { inTime } from "./in-time.ts"
import type { NatsConnection } from "./nats-connection.ts"
import { positive } from "./nats-settings.ts"
import { NatsUnavailable } from "./nats-unavailable.ts"
import { TopicFeed } from "./topic-feed.ts"
import { type Kept, TopicStream } from "./topic-stream.ts"

/** How much `NatsTopics` keeps, and where. */
export interface NatsTopicsOptions extends TopicsOptions {
  /** On how many servers of a cluster messages are stored: 1, 3 or 5. Default: 1. */
  readonly replicas?: number
}

const idHeader = "Trivet-Id"

/**
 * `Topics` on NATS; `nats({ prefix })` provides it. The last messages of all topics are kept in a stream of JetStream,
 * which also sends them on to readers. With `history: 0` there is no stream, and messages are sent over NATS alone.
 * While NATS is unavailable, publishing and subscribing throw `NatsUnavailable`, and subscriptions wait.
 */
export class NatsTopics extends Topics {
  readonly #nats: NatsConnection
  readonly #prefix: string
  readonly #kept: Kept
  readonly #stream: TopicStream

  constructor(nats: NatsConnection, prefix: string, options: NatsTopicsOptions = {}) {
    super(options)
    const { history = 100, historySeconds = 3_600, replicas = 1 } = options
    if (!/^[\w-]+$/.test(prefix)) throw fault("NATS_PREFIX_INVALID", { prefix: JSON.stringify(prefix) })
    this.#nats = nats
    this.#prefix = prefix
    this.#kept = { history, historySeconds, replicas: positive("replicas", replicas) }
    this.#stream = new TopicStream(nats, prefix, this.#kept)
  }

  /** Creates the stream, unless NATS is to be connected at first use. */
  async onStart(): Promise<void> {
    if (this.#kept.history > 0 && this.#nats.ready) await this.#nats.whenAvailable(() => this.#stream.epoch())
  }

  protected async deliver(topic: string, text: string): Promise<string> {
    if (this.#kept.history === 0) return this.#send(topic, text)
    const epoch = await this.#stream.epoch()
    return `${epoch}-${await this.#stream.publish(this.#subject("topic", topic), text)}`
  }

  protected async listen(topic: string, after: string | undefined, reader: TopicReader): Promise<boolean> {
    if (reader.isClosed) return true
    if (this.#kept.history === 0) return this.#hear(topic, reader)
    const [stored, live] = [this.#subject("topic", topic), this.#subject("live", topic)]
    const feed = new TopicFeed(this.#nats, this.#stream, this.#kept, { topic, reader, stored, live })
    return feed.open(after)
  }

  async #send(topic: string, text: string): Promise<string> {
    const client = await this.#nats.client()
    const id = `${Date.now()}-${Math.floor(Math.random() * 1e15)}`
    const named = headers()
    named.set(idHeader, id)
    client.publish(this.#subject("plain", topic), text, { headers: named })
    await this.#arrived(client.flush())
    return id
  }

  async #hear(topic: string, reader: TopicReader): Promise<boolean> {
    const end = await this.#nats.listen(this.#subject("plain", topic), {
      hear: (message) => reader.push({ id: message.headers?.get(idHeader) ?? "", text: message.string() }),
      lost: () => undefined,
      back: () => reader.fail(new Fault("TOPIC_MESSAGES_MISSED", { topic })),
      refused: (error) => reader.fail(new NatsUnavailable(error)),
    })
    reader.onClose(end)
    await this.#arrived((await this.#nats.client()).flush())
    return false
  }

  /** Waits until NATS has received everything that was sent before. */
  async #arrived(flushed: Promise<void>): Promise<void> {
    await inTime(flushed, this.#nats.timeout).catch((error: unknown) => {
      throw new NatsUnavailable(error)
    })
  }

  /** A topic is one token of a subject, so dots and spaces are escaped. */
  #subject(kind: "topic" | "live" | "plain", topic: string): string {
    const word = encodeURIComponent(topic).replaceAll(".", "%2E").replaceAll("%3A", ":")
    return `${this.#prefix}.${kind}.${word}`
  }
}

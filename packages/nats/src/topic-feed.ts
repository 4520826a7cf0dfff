import { setTimeout as sleep } from "node:timers/promises"
import { RepublishHeaders } from "@nats-io/jetstream"
import type { Msg } from "@nats-io/transport-node"
import { Fault } from "trivet"
import type { TopicReader } from "trivet/extend"
import type { NatsConnection } from "./nats-connection.ts"
import { NatsUnavailable } from "./nats-unavailable.ts"
import type { Reading, StoredMessage } from "./stream-reader.ts"
import type { Kept, TopicStream } from "./topic-stream.ts"

/** A topic and its reader. */
export interface Fed {
  readonly topic: string
  readonly reader: TopicReader
  /** The subject under which messages are stored. */
  readonly stored: string
  /** The subject to which JetStream republishes them. */
  readonly live: string
}

interface LiveMessage extends StoredMessage {
  /** The number of the message before it in its topic; 0 if none is kept. */
  readonly previous: number
}

/** The most live messages that are buffered while the stream is read. */
const mostWaiting = 1_000

/**
 * Passes the messages of one topic to one reader. They arrive live, each with the number of the one before it. If the
 * reader does not have that one, and after a lost connection, the stream is read.
 */
export class TopicFeed {
  readonly #nats: NatsConnection
  readonly #stream: TopicStream
  readonly #kept: Kept
  readonly #fed: Fed
  #epoch = 0
  /** The number of the last message that was passed to the reader, or that existed before it. */
  #last = 0
  /** The number of the last live message. */
  #heard = 0
  /** Whether the stream is being read: live messages are buffered meanwhile. */
  #isReading = true
  /** Whether the stream must be read again. */
  #isBehind = false
  /** Since when messages may be missing. */
  #lostAt: number | undefined
  #waiting: LiveMessage[] = []

  constructor(nats: NatsConnection, stream: TopicStream, kept: Kept, fed: Fed) {
    this.#nats = nats
    this.#stream = stream
    this.#kept = kept
    this.#fed = fed
  }

  /** Starts the feed. Returns whether the message `after` is still kept. */
  async open(after: string | undefined): Promise<boolean> {
    const { reader, live, stored } = this.#fed
    this.#epoch = await this.#stream.epoch()
    const end = await this.#nats.listen(live, {
      hear: (message) => this.#hear(liveOf(message)),
      lost: () => (this.#lostAt ??= performance.now()),
      back: () => void this.#catchUp(),
      refused: (error) => reader.fail(new NatsUnavailable(error)),
    })
    reader.onClose(end)
    const [epoch, number] = after?.split("-").map(Number) ?? []
    const isFound = epoch === this.#epoch && (await this.#stream.reader.isKept(stored, number ?? 0))
    if (isFound) this.#last = number ?? 0
    else if (after === undefined) this.#last = await this.#stream.reader.newest(stored)
    else for (const message of (await this.#stream.reader.after(stored, 0)).messages) this.#push(message)
    await this.#readOn()
    return isFound
  }

  #push({ number, text }: StoredMessage): void {
    this.#last = number
    this.#fed.reader.push({ id: `${this.#epoch}-${number}`, text })
  }

  #hear(message: LiveMessage): void {
    // Not published by JetStream, which numbers all messages.
    if (!(message.number > 0)) return
    // The numbers of live messages rise. A lower one means that the stream was deleted and created again.
    if (message.number <= this.#heard) return this.#miss()
    this.#heard = message.number
    if (!this.#isReading) {
      this.#take(message)
      if (this.#isBehind) void this.#catchUp()
    } else if (this.#waiting.length < mostWaiting) this.#waiting.push(message)
    else this.#isBehind = true
  }

  /** Skips messages that were already read from the stream. */
  #take(message: LiveMessage): void {
    if (message.number <= this.#last) return
    if (message.previous > this.#last) this.#isBehind = true
    else this.#push(message)
  }

  /** Reads the missing messages. Tries again while NATS is unavailable. */
  async #catchUp(): Promise<void> {
    this.#isBehind = true
    // A read in progress continues until nothing is missing.
    if (this.#isReading) return
    this.#isReading = true
    for (let failures = 0; !this.#fed.reader.isClosed; failures++) {
      try {
        return await this.#readOn()
      } catch {
        await sleep(Math.min(50 * 2 ** failures, 1_000))
      }
    }
  }

  async #readOn(): Promise<void> {
    const { reader, stored } = this.#fed
    do {
      this.#isBehind = false
      const lostAt = this.#lostAt
      if (this.#epoch !== (await this.#stream.epoch())) return this.#miss()
      const reading = await this.#stream.reader.after(stored, this.#last)
      if (this.#isGap(reading)) return this.#miss()
      if (this.#lostAt === lostAt) this.#lostAt = undefined
      for (const message of reading.messages) this.#push(message)
      const waiting = this.#waiting
      this.#waiting = []
      for (const message of waiting) this.#take(message)
    } while (this.#isBehind && !reader.isClosed)
    this.#isReading = false
  }

  /** Whether messages before these are lost: replaced by newer ones, or expired since the connection was lost. */
  #isGap({ isWhole, isLastKept }: Reading): boolean {
    const lostFor = this.#lostAt === undefined ? 0 : performance.now() - this.#lostAt
    return !isWhole || (!isLastKept && lostFor >= this.#kept.historySeconds * 1_000)
  }

  #miss(): void {
    const { reader, topic } = this.#fed
    reader.fail(new Fault("TOPIC_MESSAGES_MISSED", { topic }))
  }
}

function liveOf(message: Msg): LiveMessage {
  return {
    number: Number(message.headers?.get(RepublishHeaders.Sequence)),
    previous: Number(message.headers?.get(RepublishHeaders.LastSequence)),
    text: message.string(),
  }
}

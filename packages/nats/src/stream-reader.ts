import {
  DeliverPolicy,
  jetstream,
  type JetStreamManager,
  jetstreamManager,
  type MsgRequest,
  type NextMsgRequest,
  type StoredMsg,
} from "@nats-io/jetstream"
import type { NatsConnection } from "./nats-connection.ts"
import { NatsUnavailable } from "./nats-unavailable.ts"

/** A message of the stream. */
export interface StoredMessage {
  readonly number: number
  readonly text: string
}

/** The messages of a subject after a given one. */
export interface Reading {
  /** Consecutive: no message is missing between them. */
  readonly messages: readonly StoredMessage[]
  /** Whether the given message is still kept. */
  readonly isLastKept: boolean
  /** Whether no message before the first one was dropped because of the limit. */
  readonly isWhole: boolean
}

/** Up to this many messages are requested one by one. */
const few = 20

/** Reads a stream, which keeps at most `history` messages of each subject. */
export class StreamReader {
  readonly #nats: NatsConnection
  readonly #stream: string
  readonly #history: number
  #manager: Promise<JetStreamManager> | undefined

  constructor(nats: NatsConnection, stream: string, history: number) {
    this.#nats = nats
    this.#stream = stream
    this.#history = history
  }

  /** The JetStream manager. */
  async manager(): Promise<JetStreamManager> {
    const client = await this.#nats.client()
    this.#manager ??= jetstreamManager(client, { timeout: this.#nats.timeout, checkAPI: false })
    return this.#manager
  }

  /** Returns the number of the newest message of a subject; 0 if there is none. */
  async newest(subject: string): Promise<number> {
    return (await this.#find({ last_by_subj: subject }))?.seq ?? 0
  }

  /** Whether the message of a subject with this number is still kept. */
  async isKept(subject: string, number: number): Promise<boolean> {
    return number > 0 && (await this.#from(subject, number))?.seq === number
  }

  /**
   * Returns the messages of a subject after this number. Meanwhile others may be published, and old ones dropped. The
   * first message is read before the newest one is requested, and the oldest is requested at the end: if the first is
   * still kept then, all messages between it and the newest were read.
   */
  async after(subject: string, number: number): Promise<Reading> {
    const newest = await this.newest(subject)
    const first = newest <= number ? null : await this.#from(subject, number + 1)
    if (first === null) return { messages: [], isLastKept: newest === number, isWhole: true }
    const messages = await this.#readTo(subject, await this.newest(subject), [storedMessageOf(first)])
    const oldest = (await this.#from(subject, 1))?.seq ?? Number.POSITIVE_INFINITY
    const isLastKept = oldest <= number
    const isWhole = isLastKept || (oldest <= first.seq && messages.length < this.#history)
    return { messages: messages.filter((one) => one.number >= oldest), isLastKept, isWhole }
  }

  async #readTo(subject: string, newest: number, found: StoredMessage[]): Promise<readonly StoredMessage[]> {
    for (let last = found[0]!.number; last < newest; last = found.at(-1)!.number) {
      if (found.length < few) {
        const next = await this.#from(subject, last + 1)
        if (next === null) break
        found.push(storedMessageOf(next))
      } else if (!(await this.#consume(subject, newest, found))) break
    }
    return found
  }

  /** Reads many messages with a consumer. Creating one takes longer than requesting a few messages one by one. */
  async #consume(subject: string, newest: number, found: StoredMessage[]): Promise<boolean> {
    const client = await this.#nats.client()
    const { timeout } = this.#nats
    const before = found.length
    try {
      const consumer = await jetstream(client, { timeout }).consumers.get(this.#stream, {
        filter_subjects: subject,
        deliver_policy: DeliverPolicy.StartSequence,
        opt_start_seq: found.at(-1)!.number + 1,
      })
      const limits = { max_messages: this.#history, expires: Math.max(timeout, 1_000) }
      for await (const message of await consumer.fetch(limits)) {
        found.push({ number: message.seq, text: message.string() })
        if (message.seq >= newest || message.info.pending === 0) break
      }
      await consumer.delete()
      return found.length > before
    } catch (error) {
      throw new NatsUnavailable(error)
    }
  }

  /** Finds the first message of a subject that has this number or a higher one. */
  #from(subject: string, number: number): Promise<StoredMsg | null> {
    return this.#find({ next_by_subj: subject, seq: number })
  }

  // Requested from the leader: a replica may be behind, and its missing messages would be skipped.
  async #find(request: MsgRequest | NextMsgRequest): Promise<StoredMsg | null> {
    const { streams } = await this.manager()
    try {
      // The server accepts both requests; the type of the method declares only one.
      return await streams.getMessage(this.#stream, request as MsgRequest)
    } catch (error) {
      throw new NatsUnavailable(error)
    }
  }
}

function storedMessageOf(stored: StoredMsg): StoredMessage {
  return { number: stored.seq, text: stored.string() }
}

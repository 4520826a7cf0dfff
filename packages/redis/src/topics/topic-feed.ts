import { setImmediate, setTimeout as sleep } from "node:timers/promises"
import { Fault } from "trivet"
import type { TopicReader } from "trivet/extend"
import type { RedisConnection } from "../connection/redis-connection.ts"
import { RedisUnavailable } from "../connection/redis-unavailable.ts"

/** A reader of a topic. */
export interface Fed {
  readonly reader: TopicReader
  /** The maximum length of the stream; 0 if there is none. */
  readonly history: number
  readonly reads: TopicReads
}

/** Reads of streams that are not sent yet, by command. */
export type TopicReads = Map<string, Promise<readonly Entry[]>>

type Entry = readonly [id: string, fields: readonly [name: string, text: string]]

/** Lower than every id. */
const start = "0-0"
/** The most messages of the channel that are buffered while the stream is read. */
const mostWaiting = 1_000

/**
 * Passes the messages of one topic to one reader. They arrive over the channel. If some may be missing, they are read
 * from the stream instead, until nothing more arrived over the channel meanwhile.
 */
export class TopicFeed {
  readonly #redis: RedisConnection
  readonly #key: string
  readonly #fed: Fed
  /** The id of the last message that was passed to the reader, or that existed before it. */
  #last = start
  /** Whether the stream is being read: messages of the channel are buffered meanwhile. */
  #isReading = true
  /** Whether the connection of the channel was lost: there may be a gap before the messages of a new one. */
  #isLost = false
  /** Whether the stream must be read again. */
  #isBehind = false
  /** Messages that arrived over the channel meanwhile. */
  #waiting: Entry[] = []

  constructor(redis: RedisConnection, key: string, fed: Fed) {
    this.#redis = redis
    this.#key = key
    this.#fed = fed
  }

  /** Starts the feed. Returns whether the message `after` is still kept. */
  async open(after: string | undefined): Promise<boolean> {
    const { reader, history } = this.#fed
    const end = await this.#redis.listen(this.#key, {
      hear: (text) => this.#hear(text),
      lost: () => (this.#isLost = true),
      back: () => void this.#catchUp(),
    })
    reader.onClose(end)
    if (history === 0) {
      this.#isReading = false
      return false
    }
    const newest = ["XREVRANGE", this.#key, "+", "-", "COUNT", "1"]
    const [found] = await (after === undefined
      ? this.#redis.send<readonly Entry[]>(newest)
      : this.#from(after, after))
    if (found !== undefined) this.#last = found[0]
    else if (after !== undefined) for (const entry of await this.#from("-")) this.#push(entry)
    await this.#read()
    return found !== undefined
  }

  #hear(text: string): void {
    const space = text.indexOf(" ")
    const entry: Entry = [text.slice(0, space), ["d", text.slice(space + 1)]]
    if (!this.#isReading && !this.#isLost) return this.#pushNew(entry)
    // The message is in the stream too.
    if (this.#waiting.length < mostWaiting) this.#waiting.push(entry)
    else this.#isBehind = true
  }

  /**
   * Skips messages that were already read from the stream: the channel, which is another connection, delivers them too.
   */
  #pushNew(entry: Entry): void {
    if (this.#fed.history === 0 || isAfter(entry[0], this.#last)) this.#push(entry)
  }

  #push([id, [, text]]: Entry): void {
    this.#last = id
    this.#fed.reader.push({ id, text })
  }

  /** The channel is connected again. The connection for commands may need a moment longer. */
  async #catchUp(): Promise<void> {
    const { reader, history } = this.#fed
    this.#isLost = false
    this.#isBehind = true
    if (history === 0) return this.#miss()
    // A read in progress continues until nothing is missing.
    if (this.#isReading) return
    for (let failures = 0; !reader.isClosed; failures++) {
      try {
        return await this.#read()
      } catch (error) {
        // An error that retrying does not change, such as WRONGTYPE or NOPERM.
        if (!(error instanceof RedisUnavailable)) return reader.fail(new RedisUnavailable(error))
        await sleep(Math.min(50 * 2 ** failures, 1_000))
      }
    }
  }

  /** Reads the stream, and then takes the buffered messages of the channel. If the read fails, they stay buffered. */
  async #read(): Promise<void> {
    const { reader } = this.#fed
    this.#isReading = true
    do {
      this.#isBehind = false
      this.#waiting = []
      if (!this.#take(await this.#from(this.#last === start ? "-" : this.#last))) return this.#miss()
    } while (this.#isBehind && !reader.isClosed)
    // After a lost connection there may be a gap before them. It is read when the connection is back.
    if (!this.#isLost) for (const entry of this.#waiting) this.#pushNew(entry)
    this.#waiting = []
    this.#isReading = false
  }

  /** Takes the messages of the stream from the last one on. Returns false if messages before them are lost. */
  #take(entries: readonly Entry[]): boolean {
    const isLast = entries[0]?.[0] === this.#last
    // Messages are lost if the last one is not in the stream and others are, or as many as the stream keeps.
    const least = this.#last === start ? this.#fed.history : 1
    if (!isLast && entries.length >= least) return false
    for (const entry of entries.slice(isLast ? 1 : 0)) this.#push(entry)
    return true
  }

  #miss(): void {
    const { reader } = this.#fed
    reader.fail(new Fault("TOPIC_MESSAGES_MISSED", { topic: reader.topic }))
  }

  /**
   * Reads in the next turn of the event loop, once for all readers with the same request, as after a lost connection. A
   * read that was already sent is not shared: later messages would be missing.
   */
  #from(id: string, to = "+"): Promise<readonly Entry[]> {
    const { reads } = this.#fed
    const command = ["XRANGE", this.#key, id, to]
    const name = command.join(" ")
    const read =
      reads.get(name) ??
      setImmediate().then(() => {
        reads.delete(name)
        return this.#redis.send<readonly Entry[]>(command)
      })
    reads.set(name, read)
    return read
  }
}

/** An id consists of two numbers: a time in milliseconds, and a counter within it. */
function isAfter(id: string, other: string): boolean {
  const [time, count] = id.split("-").map(Number)
  const [otherTime, otherCount] = other.split("-").map(Number)
  return (time! - otherTime! || count! - otherCount!) > 0
}

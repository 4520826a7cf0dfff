import { Topics } from "trivet"
import type { TopicReader, TopicsOptions } from "trivet/extend"
import { raiseUnavailable } from "../connection/raise-unavailable.ts"
import type { RedisConnection } from "../connection/redis-connection.ts"
import { runScript, script } from "../script.ts"
import { TopicFeed, type TopicReads } from "./topic-feed.ts"

// Atomic: a reader that has read the stream gets every later message over the channel, and none before it is stored.
const publishKept = script(`
local id = redis.call("xadd", KEYS[1], "maxlen", ARGV[2], "*", "d", ARGV[1])
redis.call("pexpire", KEYS[1], ARGV[3])
redis.call("publish", KEYS[1], id .. " " .. ARGV[1])
return id`)

const publishOnly = script(`
local time = redis.call("time")
local id = time[1] .. string.format("%03d", math.floor(time[2] / 1000)) .. "-" .. (time[2] % 1000)
redis.call("publish", KEYS[1], id .. " " .. ARGV[1])
return id`)

/**
 * `Topics` on Redis; `redis({ provides: [Topics] })` provides it. Messages are published to a channel, and the last
 * ones of each topic are kept in a stream, for readers that resume and for those of a process whose connection was
 * lost. While Redis is unavailable, publishing and subscribing throw `RedisUnavailable`, and subscriptions wait.
 */
export class RedisTopics extends Topics {
  readonly #redis: RedisConnection
  readonly #prefix: string
  readonly #history: number
  readonly #milliseconds: number
  readonly #reads: TopicReads = new Map()

  constructor(redis: RedisConnection, prefix: string, options: TopicsOptions = {}) {
    super(options)
    const { history = 100, historySeconds = 3_600 } = options
    this.#redis = redis
    this.#prefix = `${prefix}:topic:`
    this.#history = history
    this.#milliseconds = historySeconds * 1_000
  }

  protected async deliver(topic: string, text: string): Promise<string> {
    const key = this.#prefix + topic
    const [run, args] =
      this.#history === 0
        ? [publishOnly, [text]]
        : [publishKept, [text, String(this.#history), String(this.#milliseconds)]]
    return runScript<string>(this.#redis, run, [key], args).catch(raiseUnavailable)
  }

  protected async listen(topic: string, after: string | undefined, reader: TopicReader): Promise<boolean> {
    if (reader.isClosed) return true
    const fed = { reader, history: this.#history, reads: this.#reads }
    return new TopicFeed(this.#redis, this.#prefix + topic, fed).open(after)
  }
}

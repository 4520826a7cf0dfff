import { createHash } from "node:crypto"
import { type Answer, type Counter, type CounterRule, memory } from "./counter.ts"

/** A connection to Redis, such as `RedisConnection` of `@trivet/redis`. */
export interface RedisCommands {
  /** Sends a command, such as `["GET", "key"]`, and returns the reply. */
  send<Reply = unknown>(command: readonly string[]): Promise<Reply>
}

// One key per count, so that it works in a cluster, and one atomic script per change, so that no count is lost and
// every key expires. A window is identified by its start time. Only the clock of Redis is used.
const script = `
local points, first, max_window, memory = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local given = ARGV[5]
local found = redis.call("hmget", KEYS[1], "taken", "window", "length", "ends")
local taken, window, length, ends = tonumber(found[1]), found[2], tonumber(found[3]), tonumber(found[4])
if given ~= "" then
  if window == given and taken > 0 then redis.call("hincrby", KEYS[1], "taken", -1) end
  return {}
end
local time = redis.call("time")
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if not taken or (taken >= points or max_window == 0) and now >= ends then
  length = length and max_window > 0 and math.min(length * 2, max_window) or first
  taken, window = 0, string.format("%.0f", now)
  ends = max_window == 0 and now + length or 0
end
if taken >= points then return {0, 0, ends - now, window} end
taken = taken + 1
if max_window > 0 and taken == points then ends = now + length end
local forgotten = max_window == 0 and ends or math.max(now, ends) + memory * max_window
redis.call("hset", KEYS[1], "taken", taken, "window", window, "length", length, "ends", string.format("%.0f", ends))
redis.call("pexpire", KEYS[1], math.max(1, forgotten - now))
return {1, points - taken, (taken < points and forgotten or ends) - now, window}`
const digest = createHash("sha1").update(script).digest("hex")

/** Counts in Redis, exactly, for all processes that share it. */
export class RedisCounter implements Counter {
  readonly #redis: RedisCommands
  readonly #prefix: string
  readonly #rule: readonly string[]

  constructor(redis: RedisCommands, prefix: string, { points, window, maxWindow = 0 }: CounterRule) {
    this.#redis = redis
    this.#prefix = prefix
    this.#rule = [points, window, maxWindow, memory].map(String)
  }

  async take(key: string): Promise<Answer> {
    const [taken, remaining, wait, window] = await this.#run(key, "")
    return { taken: taken === 1, remaining: remaining!, wait: wait!, window: Number(window) }
  }

  async give(key: string, window: number): Promise<void> {
    await this.#run(key, String(window))
  }

  async #run(key: string, given: string): Promise<readonly number[]> {
    const rest = ["1", `${this.#prefix}:${key}`, ...this.#rule, given]
    try {
      return await this.#redis.send(["EVALSHA", digest, ...rest])
    } catch (error) {
      if (!String(error).includes("NOSCRIPT")) throw error
      return this.#redis.send(["EVAL", script, ...rest])
    }
  }
}

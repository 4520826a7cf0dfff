import { ErrorReply } from "redis"
import { Fault, KeyValue } from "trivet"
import type { KeyLifetime } from "trivet/extend"
import type { RedisConnection } from "./connection/redis-connection.ts"
import { raiseUnavailable } from "./connection/raise-unavailable.ts"
import { runScript, script } from "./script.ts"

// `INCRBY` and `PEXPIRE` are two commands: a process that ends between them would leave a counter that never expires.
const startOrIncrement = script(`
if redis.call("exists", KEYS[1]) == 1 then return redis.call("incrby", KEYS[1], ARGV[1]) end
redis.call("set", KEYS[1], ARGV[1], "px", ARGV[2])
return tonumber(ARGV[1])`)

/**
 * A `KeyValue` on Redis. `redis()` provides it. Every operation is atomic in Redis. While Redis is unavailable, it throws
 * `RedisUnavailable`, which becomes 503.
 */
export class RedisKeyValue extends KeyValue {
  readonly #redis: RedisConnection
  readonly #prefix: string

  constructor(redis: RedisConnection, prefix: string) {
    super()
    this.#redis = redis
    this.#prefix = `${prefix}:kv:`
  }

  async get(key: string): Promise<string | undefined> {
    return (await this.#send<string | null>(["GET", this.#prefix + key])) ?? undefined
  }
  async set(key: string, value: string, lifetime: KeyLifetime = {}): Promise<void> {
    await this.#send(["SET", this.#prefix + key, value, ...expiryOf(lifetime)])
  }
  async add(key: string, value: string, lifetime: KeyLifetime = {}): Promise<boolean> {
    return (await this.#send(["SET", this.#prefix + key, value, "NX", ...expiryOf(lifetime)])) === "OK"
  }
  async take(key: string): Promise<string | undefined> {
    return (await this.#send<string | null>(["GETDEL", this.#prefix + key])) ?? undefined
  }
  async increment(key: string, by = 1, { seconds }: KeyLifetime = {}): Promise<number> {
    if (!Number.isSafeInteger(by)) throw new Fault("INCREMENT_INVALID", { key, what: by })
    const name = this.#prefix + key
    const sent =
      seconds === undefined
        ? this.#redis.send<number>(["INCRBY", name, String(by)])
        : runScript<number>(this.#redis, startOrIncrement, [name], [String(by), millisecondsOf(seconds)])
    return sent.catch((error: unknown) => {
      if (!(error instanceof ErrorReply && error.message.includes("not an integer")))
        return raiseUnavailable(error)
      throw new Fault("INCREMENT_INVALID", { key, what: "its value" }, { cause: error })
    })
  }
  async delete(key: string): Promise<boolean> {
    return (await this.#send(["DEL", this.#prefix + key])) === 1
  }

  #send<Reply>(command: readonly string[]): Promise<Reply> {
    return this.#redis.send<Reply>(command).catch(raiseUnavailable)
  }
}

function expiryOf({ seconds }: KeyLifetime): readonly string[] {
  return seconds === undefined ? [] : ["PX", millisecondsOf(seconds)]
}

/** Redis accepts only whole milliseconds above 0. */
export function millisecondsOf(seconds: number): string {
  return String(Math.max(1, Math.ceil(seconds * 1000)))
}

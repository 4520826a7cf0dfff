import type { Clock, Log } from "trivet"
import { type CacheEntry, type Lease, RememberingCache } from "trivet/extend"
import { isRedirection } from "./connection/cluster-map.ts"
import { millisecondsOf } from "./redis-key-value.ts"
import type { RedisConnection } from "./connection/redis-connection.ts"
import type { Send } from "./connection/redis-target.ts"
import { RedisUnavailable } from "./connection/redis-unavailable.ts"
import { runScript, script } from "./script.ts"
import { createSparseLog } from "./sparse-log.ts"

/** Deletes the lease: a computation in progress uses older data, and must not overwrite this value. */
const keep = script(`
redis.call("set", KEYS[1], ARGV[1], "px", ARGV[2])
redis.call("del", KEYS[2])`)

const keepUnderLease = script(`
if redis.call("get", KEYS[2]) ~= ARGV[3] then return 0 end
redis.call("set", KEYS[1], ARGV[1], "px", ARGV[2])
redis.call("del", KEYS[2])
return 1`)

const release = script(`if redis.call("get", KEYS[1]) == ARGV[1] then redis.call("del", KEYS[1]) end`)

const maxPendingDeletes = 10_000

/**
 * A `Cache` on Redis, shared by all processes of an application. `redis()` provides it. While Redis is unavailable,
 * `remember()` computes each value without waiting, and no call fails. A key that could not be deleted meanwhile is
 * deleted when Redis is available again, before anything is read.
 *
 * @example
 * ```ts
 * import { RedisCache, RedisConnection } from "@trivet/redis"
 * import { Cache, Clock, inject, Log, module, provide } from "trivet"
 *
 * // Without redis(), for a second server that only caches.
 * export const CacheModule = module({
 *   name: "cache",
 *   exports: [Cache],
 *   declarations: [
 *     provide(RedisConnection, () => new RedisConnection({ url: "redis://cache:6379", optional: true }, inject(Log))),
 *     provide(
 *       Cache,
 *       () => new RedisCache(inject(RedisConnection), "shop", { clock: inject(Clock), log: inject(Log) }),
 *     ),
 *   ],
 * })
 * ```
 */
export class RedisCache extends RememberingCache {
  readonly #redis: RedisConnection
  readonly #values: string
  readonly #leases: string
  readonly #say: (error: unknown) => void
  readonly #pendingDeletes = new Set<string>()
  readonly #self: string = crypto.randomUUID()
  #count = 0

  constructor(
    redis: RedisConnection,
    prefix: string,
    options: { readonly clock?: Clock; readonly log?: Log } = {},
  ) {
    super(options.clock)
    this.#redis = redis
    // The hash tag (between the first "{" and the next "}") puts both names of a key into one slot of a cluster. The
    // colon is for keys that begin with "}": an empty hash tag is ignored.
    this.#values = `${prefix}:cache:{:`
    this.#leases = `${prefix}:lease:{:`
    this.#say = createSparseLog(options.log, "the cache failed")
    redis.beforeUse((send) => this.#deletePending(send))
  }

  protected read(key: string): Promise<CacheEntry | undefined> {
    if (this.#pendingDeletes.has(key)) return this.#forget(key).then(() => this.read(key))
    return this.#redis.getText(this.#valueOf(key), this.#parse)
  }

  protected async write(key: string, entry: CacheEntry, seconds: number): Promise<void> {
    const keys = [this.#valueOf(key), this.#leaseOf(key)]
    await this.#orDeleteLater(key, () =>
      runScript(this.#redis, keep, keys, [textOfEntry(entry), millisecondsOf(seconds)]),
    )
  }

  protected async remove(key: string): Promise<void> {
    await this.#orDeleteLater(key, () => this.#forget(key))
  }

  protected async lease(key: string, seconds: number): Promise<Lease | undefined> {
    const name = this.#leaseOf(key)
    const own = `${this.#self}:${++this.#count}`
    if ((await this.#redis.send(["SET", name, own, "NX", "PX", millisecondsOf(seconds)])) !== "OK")
      return undefined
    let ended = false
    return {
      write: async (entry, lifetime) => {
        const args = [textOfEntry(entry), millisecondsOf(lifetime), own]
        await runScript(this.#redis, keepUnderLease, [this.#valueOf(key), name], args)
        ended = true
      },
      release: async () => {
        if (!ended) await runScript(this.#redis, release, [name], [own])
      },
    }
  }

  protected onError(error: unknown): void {
    // The connection logs that Redis is unavailable; here it would be logged for every call.
    if (!(error instanceof RedisUnavailable)) this.#say(error)
  }

  readonly #parse = (text: string | null): CacheEntry | undefined => {
    if (text === null) return undefined
    try {
      const end = text.indexOf(" ")
      return { freshUntil: Number(text.slice(0, end)), value: JSON.parse(text.slice(end + 1)) as unknown }
    } catch (error) {
      this.#say(error)
      return undefined
    }
  }

  async #orDeleteLater(key: string, run: () => Promise<unknown>): Promise<void> {
    try {
      await run()
      this.#pendingDeletes.delete(key)
    } catch (error) {
      // The stored value is older than what this call knows, so it is deleted later.
      if (this.#pendingDeletes.size < maxPendingDeletes) this.#pendingDeletes.add(key)
      throw error
    }
  }

  async #deletePending(send: Send): Promise<void> {
    await Promise.all(
      [...this.#pendingDeletes].map((key) =>
        this.#forget(key, send).catch((error: unknown) => {
          // Another node of the cluster holds the key. It is deleted there when that node is available.
          if (!isRedirection(error)) throw error
        }),
      ),
    )
  }

  async #forget(key: string, send: Send = (command) => this.#redis.send(command)): Promise<void> {
    await send(["DEL", this.#valueOf(key), this.#leaseOf(key)])
    this.#pendingDeletes.delete(key)
  }

  #valueOf(key: string): string {
    return `${this.#values}${key}}`
  }

  #leaseOf(key: string): string {
    return `${this.#leases}${key}}`
  }
}

/** The expiry precedes the JSON text, so that the value needs no wrapper object. */
function textOfEntry({ value, freshUntil }: CacheEntry): string {
  return `${Math.ceil(freshUntil)} ${JSON.stringify(value)}`
}

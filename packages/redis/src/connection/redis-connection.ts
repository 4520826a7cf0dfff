import { setTimeout as sleep } from "node:timers/promises"
import { ErrorReply } from "redis"
import type { Log } from "trivet"
import type { Operations } from "trivet/extend"
import { fault } from "../faults.ts"
import { RedisCluster } from "./redis-cluster.ts"
import { type ChannelListener, RedisListener } from "../topics/redis-listener.ts"
import { RedisOperation } from "./redis-operation.ts"
import { RedisServer } from "./redis-server.ts"
import { type RedisConnectionOptions, type RedisSettings, redisSettingsOf } from "./redis-settings.ts"
import type { BeforeUse, RedisTarget, Send } from "./redis-target.ts"
import { RedisUnavailable } from "./redis-unavailable.ts"

// Errors that retrying does not change.
const final = /^(?:WRONGPASS|NOAUTH|NOPERM|ERR invalid|ERR DB index|ERR AUTH|ERR This instance has cluster)/

/**
 * The connection of this process to Redis. It reconnects whenever it is lost. While Redis is unavailable, every command
 * fails at once with `RedisUnavailable`. Inject it to send commands of your own.
 */
export class RedisConnection {
  readonly #settings: RedisSettings
  readonly #options: RedisConnectionOptions
  readonly #target: RedisTarget
  readonly #beforeUse: BeforeUse[] = []
  readonly #operations: Operations | undefined
  readonly #log: Log | undefined
  #listening: RedisListener | undefined

  constructor(options: RedisConnectionOptions, log?: Log, operations?: Operations) {
    this.#settings = redisSettingsOf(options)
    this.#options = options
    this.#operations = operations
    this.#log = log
    const { urls, cluster } = this.#settings
    this.#target = cluster
      ? new RedisCluster(this.#settings, this.#beforeUse, log)
      : new RedisServer(urls[0], this.#settings, this.#beforeUse, log)
  }

  /** Whether Redis is connected; for a cluster, every master. */
  get ready(): boolean {
    return this.#target.ready
  }

  /**
   * Sends one command and returns the reply: `send<string | null>(["GET", "key"])`. No prefix is added to keys. In a
   * cluster, all keys of a command must be in one slot, and a command without a key goes to one node only.
   */
  send<Reply = unknown>(command: readonly string[]): Promise<Reply> {
    if (this.#operations?.watched === true)
      return this.#operations.run(new RedisOperation(command, this.#target), () => this.#target.send(command))
    return this.#target.send(command)
  }

  /** Gets the text of a key and returns `convert(text)`. It is `send(["GET", key])` with less overhead. */
  getText<Value>(key: string, convert: (text: string | null) => Value): Promise<Value> {
    if (this.#operations?.watched === true) return this.send<string | null>(["GET", key]).then(convert)
    return this.#target.getText(key, convert)
  }

  /**
   * @internal Adds a function that runs on each new connection before other commands. If it fails, the connection is
   * not used. In a cluster it runs for each node, which rejects keys of other nodes, and once more when all nodes are
   * available again.
   */
  beforeUse(run: (send: Send) => Promise<void>): void {
    this.#beforeUse.push(run)
  }

  /**
   * @internal Listens to a channel that Redis publishes to, over a connection of its own, until the returned function
   * is called. No prefix is added to the channel. Rejects with `RedisUnavailable` if Redis is unavailable; a connection
   * that is lost later is opened again.
   */
  listen(channel: string, listener: ChannelListener): Promise<() => void> {
    this.#listening ??= new RedisListener(this.#settings, this.#log)
    return this.#listening.listen(channel, listener)
  }

  /** Connects. Throws if Redis cannot be reached, unless it is `optional`. */
  async onStart(): Promise<void> {
    const { lazy, optional = false } = this.#options
    if (typeof lazy === "function" ? lazy() : lazy === true) return
    const target = this.#target
    const ends = performance.now() + this.#settings.startWait
    await target.open()
    if (optional) return
    while (!target.ready && !reasonsOf(target.failure).some(isFinal) && performance.now() < ends)
      await sleep(20)
    if (target.ready) return
    const { place, failure } = target
    await this.onStop()
    const reason = [...new Set(reasonsOf(failure).map(textOfReason))].join(", ")
    throw fault("REDIS_UNREACHABLE", { server: place, reason }, { cause: failure })
  }

  /** Waits for running commands and closes the connection. */
  async onStop(): Promise<void> {
    await Promise.all([this.#target.close(), this.#listening?.close()])
  }

  /** Throws if Redis does not answer; returns a note instead if it is `optional`. */
  async onHealth(): Promise<string | undefined> {
    if (!this.#target.asked) return "not asked for yet"
    try {
      await this.send(["PING"])
      return this.ready ? undefined : "a node of the cluster is unavailable"
    } catch (error) {
      if (this.#options.optional !== true) throw error
      return "unavailable; the application works without it"
    }
  }
}

/** The causes of an error with several addresses or nodes, which has no message of its own. */
function reasonsOf(failure: unknown): readonly unknown[] {
  if (failure instanceof AggregateError) return failure.errors.flatMap(reasonsOf)
  return failure instanceof RedisUnavailable ? reasonsOf(failure.cause) : [failure]
}

function isFinal(reason: unknown): boolean {
  return reason instanceof ErrorReply && final.test(reason.message)
}

function textOfReason(reason: unknown): string {
  return reason instanceof Error ? reason.message : String(reason)
}

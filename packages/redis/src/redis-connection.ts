import { setTimeout as sleep } from "node:timers/promises"
import { ErrorReply } from "redis"
import type { Log } from "trivet"
import { fault } from "./faults.ts"
import { RedisCluster } from "./redis-cluster.ts"
import { RedisServer } from "./redis-server.ts"
import { type RedisConnectionOptions, type RedisSettings, settingsOf } from "./redis-settings.ts"
import type { BeforeUse, RedisTarget, Send } from "./redis-target.ts"
import { RedisUnavailable } from "./redis-unavailable.ts"

// Refusals that waiting does not change.
const final = /^(?:WRONGPASS|NOAUTH|NOPERM|ERR invalid|ERR DB index|ERR AUTH|ERR This instance has cluster)/

/**
 * The connection of this process to Redis, made again whenever it is lost. While it is unavailable every command fails at
 * once, and a server that does not answer counts as away.
 */
export class RedisConnection {
  readonly #settings: RedisSettings
  readonly #options: RedisConnectionOptions
  readonly #target: RedisTarget
  readonly #beforeUse: BeforeUse[] = []

  constructor(options: RedisConnectionOptions, log?: Log) {
    this.#settings = settingsOf(options)
    this.#options = options
    const { urls, cluster } = this.#settings
    this.#target = cluster
      ? new RedisCluster(this.#settings, this.#beforeUse, log)
      : new RedisServer(urls[0], this.#settings, this.#beforeUse, log)
  }

  /** Whether commands can be sent now; to a cluster, whether to every node. */
  get ready(): boolean {
    return this.#target.ready
  }

  /**
   * Sends one command: `send<string | null>(["GET", "key"])`. Keys go as they are, without a prefix. In a cluster the
   * keys of one command must share a slot, and a command without a key is answered by one node, for that node.
   */
  send<Reply = unknown>(command: readonly string[]): Promise<Reply> {
    return this.#target.send(command)
  }

  /** Gets a text and converts it: one promise less than `send()` and `then()`, for what is asked for most. */
  getText<Value>(key: string, convert: (text: string | null) => Value): Promise<Value> {
    return this.#target.getText(key, convert)
  }

  /**
   * Runs something on each new connection before any other command; when it fails the connection is not used. In a
   * cluster that is a connection to one node, which refuses the keys of others; when all nodes are there again it is
   * run once more, for all keys.
   */
  beforeUse(run: (send: Send) => Promise<void>): void {
    this.#beforeUse.push(run)
  }

  /** Connects. Where Redis is not optional, an application does not start without it. */
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
    const reason = [...new Set(reasonsOf(failure).map(textOf))].join(", ")
    throw fault("REDIS_UNREACHABLE", { server: place, reason }, { cause: failure })
  }

  /** Waits for the commands that run and closes the connection. */
  onStop(): Promise<void> {
    return this.#target.close()
  }

  /** Throws when Redis does not answer; where it is optional, says so instead. */
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

/** What is behind an error of several addresses, which has no message of its own, or of several nodes. */
function reasonsOf(failure: unknown): readonly unknown[] {
  if (failure instanceof AggregateError) return failure.errors.flatMap(reasonsOf)
  return failure instanceof RedisUnavailable ? reasonsOf(failure.cause) : [failure]
}

function isFinal(reason: unknown): boolean {
  return reason instanceof ErrorReply && final.test(reason.message)
}

function textOf(reason: unknown): string {
  return reason instanceof Error ? reason.message : String(reason)
}

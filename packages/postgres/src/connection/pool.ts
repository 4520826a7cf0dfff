import { AsyncLocalStorage } from "node:async_hooks"
import type { Log } from "trivet"
import type { PoolCounts } from "./pool-counts.ts"
import type { WatchedClient } from "./watched-client.ts"

/** Options of a pool. Times are in milliseconds. */
export interface PoolOptions {
  /** The maximum number of connections. */
  readonly size: number
  /** How long a query waits for a connection. */
  readonly wait: number
  /** How long a connection may be idle before it is closed. */
  readonly idle: number
  /** The maximum age of a connection. Each is closed up to a tenth earlier, so that they are not all reopened at once. */
  readonly maxLifetime: number
  /** Opens a connection; `onUnfit` is called if it must not be used any more. */
  readonly connect: (onUnfit: (client: WatchedClient) => void) => Promise<WatchedClient>
  readonly log: Log | undefined
}

type Use = (failure: Error | undefined, client: WatchedClient | undefined) => void

interface Waiter {
  readonly until: number
  readonly use: Use
}

const tick = 50

/** The minimum interval between two replacements of all connections, in milliseconds. */
const retireInterval = 1_000

/**
 * A connection pool. Unlike the driver's own pool it needs no timer and no turn of the event loop per query: all time
 * limits are checked together, twenty times a second.
 */
export class Pool {
  readonly #options: PoolOptions
  readonly #all = new Set<WatchedClient>()
  /** Last in, first out, so that connections which are not needed stay idle and are closed. */
  readonly #idle: WatchedClient[] = []
  readonly #waiting = new Set<Waiter>()
  #opening = 0
  #retireAfter = 0
  #failure: Error | undefined
  #timer: NodeJS.Timeout | undefined
  #ended: PromiseWithResolvers<void> | undefined
  /** Runs code outside of any call. Otherwise later events of a connection would belong to the call that opened it. */
  readonly #outside = AsyncLocalStorage.snapshot()

  constructor(options: PoolOptions) {
    this.#options = options
  }

  get counts(): PoolCounts {
    return { open: this.#all.size, idle: this.#idle.length, waiting: this.#waiting.size }
  }

  /** Whether another query would have to wait for a connection. */
  get full(): boolean {
    const { open, idle, waiting } = this.counts
    return idle === 0 && (waiting > 0 || open >= this.#options.size)
  }

  /** Takes a connection, synchronously if one is idle. The caller must give it back. */
  take(use: Use): void {
    const client = this.#idle.pop()
    if (client !== undefined) return use(undefined, client)
    if (this.#ended !== undefined) return use(new Error("the application is stopping"), undefined)
    this.#waiting.add({ until: performance.now() + this.#options.wait, use })
    this.#open()
  }

  /** Takes a connection back. A broken one is closed. */
  giveBack(client: WatchedClient, broken: boolean): void {
    if (broken || this.#ended !== undefined || !client.usable) {
      this.#close(client)
      return this.#open()
    }
    const [first] = this.#waiting
    if (first === undefined) {
      client.idleSince = performance.now()
      this.#idle.push(client)
    } else {
      this.#waiting.delete(first)
      first.use(undefined, client)
    }
  }

  /** Waits until all connections are given back, and closes them. */
  end(): Promise<void> {
    this.#ended ??= Promise.withResolvers<void>()
    this.#refuseAll(new Error("the application is stopping"))
    for (const client of this.#idle.splice(0)) this.#close(client)
    this.#settle()
    return this.#ended.promise
  }

  /** Replaces every connection as soon as it is idle. Does nothing if it was called less than a second ago. */
  retireAll(): void {
    const now = performance.now()
    if (now < this.#retireAfter) return
    this.#retireAfter = now + retireInterval
    for (const client of this.#all) this.#retire(client)
  }

  /** Opens one more connection if a caller waits for one and the maximum is not reached. */
  #open(): void {
    if (this.#waiting.size <= this.#opening || this.#all.size + this.#opening >= this.#options.size) return
    this.#outside(() => this.#connect())
  }

  #connect(): void {
    this.#timer ??= setInterval(() => this.#look(performance.now()), tick).unref()
    this.#opening++
    this.#connected().then(
      (client) => this.#opened(client),
      (error: Error) => this.#notOpened(error),
    )
  }

  /**
   * Opens a connection. Also rejects if the client cannot be constructed, which reads the URL and the files that it
   * names.
   */
  async #connected(): Promise<WatchedClient> {
    const client = await this.#options.connect((unfit) => this.#retire(unfit))
    client.on("error", (error) => {
      if (this.#idle.includes(client))
        this.#options.log?.warn({ err: error }, "a database connection was lost")
      this.#forget(client)
    })
    client.on("end", () => this.#forget(client))
    return client
  }

  #opened(client: WatchedClient): void {
    this.#opening--
    this.#failure = undefined
    client.expiresAt = performance.now() + this.#options.maxLifetime * (1 - Math.random() / 10)
    this.#all.add(client)
    this.giveBack(client, false)
    this.#open()
  }

  #notOpened(error: Error): void {
    this.#opening--
    this.#failure = error
    // If other connections are open, one of them may become free in time.
    if (this.#all.size + this.#opening === 0) this.#refuseAll(error)
    this.#settle()
  }

  #retire(client: WatchedClient): void {
    client.usable = false
    if (this.#idle.includes(client)) this.#close(client)
  }

  #close(client: WatchedClient): void {
    this.#forget(client)
    client.close()
  }

  #forget(client: WatchedClient): void {
    client.usable = false
    this.#all.delete(client)
    const at = this.#idle.indexOf(client)
    if (at !== -1) this.#idle.splice(at, 1)
    this.#settle()
  }

  #refuseAll(error: Error): void {
    const waiters = [...this.#waiting]
    this.#waiting.clear()
    for (const { use } of waiters) use(error, undefined)
  }

  #look(now: number): void {
    for (const client of this.#all) {
      client.cutWhenLate(now)
      if (client.expiresAt < now) this.#retire(client)
    }
    for (const waiter of this.#waiting) {
      if (waiter.until > now) break
      this.#waiting.delete(waiter)
      const reason = `no connection within ${this.#options.wait} ms`
      waiter.use(new Error(reason, { cause: this.#failure }), undefined)
    }
    const [oldest] = this.#idle
    if (oldest !== undefined && oldest.idleSince + this.#options.idle < now) this.#close(oldest)
    this.#open()
  }

  #settle(): void {
    if (this.#all.size + this.#opening + this.#waiting.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
    this.#ended?.resolve()
  }
}

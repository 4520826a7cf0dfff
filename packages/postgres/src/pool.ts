import { AsyncLocalStorage } from "node:async_hooks"
import type pg from "pg"
import type { Log } from "trivet"
import type { PoolCounts } from "./pool-counts.ts"
import { WatchedClient } from "./watched-client.ts"

/** How a pool is made. Times are in milliseconds. */
export interface PoolOptions {
  /** The most connections. */
  readonly size: number
  /** How long one waits for a connection. */
  readonly wait: number
  /** How long a connection may have nothing to do before it is closed. */
  readonly idle: number
  /** How old a connection may become. Each is closed up to a tenth earlier, so that not all are opened again at once. */
  readonly maxLifetime: number
  readonly client: pg.ClientConfig
  readonly log: Log | undefined
}

type Use = (failure: Error | undefined, client: WatchedClient | undefined) => void

interface Waiter {
  readonly until: number
  readonly use: Use
}

const tick = 50

/** How often at most all connections are replaced, in milliseconds. */
const retireInterval = 1_000

/**
 * Lends connections. Unlike the driver's own pool it needs no timer and no turn of the event loop for a query: what
 * has a limit of time is looked at twenty times a second, all at once.
 */
export class Pool {
  readonly #options: PoolOptions
  readonly #all = new Set<WatchedClient>()
  /** The one that was used last goes first, so that those not needed stay idle and are closed. */
  readonly #idle: WatchedClient[] = []
  readonly #waiting = new Set<Waiter>()
  #opening = 0
  #retireAfter = 0
  #failure: Error | undefined
  #timer: NodeJS.Timeout | undefined
  #ended: PromiseWithResolvers<void> | undefined
  /** Runs what belongs to no call. What a connection reports later would otherwise count as part of the call that opened it. */
  readonly #outside = AsyncLocalStorage.snapshot()

  constructor(options: PoolOptions) {
    this.#options = options
  }

  get counts(): PoolCounts {
    return { open: this.#all.size, idle: this.#idle.length, waiting: this.#waiting.size }
  }

  /** Whether another query would have to wait for those before it. */
  get full(): boolean {
    const { open, idle, waiting } = this.counts
    return idle === 0 && (waiting > 0 || open >= this.#options.size)
  }

  /** Lends a connection, at once if one is idle. Whoever gets it must give it back. */
  take(use: Use): void {
    const client = this.#idle.pop()
    if (client !== undefined) return use(undefined, client)
    if (this.#ended !== undefined) return use(new Error("the application is stopping"), undefined)
    this.#waiting.add({ until: performance.now() + this.#options.wait, use })
    this.#open()
  }

  /** Takes a connection back. One that is broken is closed. */
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

  /** Waits until every connection has been given back, and closes them. */
  end(): Promise<void> {
    this.#ended ??= Promise.withResolvers<void>()
    this.#refuseAll(new Error("the application is stopping"))
    for (const client of this.#idle.splice(0)) this.#close(client)
    this.#settle()
    return this.#ended.promise
  }

  /** Replaces every connection, once it is idle; nothing if that was done less than a second ago. */
  retireAll(): void {
    const now = performance.now()
    if (now < this.#retireAfter) return
    this.#retireAfter = now + retireInterval
    for (const client of this.#all) this.#retire(client)
  }

  /** Opens one more connection if somebody waits for one and there may be more. */
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

  /** A new connection. It rejects also if the client cannot be made, which reads the URL and the files that the URL names. */
  async #connected(): Promise<WatchedClient> {
    const client = new WatchedClient(this.#options.client)
    // A connection can die at any time, and says so here. Without a listener that would end the process.
    client.on("error", (error) => {
      if (this.#idle.includes(client))
        this.#options.log?.warn({ err: error }, "a database connection was lost")
      this.#forget(client)
    })
    client.on("end", () => this.#forget(client))
    await client.connect()
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
    // Where others are open, one of them may come free in time.
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

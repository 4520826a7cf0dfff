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
  readonly client: pg.ClientConfig
  readonly log: Log | undefined
}

type Use = (failure: Error | undefined, client: WatchedClient | undefined) => void

interface Waiter {
  readonly until: number
  readonly use: Use
}

const tick = 50

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
    if (broken || this.#ended !== undefined || !this.#all.has(client)) {
      this.#forget(client)
      client.close()
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
    for (const client of this.#idle.splice(0)) {
      this.#forget(client)
      client.close()
    }
    this.#settle()
    return this.#ended.promise
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

  #forget(client: WatchedClient): void {
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
    for (const client of this.#all) client.cutWhenLate(now)
    for (const waiter of this.#waiting) {
      if (waiter.until > now) break
      this.#waiting.delete(waiter)
      const reason = `no connection within ${this.#options.wait} ms`
      waiter.use(new Error(reason, { cause: this.#failure }), undefined)
    }
    const [oldest] = this.#idle
    if (oldest !== undefined && oldest.idleSince + this.#options.idle < now) {
      this.#forget(oldest)
      oldest.close()
    }
    this.#open()
  }

  #settle(): void {
    if (this.#all.size + this.#opening + this.#waiting.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
    this.#ended?.resolve()
  }
}

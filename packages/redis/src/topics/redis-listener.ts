import { setTimeout as sleep } from "node:timers/promises"
import type { Log } from "trivet"
import { findMaster } from "../connection/find-master.ts"
import { makeClient } from "../connection/make-client.ts"
import { placeOfServer, type RedisSettings } from "../connection/redis-settings.ts"
import { RedisUnavailable } from "../connection/redis-unavailable.ts"
import { createSparseLog } from "../sparse-log.ts"

/** A listener for the messages of a channel. */
export interface ChannelListener {
  /** Called for each message. */
  hear(text: string): void
  /** The connection was lost. Messages before the next one may be missing. */
  lost(): void
  /** The connection is restored. */
  back(): void
}

type Client = ReturnType<typeof makeClient>

interface Line {
  readonly client: Client
  readonly subscribed: Set<string>
  /** Resolves with the reason when the connection is lost. */
  readonly lost: Promise<unknown>
}

/** Milliseconds between two pings: no other commands are sent on this connection. */
const askEvery = 5_000

/**
 * The connection of this process for Pub/Sub messages. It is opened for the first listener, and again whenever it is
 * lost while there are listeners. In a cluster every node gets all messages, so one connection is enough.
 */
export class RedisListener {
  readonly #settings: RedisSettings
  readonly #log: Log | undefined
  readonly #channels = new Map<string, Set<ChannelListener>>()
  readonly #stopping = new AbortController()
  /** The channels that the client is subscribed to. */
  #subscribed = new Set<string>()
  #turn: Promise<void> = Promise.resolve()
  #client: Client | undefined
  #running: Promise<void> | undefined
  #tried: Promise<void> | undefined
  #failure: unknown

  constructor(settings: RedisSettings, log?: Log) {
    this.#settings = settings
    this.#log = log
  }

  /** Listens to a channel. Rejects if Redis is unavailable. Returns a function that stops listening. */
  async listen(channel: string, listener: ChannelListener): Promise<() => void> {
    this.#tried ??= new Promise((done) => {
      this.#running = this.#keepOpen(done)
    })
    await this.#tried
    if (this.#client === undefined) throw new RedisUnavailable(this.#failure)
    const listeners = this.#channels.get(channel) ?? new Set()
    this.#channels.set(channel, listeners.add(listener))
    const end = () => this.#end(channel, listener)
    try {
      await this.#inTurn(channel)
      return end
    } catch (error) {
      end()
      throw new RedisUnavailable(error)
    }
  }

  async close(): Promise<void> {
    this.#stopping.abort()
    this.#client?.destroy()
    await this.#running
  }

  // One function for all channels: node-redis stores each function of a channel once.
  readonly #hear = (text: string, channel: string): void => {
    for (const listener of this.#channels.get(channel) ?? []) listener.hear(text)
  }

  #end(channel: string, listener: ChannelListener): void {
    const listeners = this.#channels.get(channel)
    listeners?.delete(listener)
    if (listeners === undefined || listeners.size > 0) return
    this.#channels.delete(channel)
    // Fails only if the connection is lost, and then nothing is subscribed.
    this.#inTurn(channel).catch(() => undefined)
  }

  /**
   * Subscribes or unsubscribes, as the listeners of the channel require. One operation at a time: node-redis loses a
   * listener that is added while the channel is being unsubscribed.
   */
  #inTurn(channel: string): Promise<void> {
    const turn = this.#turn.then(() => this.#settle(channel))
    this.#turn = turn.catch(() => undefined)
    return turn
  }

  async #settle(channel: string): Promise<void> {
    const client = this.#client
    const isWanted = this.#channels.has(channel)
    if (client === undefined) throw this.#failure
    if (isWanted === this.#subscribed.has(channel)) return
    const { timeout } = this.#settings
    if (isWanted) await inTime(client.subscribe(channel, this.#hear), timeout)
    else await inTime(client.unsubscribe(channel), timeout)
    if (isWanted) this.#subscribed.add(channel)
    else this.#subscribed.delete(channel)
  }

  async #keepOpen(tried: () => void): Promise<void> {
    const { signal } = this.#stopping
    const { urls, master } = this.#settings
    const logUnavailable = createSparseLog(
      this.#log,
      `${placeOfServer(this.#settings, urls[0])} sends no messages`,
      30_000,
    )
    let failed: string | undefined
    for (let failures = 0; !signal.aborted; failures++) {
      try {
        const url =
          master === undefined ? urls[failures % urls.length]! : await findMaster(this.#settings, failed)
        failed = url
        const { client, subscribed, lost } = await this.#connect(url)
        failed = undefined
        this.#client = client
        this.#subscribed = subscribed
        failures = 0
        tried()
        for (const listener of this.#listeners()) listener.back()
        this.#failure = await lost
      } catch (error) {
        this.#failure = error
      }
      this.#client = undefined
      for (const listener of this.#listeners()) listener.lost()
      tried()
      if (signal.aborted) return
      logUnavailable(this.#failure)
      const pause = Math.min(50 * 2 ** failures, 1_000) * (0.5 + Math.random() / 2)
      await sleep(pause, undefined, { signal }).catch(() => undefined)
    }
  }

  #listeners(): readonly ChannelListener[] {
    return [...this.#channels.values()].flatMap((listeners) => [...listeners])
  }

  async #connect(url: string): Promise<Line> {
    const { connectTimeout, timeout } = this.#settings
    const client = makeClient(url, this.#settings)
    const { signal } = this.#stopping
    const { promise: lost, resolve: tell } = Promise.withResolvers<unknown>()
    // An unhandled `error` event would crash the process.
    client.on("error", tell)
    client.on("end", () => tell(new Error("the connection was closed")))
    const stop = () => tell(new Error("stopped"))
    // Also handles a stop during the connection attempt.
    if (signal.aborted) stop()
    signal.addEventListener("abort", stop)
    void lost.then(() => signal.removeEventListener("abort", stop))
    const subscribed = new Set(this.#channels.keys())
    try {
      await inTime(client.connect(), connectTimeout)
      for (const channel of subscribed) await inTime(client.subscribe(channel, this.#hear), timeout)
    } catch (error) {
      tell(error)
      client.destroy()
      throw error
    }
    const asking = setInterval(
      () => void inTime(client.ping(), timeout).catch(() => client.destroy()),
      askEvery,
    )
    void lost.then(() => {
      clearInterval(asking)
      return client.destroy()
    })
    return { client, subscribed, lost }
  }
}

/** Rejects if the server does not answer in time. */
async function inTime<Value>(work: Promise<Value>, milliseconds: number): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, refuse) => {
    timer = setTimeout(() => refuse(new Error(`no reply within ${milliseconds} ms`)), milliseconds)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

import { setTimeout as sleep } from "node:timers/promises"
import type { Log } from "trivet"
import { makeClient } from "./make-client.ts"
import { placeOf, type RedisSettings } from "./redis-settings.ts"
import { RedisUnavailable } from "./redis-unavailable.ts"
import { createSparseLog } from "./sparse-log.ts"

/** What hears the messages of a channel. */
export interface ChannelListener {
  /** A message came. */
  hear(text: string): void
  /** The connection was lost. Before the next message others may be missing. */
  lost(): void
  /** The connection is there again. */
  back(): void
}

type Client = ReturnType<typeof makeClient>

interface Line {
  readonly client: Client
  readonly subscribed: Set<string>
  /** Is done, with the reason, when the connection is lost. */
  readonly lost: Promise<unknown>
}

/** Milliseconds between two questions whether the server still answers: on this connection nothing else is sent. */
const askEvery = 5_000

/**
 * The connection of this process on which Redis sends messages. It is opened for the first listener, and again whenever it is
 * lost while there are listeners. In a cluster every node has all messages, so one of them is enough.
 */
export class RedisListener {
  readonly #settings: RedisSettings
  readonly #log: Log | undefined
  readonly #channels = new Map<string, Set<ChannelListener>>()
  readonly #stopping = new AbortController()
  /** What the client is subscribed to. */
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

  /** Listens to a channel. Rejects if Redis is unavailable. Returns a function that ends it. */
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

  // One function for all channels: node-redis keeps each function of a channel once.
  readonly #hear = (text: string, channel: string): void => {
    for (const listener of this.#channels.get(channel) ?? []) listener.hear(text)
  }

  #end(channel: string, listener: ChannelListener): void {
    const listeners = this.#channels.get(channel)
    listeners?.delete(listener)
    if (listeners === undefined || listeners.size > 0) return
    this.#channels.delete(channel)
    // It fails with the connection, and then nothing is subscribed.
    this.#inTurn(channel).catch(() => undefined)
  }

  /**
   * Subscribes to a channel or not, as its listeners need it. One after the other: node-redis forgets a listener that is added
   * while the channel is being left.
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
    const { urls } = this.#settings
    const logUnavailable = createSparseLog(
      this.#log,
      `Redis at ${placeOf(urls[0])} sends no messages`,
      30_000,
    )
    for (let failures = 0; !signal.aborted; failures++) {
      try {
        const { client, subscribed, lost } = await this.#connect(urls[failures % urls.length]!)
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
    // Without a listener an error would end the process.
    client.on("error", tell)
    client.on("end", () => tell(new Error("the connection was closed")))
    const stop = () => tell(new Error("stopped"))
    // Also if it stops while it connects.
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

/** A server that does not answer counts as away. */
async function inTime<Value>(work: Promise<Value>, milliseconds: number): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, refuse) => {
    timer = setTimeout(() => refuse(new Error(`no reply within ${milliseconds} ms`)), milliseconds)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

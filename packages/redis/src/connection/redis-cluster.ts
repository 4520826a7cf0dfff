import { setTimeout as sleep } from "node:timers/promises"
import type { Log } from "trivet"
import { isRedirection, redirectionOf, type SlotRange, slotRangesOf } from "./cluster-map.ts"
import { slotCount, slotOf } from "./hash-slot.ts"
import { RedisServer } from "./redis-server.ts"
import { placeOf, type RedisSettings } from "./redis-settings.ts"
import type { BeforeUse, RedisTarget } from "./redis-target.ts"
import { RedisUnavailable } from "./redis-unavailable.ts"
import { createSparseLog } from "../sparse-log.ts"

const mostHops = 5

/**
 * A cluster: a `RedisServer` for each master, and the map of slots. If a node is unavailable, only commands for its
 * slots fail. Redirections of moved slots are followed.
 */
export class RedisCluster implements RedisTarget {
  readonly place: string
  readonly #settings: RedisSettings
  readonly #beforeUse: readonly BeforeUse[]
  readonly #log: Log | undefined
  readonly #logUnknownSlots: (error: unknown) => void
  readonly #stopping = new AbortController()
  readonly #nodes = new Map<string, RedisServer>()
  /** The master of each slot; empty until a node has sent the map. */
  #masters: (RedisServer | undefined)[] = []
  /**
   * Whether the map is up to date: since the last check no slot has moved and no command failed because of a missing
   * node.
   */
  #calm = false
  #running: Promise<void> | undefined
  #tried: Promise<void> | undefined
  #failure: unknown

  constructor(settings: RedisSettings, beforeUse: readonly BeforeUse[], log?: Log) {
    this.place = `The Redis Cluster at ${settings.urls.map(placeOf).join(", ")}`
    this.#settings = settings
    this.#beforeUse = beforeUse
    this.#log = log
    this.#logUnknownSlots = createSparseLog(log, `${this.place} does not report its slots`, 30_000)
  }

  get ready(): boolean {
    return this.#masters.length > 0 && this.#nodes.values().every((node) => node.ready)
  }

  get asked(): boolean {
    return this.#tried !== undefined
  }

  get failure(): unknown {
    return this.#failure ?? this.#nodes.values().find((node) => !node.ready)?.failure
  }

  send<Reply>(command: readonly string[]): Promise<Reply> {
    if (this.#masters.length > 0) return this.#route(command)
    return this.#firstMap().then(() => this.#route(command))
  }

  getText<Value>(key: string, convert: (text: string | null) => Value): Promise<Value> {
    return this.send<string | null>(["GET", key]).then(convert)
  }

  open(): Promise<void> {
    this.#tried ??= new Promise((done) => {
      this.#running = this.#keepWell(done)
    })
    return this.#tried
  }

  async close(): Promise<void> {
    this.#stopping.abort()
    await Promise.all([this.#running, ...this.#nodes.values().map((node) => node.close())])
  }

  async #firstMap(): Promise<void> {
    // Only before the first connection: later, commands fail at once instead of waiting.
    if (this.#failure === undefined) await this.open()
  }

  #route<Reply>(command: readonly string[]): Promise<Reply> {
    const slot = slotOf(command)
    const node = slot === undefined ? this.#nodes.values().find(({ ready }) => ready) : this.#masters[slot]
    if (node !== undefined) return this.#sendTo(node, command, mostHops)
    this.#calm = false
    return Promise.reject(new RedisUnavailable(this.failure))
  }

  #sendTo<Reply>(node: RedisServer, command: readonly string[], hops: number): Promise<Reply> {
    return node.send<Reply>(command).catch((error: unknown) => {
      if (error instanceof RedisUnavailable) this.#calm = false
      if (!isRedirection(error)) throw error
      if (hops === 0 || this.#stopping.signal.aborted) throw new RedisUnavailable(error)
      const { slot, url, once } = redirectionOf(error, node.url)
      const owner = this.#nodeAt(url)
      if (once) return this.#sendOnceTo(owner, command, hops - 1)
      // The map may be correct already: a command whose key is not its first argument goes to the wrong node first.
      if (this.#masters[slot] !== owner) {
        this.#masters[slot] = owner
        this.#calm = false
      }
      return this.#sendTo<Reply>(owner, command, hops - 1)
    })
  }

  async #sendOnceTo<Reply>(node: RedisServer, command: readonly string[], hops: number): Promise<Reply> {
    await node.open()
    // `ASKING` applies to the next command on the connection, so no other command may come between the two.
    const [, reply] = await Promise.all([node.send(["ASKING"]), this.#sendTo<Reply>(node, command, hops)])
    return reply
  }

  #nodeAt(url: string): RedisServer {
    const known = this.#nodes.get(url)
    if (known !== undefined) return known
    const node = new RedisServer(url, this.#settings, this.#beforeUse, this.#log)
    this.#nodes.set(url, node)
    return node
  }

  /** Checks once a second, and fetches the map while something is wrong: a replica may have replaced a node. */
  async #keepWell(tried: () => void): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      if (!this.#calm || !this.ready) {
        this.#calm = true
        await this.#recover().then(
          () => (this.#failure = undefined),
          (error: unknown) => {
            this.#failure = error
            this.#calm = false
          },
        )
      }
      tried()
      await sleep(1_000, undefined, { signal, ref: false }).catch(() => undefined)
    }
    tried()
  }

  async #recover(): Promise<void> {
    await this.#readMap()
    // A node may have rejected a command without losing its connection, for example while the cluster misses another
    // node.
    if (this.ready) for (const run of this.#beforeUse) await run((command) => this.send(command))
    else this.#calm = false
  }

  async #readMap(): Promise<void> {
    const ready = [...this.#nodes.values()].filter((node) => node.ready)
    const asked = ready.length > 0 ? ready : this.#settings.urls.map((url) => this.#nodeAt(url))
    const ranges = await Promise.any(asked.map(ask)).catch((error: unknown) => {
      // Unavailable nodes are already logged.
      if (ready.length === this.#nodes.size) this.#logUnknownSlots(error)
      throw error
    })
    if (this.#stopping.signal.aborted) return
    await this.#follow(ranges)
  }

  async #follow(ranges: readonly SlotRange[]): Promise<void> {
    const masters = Array.from<RedisServer | undefined>({ length: slotCount })
    for (const { from, to, url } of ranges) masters.fill(this.#nodeAt(url), from, to + 1)
    this.#masters = masters
    const used = new Set(masters)
    for (const [url, node] of this.#nodes) {
      if (used.has(node)) continue
      this.#nodes.delete(url)
      if (!node.ready && node.failure !== undefined) this.#log?.info(`${node.place} is no longer used`)
      void node.close()
    }
    await Promise.all(this.#nodes.values().map((node) => node.open()))
  }
}

async function ask(node: RedisServer): Promise<readonly SlotRange[]> {
  const [state, slots] = await Promise.all([
    node.send<string>(["CLUSTER", "INFO"]),
    node.send(["CLUSTER", "SLOTS"]),
  ])
  return slotRangesOf(state, slots, node.url)
}

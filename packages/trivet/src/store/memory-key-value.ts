import { Fault } from "../fault/fault.ts"
import { type Clock, systemClock } from "./clock.ts"
import { KeyValue, type KeyLifetime } from "./key-value.ts"

interface Entry {
  readonly value: string
  /** In the time of the monotonic clock, because the time of day may be changed while the process runs. */
  readonly ends: number
}

/** A `KeyValue` in the memory of this process, for development and tests. Its data is lost when the process ends. */
export class MemoryKeyValue extends KeyValue {
  /** The name under which `serve()` logs that this data is lost when the process ends. */
  readonly inMemory: string = "key-value store"
  readonly #entries = new Map<string, Entry>()
  readonly #clock: Clock
  #sweepAt = 1_024

  constructor(clock: Clock = systemClock) {
    super()
    this.#clock = clock
  }

  async get(key: string): Promise<string | undefined> {
    return this.#find(key)?.value
  }
  async set(key: string, value: string, lifetime: KeyLifetime = {}): Promise<void> {
    this.#put(key, value, this.#endOf(lifetime))
  }
  async add(key: string, value: string, lifetime: KeyLifetime = {}): Promise<boolean> {
    if (this.#find(key) !== undefined) return false
    this.#put(key, value, this.#endOf(lifetime))
    return true
  }
  async take(key: string): Promise<string | undefined> {
    const entry = this.#find(key)
    this.#entries.delete(key)
    return entry?.value
  }
  async increment(key: string, by = 1, lifetime: KeyLifetime = {}): Promise<number> {
    const entry = this.#find(key)
    const count = Number(entry?.value ?? "0")
    if (!Number.isSafeInteger(count)) throw new Fault("INCREMENT_INVALID", { key, what: "its value" })
    const sum = count + by
    this.#put(key, String(sum), entry?.ends ?? this.#endOf(lifetime))
    return sum
  }
  async delete(key: string): Promise<boolean> {
    const present = this.#find(key) !== undefined
    this.#entries.delete(key)
    return present
  }

  /** The number of keys in memory. Keys whose lifetime is over are removed later and count until then. */
  get size(): number {
    return this.#entries.size
  }

  #find(key: string): Entry | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined || entry.ends > this.#clock.monotonic()) return entry
    this.#entries.delete(key)
    return undefined
  }

  #put(key: string, value: string, ends: number): void {
    this.#entries.set(key, { value, ends })
    if (this.#entries.size >= this.#sweepAt) this.#sweep()
  }

  /**
   * Removes expired keys. Runs when the map has doubled since the last run, so that the cost per write is small and
   * expired keys do not accumulate.
   */
  #sweep(): void {
    const now = this.#clock.monotonic()
    for (const [key, entry] of this.#entries) if (entry.ends <= now) this.#entries.delete(key)
    this.#sweepAt = Math.max(1_024, this.#entries.size * 2)
  }

  #endOf({ seconds }: KeyLifetime): number {
    return seconds === undefined ? Infinity : this.#clock.monotonic() + seconds * 1000
  }
}

import { type Answer, type Counter, type CounterRule, memory } from "./counter.ts"

const most = 100_000
// Deletes many entries at once: iterating over a Map skips deleted entries at its front one by one until it is rebuilt.
const batch = 1_000

interface State {
  taken: number
  /** The number of the window. */
  window: number
  /** The length of this window, or of its lock, in milliseconds. */
  length: number
  /** When points are available again. */
  ends: number
  /** When the whole state is forgotten. */
  forgotten: number
}

/** Counts in the memory of this process. Beyond 100,000 keys the oldest are forgotten, so that memory stays bounded. */
export class MemoryCounter implements Counter {
  readonly #rule: CounterRule
  readonly #now: () => number
  // In the order in which their windows began.
  readonly #states = new Map<string, State>()
  #windows = 0

  /** `now` returns monotonic milliseconds, as integers: with fractions, `now + window - now` can exceed the window. */
  constructor(rule: CounterRule, now: () => number = () => Math.floor(performance.now())) {
    this.#rule = rule
    this.#now = now
  }

  // The same steps as the script of `redis-counter.ts`.
  async take(key: string): Promise<Answer> {
    const { points, maxWindow } = this.#rule
    const now = this.#now()
    const state = this.#stateFor(key, now)
    if (state.taken >= points)
      return { taken: false, remaining: 0, wait: state.ends - now, window: state.window }
    state.taken++
    if (maxWindow !== undefined) {
      if (state.taken === points) state.ends = now + state.length
      state.forgotten = Math.max(now, state.ends) + memory * maxWindow
    }
    const back = state.taken < points ? state.forgotten : state.ends
    return { taken: true, remaining: points - state.taken, wait: back - now, window: state.window }
  }

  async give(key: string, window: number): Promise<void> {
    const state = this.#states.get(key)
    if (state?.window === window && state.taken > 0) state.taken--
  }

  /** The number of stored keys, including those whose window is over. */
  get size(): number {
    return this.#states.size
  }

  #stateFor(key: string, now: number): State {
    const { points, window, maxWindow } = this.#rule
    const found = this.#states.get(key)
    const known = found !== undefined && now < found.forgotten ? found : undefined
    if (known !== undefined && (known.taken < points || now < known.ends)) return known
    const length =
      known === undefined || maxWindow === undefined ? window : Math.min(known.length * 2, maxWindow)
    const ends = maxWindow === undefined ? now + length : now
    const forgotten = maxWindow === undefined ? ends : now + memory * maxWindow
    const state = { taken: 0, window: ++this.#windows, length, ends, forgotten }
    this.#states.delete(key)
    this.#states.set(key, state)
    this.#forget(now)
    return state
  }

  #forget(now: number): void {
    if (this.#windows % batch !== 0) return
    for (const [key, { forgotten }] of this.#states) {
      if (forgotten > now && this.#states.size <= most - batch) break
      this.#states.delete(key)
    }
  }
}

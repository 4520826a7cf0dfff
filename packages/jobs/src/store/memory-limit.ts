import type { StoredLimit } from "../job-settings.ts"
import type { Row } from "./memory-rows.ts"

/** The limit of a queue in memory. */
export class MemoryLimit {
  readonly #limit: StoredLimit
  /** When attempts started lately, by key. */
  readonly #starts = new Map<string, readonly number[]>()

  constructor(limit: StoredLimit) {
    this.#limit = limit
  }

  /** Of the jobs that are due, returns those that may start now, and counts them. */
  allowed(due: readonly Row[], running: readonly Row[], most: number, now: number): readonly Row[] {
    const { maxRunning = Infinity, maxStarts = Infinity, per } = this.#limit
    for (const [key, starts] of this.#starts) {
      const recent = starts.filter((start) => start > now - per)
      if (recent.length > 0) this.#starts.set(key, recent)
      else this.#starts.delete(key)
    }
    const counts = Map.groupBy(running, ({ limitKey }) => limitKey)
    const active = new Map([...counts].map(([key, rows]) => [key, rows.length]))
    const some: Row[] = []
    for (const row of due) {
      if (some.length === most) break
      const { limitKey: key } = row
      const [count, starts] = [active.get(key) ?? 0, this.#starts.get(key) ?? []]
      if (count >= maxRunning || starts.length >= maxStarts) continue
      active.set(key, count + 1)
      if (maxStarts !== Infinity) this.#starts.set(key, [...starts, now])
      some.push(row)
    }
    return some
  }
}

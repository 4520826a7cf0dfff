import type { Clock } from "trivet"
import type { JobStore } from "./job-store.ts"
import type { KnownJob } from "./known-jobs.ts"
import { lastOccurrence } from "./occurrences.ts"

/** How old an occurrence may be that passed while no process ran, in milliseconds. */
const catchUp = 10 * 60_000

/**
 * Adds the jobs of schedules when they are due. Every process does it for itself: the id of a job is made of its name
 * and its time, and a store adds the same id once. So it needs no leader, and nothing else to remember.
 */
export class Scheduler {
  readonly #store: JobStore
  readonly #clock: Clock
  readonly #jobs: readonly KnownJob[]
  #until: number

  constructor(store: JobStore, clock: Clock, jobs: readonly KnownJob[]) {
    this.#store = store
    this.#clock = clock
    this.#jobs = jobs.filter(({ settings }) => settings.schedule !== undefined)
    this.#until = clock.now() - catchUp
  }

  /** Adds what has become due since the last time: of a schedule that was due more than once, the last one. */
  async addDue(): Promise<void> {
    const now = this.#clock.now()
    for (const { name, settings } of this.#jobs) {
      const at = lastOccurrence(settings.schedule!, now)
      if (at > this.#until) await this.#add(name, at)
    }
    // Only now: if the store could not be reached, the next round tries again.
    this.#until = Math.max(this.#until, now)
  }

  async #add(queue: string, at: number): Promise<void> {
    const id = await idOf(`${queue} ${at}`)
    await this.#store.add({ queue, data: null, delay: 0, key: undefined, id })
  }
}

/** A UUID made of a text. */
async function idOf(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)))
  const bytes = digest.slice(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x80
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return [...bytes]
    .map((byte, at) => (/^(?:4|6|8|10)$/.test(String(at)) ? "-" : "") + byte.toString(16).padStart(2, "0"))
    .join("")
}

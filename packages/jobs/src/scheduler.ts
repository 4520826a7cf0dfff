import type { Clock } from "trivet"
import type { JobStore } from "./job-store.ts"
import type { KnownJob } from "./known-jobs.ts"
import { Occurrences } from "./occurrences.ts"

/** How old an occurrence may be that passed while no process ran, in milliseconds. */
const catchUp = 10 * 60_000

/**
 * By how much a clock must have been set back for schedules to begin again, in milliseconds. What is due in a shorter time
 * was added already.
 */
const leastBack = 60_000

interface Planned {
  readonly queue: string
  readonly occurrences: Occurrences
  /** What is due and was not added yet. */
  due: number | undefined
}

/**
 * Adds the jobs of schedules when they are due. Every process does it for itself: the id of a job is made of its name
 * and its time, and a store adds the same id once. So it needs no leader, and nothing else to remember.
 */
export class Scheduler {
  readonly #store: JobStore
  readonly #clock: Clock
  readonly #jobs: readonly KnownJob[]
  #planned: readonly Planned[]
  /** The latest time at which it looked, since the clock was set back. */
  #latest: number
  #adding: Promise<void> | undefined

  constructor(store: JobStore, clock: Clock, jobs: readonly KnownJob[]) {
    this.#store = store
    this.#clock = clock
    this.#jobs = jobs
    this.#latest = clock.now()
    this.#planned = plannedAt(this.#latest, jobs)
  }

  /** Adds what has become due since the last time: of a schedule that was due more than once, the last one. */
  async addDue(): Promise<void> {
    this.#adding ??= this.#add().finally(() => (this.#adding = undefined))
    await this.#adding
  }

  async #add(): Promise<void> {
    const now = this.#clock.now()
    // The clock was ahead. Without this, nothing would be due until it is as late again.
    if (now < this.#latest - leastBack) {
      this.#planned = plannedAt(now, this.#jobs)
      this.#latest = now
    }
    this.#latest = Math.max(this.#latest, now)
    for (const planned of this.#planned) {
      planned.due = planned.occurrences.lastUntil(now) ?? planned.due
      if (planned.due === undefined) continue
      const { queue, due } = planned
      const id = await idOf(`${queue} ${due}`)
      await this.#store.add({ queue, data: null, delay: 0, key: undefined, id })
      // Only now: if the store could not be reached, the next round tries again.
      planned.due = undefined
    }
  }
}

function plannedAt(now: number, jobs: readonly KnownJob[]): Planned[] {
  return jobs.flatMap(({ name, settings: { schedule } }) =>
    schedule === undefined
      ? []
      : [{ queue: name, occurrences: new Occurrences(schedule, now - catchUp), due: undefined }],
  )
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

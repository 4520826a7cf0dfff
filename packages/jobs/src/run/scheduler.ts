import type { Clock } from "trivet"
import type { JobStore } from "../store/job-store.ts"
import type { KnownJob } from "../known-jobs.ts"
import { Occurrences } from "./occurrences.ts"

/** The maximum age of an occurrence that was missed because no process ran, in milliseconds. */
const catchUp = 10 * 60_000

/**
 * How far a clock must be set back before the schedules start again, in milliseconds. Occurrences within a shorter time
 * were already added.
 */
const leastBack = 60_000

interface Planned {
  readonly queue: string
  readonly occurrences: Occurrences
  /** An occurrence that is due and was not added yet. */
  due: number | undefined
}

/**
 * Adds the jobs of schedules when they are due. Every process does it independently: the id of a job is derived from
 * its name and time, and a store adds each id once. So no leader and no other state are needed.
 */
export class Scheduler {
  readonly #store: JobStore
  readonly #clock: Clock
  readonly #jobs: readonly KnownJob[]
  #planned: readonly Planned[]
  /** The latest time of a check since the clock was set back. */
  #latest: number
  #adding: Promise<void> | undefined

  constructor(store: JobStore, clock: Clock, jobs: readonly KnownJob[]) {
    this.#store = store
    this.#clock = clock
    this.#jobs = jobs
    this.#latest = clock.now()
    this.#planned = plannedAt(this.#latest, jobs)
  }

  /** Adds the occurrences since the last check. If a schedule was due more than once, only the last one is added. */
  async addDue(): Promise<void> {
    this.#adding ??= this.#add().finally(() => (this.#adding = undefined))
    await this.#adding
  }

  async #add(): Promise<void> {
    const now = this.#clock.now()
    // The clock was ahead. Without this, nothing would be due until it reaches that time again.
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
      // Cleared only after success: if the store is unavailable, the next round tries again.
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

/** A UUID derived from a text. */
async function idOf(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)))
  const bytes = digest.slice(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x80
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return [...bytes]
    .map((byte, at) => (/^(?:4|6|8|10)$/.test(String(at)) ? "-" : "") + byte.toString(16).padStart(2, "0"))
    .join("")
}

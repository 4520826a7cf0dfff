/** The longest delay, in milliseconds. */
const most = 200
/** Milliseconds after which misses are forgotten. Shorter than the interval between two polls. */
const forgetAfter = 500

/**
 * The delay between a notification about a job and the query for it. All processes are notified of each job, and one
 * gets it. A process that found nothing twice waits for a random time, so that one query of it serves several jobs.
 */
export class WakeDelay {
  #misses = 0
  #missedAt = 0
  /**
   * Empty results that are not counted as misses: a process is also notified of jobs that it has already taken,
   * together with earlier ones or because it enqueued them itself.
   */
  #excused = 0

  /** Records the number of jobs that a query returned. */
  note(taken: number): void {
    if (taken > 0) {
      this.#misses = 0
      this.#excused = 2 * taken - 1
    } else if (this.#excused > 0) this.#excused--
    else {
      this.#misses = this.#isRecent ? this.#misses + 1 : 1
      this.#missedAt = performance.now()
    }
  }

  /** The delay in milliseconds. */
  get milliseconds(): number {
    return this.#misses > 1 && this.#isRecent ? most * (0.5 + Math.random() / 2) : 0
  }

  get #isRecent(): boolean {
    return performance.now() - this.#missedAt < forgetAfter
  }
}

/** The longest delay, in milliseconds. */
const most = 200
/** Milliseconds after which it is forgotten that others were faster. Shorter than the pause between two polls. */
const forgetAfter = 500

/**
 * How long a process waits after it heard of a job, before it asks for it. All processes hear of each job, and one gets it:
 * those that came too late twice wait, at random, so that one question of theirs serves several jobs.
 */
export class WakeDelay {
  #misses = 0
  #missedAt = 0
  /** A process hears of a job that it has taken already: with others before it, or because it enqueued the job itself. */
  #excused = 0

  /** Notes how many jobs a question found. */
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

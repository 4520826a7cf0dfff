import type { Connections } from "./connections.ts"
import { cpuTime } from "./cpu-time.ts"

/**
 * How many milliseconds of computing calls are begun for in one turn of the loop: Node accepts one connection in each, so
 * turns must be short.
 */
const slice = 2
/** How many turns in a row may be left to who wants to connect. */
const mostPassed = 16

interface Waiting {
  readonly since: number
  readonly begin: () => void
}

/** Calls that wait for their turn. A few are begun in each turn of the loop, as long as more may be at work. */
export class WaitingCalls {
  readonly #delay: number
  readonly #connections: Connections
  readonly #mayBegin: () => boolean
  readonly #queue: Waiting[] = []
  #scheduled = false
  /** How many are begun in a millisecond, lately, and how many were since that was last measured. */
  #pace = 0
  #begun = 0
  #accepted = 0
  #passed = 0
  /** In how many turns in a row others were begun, and there was still one that had waited too long. */
  #behind = 0

  /** `delay`: for how many milliseconds one may wait. */
  constructor(delay: number, connections: Connections, mayBegin: () => boolean) {
    this.#delay = delay
    this.#connections = connections
    this.#mayBegin = mayBegin
  }

  get count(): number {
    return this.#queue.length
  }

  /** Whether one has waited too long, though others were begun. */
  get isBehind(): boolean {
    return this.#behind > 1
  }

  /** Whether as many wait as are begun within the time that one may wait: the last would wait much longer. */
  get isLong(): boolean {
    return this.#queue.length > this.#pace * this.#delay
  }

  add(since: number, begin: () => void): void {
    this.#queue.push({ since, begin })
    this.#schedule()
  }

  /** Goes on, where it may have stopped because no more could be at work. */
  goOn(): void {
    if (this.#queue.length > 0) this.#schedule()
  }

  /** Measures how many were begun in so many milliseconds. */
  measure(milliseconds: number): void {
    this.#pace += (this.#begun / milliseconds - this.#pace) / 8
    this.#begun = 0
  }

  #schedule(): void {
    if (this.#scheduled) return
    this.#scheduled = true
    setImmediate(() => this.#beginSome())
  }

  #beginSome(): void {
    this.#scheduled = false
    if (this.#letIn()) return this.#schedule()
    const until = cpuTime() + slice
    let at = 0
    while (this.#mayBegin() && at < this.#queue.length && cpuTime() < until) this.#queue[at++]!.begin()
    this.#queue.splice(0, at)
    this.#begun += at
    const isLate = this.#queue.length > 0 && performance.now() - this.#queue[0]!.since > this.#delay
    this.#behind = isLate ? this.#behind + 1 : 0
    // Where all places are taken, the next one comes when a handler is done.
    if (this.#queue.length > 0 && this.#mayBegin()) this.#schedule()
  }

  /**
   * Whether to leave this turn to who wants to connect. Where one was accepted more may wait, each for a turn of its own,
   * and whoever waits there is not counted here.
   */
  #letIn(): boolean {
    const { accepted } = this.#connections
    const more = accepted !== this.#accepted && this.#passed < mostPassed
    this.#accepted = accepted
    this.#passed = more ? this.#passed + 1 : 0
    return more
  }
}

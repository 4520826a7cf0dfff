import type { Connections } from "../connection/connections.ts"
import { cpuTime } from "./cpu-time.ts"

/**
 * For how many milliseconds of CPU time calls are started in one turn of the loop: Node accepts one connection in each, so
 * turns must be short.
 */
const slice = 2
/** How many turns in a row may be left to new connections. */
const mostPassed = 16

interface Waiting {
  readonly since: number
  readonly start: () => void
}

/** The queue of calls. A few start in each turn of the loop, as long as more may run. */
export class WaitingCalls {
  readonly #delay: number
  readonly #connections: Connections
  readonly #mayStart: () => boolean
  readonly #queue: Waiting[] = []
  #scheduled = false
  /** How many start in a millisecond, lately, and how many did since that was last measured. */
  #pace = 0
  #started = 0
  #accepted = 0
  #passed = 0
  /** In how many turns in a row calls were started, and there was still one that had waited too long. */
  #behind = 0

  /** `delay`: for how many milliseconds one may wait. */
  constructor(delay: number, connections: Connections, mayStart: () => boolean) {
    this.#delay = delay
    this.#connections = connections
    this.#mayStart = mayStart
  }

  get count(): number {
    return this.#queue.length
  }

  /** Whether one has waited too long, though others were started. */
  get isBehind(): boolean {
    return this.#behind > 1
  }

  /** Whether as many wait as are started within the time that one may wait: the last would wait much longer. */
  get isLong(): boolean {
    return this.#queue.length > this.#pace * this.#delay
  }

  add(since: number, start: () => void): void {
    this.#queue.push({ since, start })
    this.#schedule()
  }

  /** Resumes, if it had stopped because no more calls could run. */
  resume(): void {
    if (this.#queue.length > 0) this.#schedule()
  }

  /** Measures how many were started in so many milliseconds. */
  measure(milliseconds: number): void {
    this.#pace += (this.#started / milliseconds - this.#pace) / 8
    this.#started = 0
  }

  #schedule(): void {
    if (this.#scheduled) return
    this.#scheduled = true
    setImmediate(() => this.#startSome())
  }

  #startSome(): void {
    this.#scheduled = false
    if (this.#letIn()) return this.#schedule()
    const until = cpuTime() + slice
    let at = 0
    while (this.#mayStart() && at < this.#queue.length && cpuTime() < until) this.#queue[at++]!.start()
    this.#queue.splice(0, at)
    this.#started += at
    const isLate = this.#queue.length > 0 && performance.now() - this.#queue[0]!.since > this.#delay
    this.#behind = isLate ? this.#behind + 1 : 0
    // Where all places are taken, the next one comes when a handler is done.
    if (this.#queue.length > 0 && this.#mayStart()) this.#schedule()
  }

  /**
   * Whether to leave this turn to new connections. If one was accepted, more may be waiting, each for a turn of its own,
   * and those are not counted here.
   */
  #letIn(): boolean {
    const { accepted } = this.#connections
    const more = accepted !== this.#accepted && this.#passed < mostPassed
    this.#accepted = accepted
    this.#passed = more ? this.#passed + 1 : 0
    return more
  }
}

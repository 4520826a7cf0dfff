import type { Connections } from "../connection/connections.ts"
import { cpuTime } from "./cpu-time.ts"

/**
 * CPU time, in milliseconds, for which requests are started in one loop iteration. Node accepts one connection per
 * iteration, so iterations must be short.
 */
const slice = 2
/** Maximum number of consecutive iterations that are left to new connections. */
const mostPassed = 16

/** Begins a slice, and returns a function that says whether it is over. */
function beginSlice(): () => boolean {
  const clock = performance.now()
  const cpu = cpuTime()
  // The clock first: reading it costs far less, and a thread uses no more CPU time than has passed.
  return () => performance.now() - clock >= slice && cpuTime() - cpu >= slice
}

interface Waiting {
  readonly since: number
  readonly start: () => void
}

/** The queue of requests. A few start in each loop iteration, as long as `mayStart()` allows it. */
export class WaitingCalls {
  readonly #delay: number
  readonly #connections: Connections
  readonly #mayStart: () => boolean
  readonly #queue: Waiting[] = []
  #scheduled = false
  /** `#pace`: average number of requests started per millisecond. `#started`: number since the last measurement. */
  #pace = 0
  #started = 0
  #accepted = 0
  #passed = 0
  /** Number of consecutive iterations after which the oldest request had still waited too long. */
  #behind = 0

  /** `delay`: how long a request may wait, in milliseconds. */
  constructor(delay: number, connections: Connections, mayStart: () => boolean) {
    this.#delay = delay
    this.#connections = connections
    this.#mayStart = mayStart
  }

  get count(): number {
    return this.#queue.length
  }

  /** Whether the oldest request has waited too long, although others were started. */
  get isBehind(): boolean {
    return this.#behind > 1
  }

  /** Whether more requests wait than can be started within `delay`: the last one would wait longer than that. */
  get isLong(): boolean {
    return this.#queue.length > this.#pace * this.#delay
  }

  add(since: number, start: () => void): void {
    this.#queue.push({ since, start })
    this.#schedule()
  }

  /** Continues if the queue had stopped because no more requests could run. */
  resume(): void {
    if (this.#queue.length > 0) this.#schedule()
  }

  /**
   * Updates the pace with the requests that started in the last `milliseconds`. `backlog` is the CPU time that the queue
   * will take if each request takes as much as those did: `computed` is the CPU time of all.
   */
  measure(milliseconds: number, computed: number): { readonly backlog: number } {
    const backlog = (this.#queue.length * computed) / Math.max(1, this.#started)
    this.#pace += (this.#started / milliseconds - this.#pace) / 8
    this.#started = 0
    return { backlog }
  }

  #schedule(): void {
    if (this.#scheduled) return
    this.#scheduled = true
    setImmediate(() => this.#startSome())
  }

  #startSome(): void {
    this.#scheduled = false
    if (this.#letIn()) return this.#schedule()
    const isOver = beginSlice()
    let at = 0
    while (this.#mayStart() && at < this.#queue.length && !isOver()) this.#queue[at++]!.start()
    this.#queue.splice(0, at)
    this.#started += at
    const isLate = this.#queue.length > 0 && performance.now() - this.#queue[0]!.since > this.#delay
    this.#behind = isLate ? this.#behind + 1 : 0
    // If no more may run, `resume()` continues when a handler finishes.
    if (this.#queue.length > 0 && this.#mayStart()) this.#schedule()
  }

  /**
   * Whether to leave this iteration to new connections. If a connection was just accepted, more may be waiting, and
   * Node accepts one per iteration; they are not counted here.
   */
  #letIn(): boolean {
    const { accepted } = this.#connections
    const more = accepted !== this.#accepted && this.#passed < mostPassed
    this.#accepted = accepted
    this.#passed = more ? this.#passed + 1 : 0
    return more
  }
}

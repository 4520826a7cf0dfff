import { PublicError } from "trivet"

/** The two kinds of work: `login` checks a password that somebody waits for, `new` makes the hash of a new one. */
export type Lane = "login" | "new"

/** How a queue is bounded. */
export interface WorkQueueOptions {
  /** How much may run at once. */
  readonly atOnce: number
  /** How much may wait in each lane. */
  readonly waiting: number
  /** Called for each that is rejected because its lane is full. */
  readonly onFull?: () => void
}

/** One piece of work, and who waits for it. */
export interface Job<T> {
  readonly lane: Lane
  /** Aborted when nobody waits for it any more: then it is not begun. */
  readonly signal?: AbortSignal | undefined
  readonly work: () => Promise<T>
}

type Start = () => void

/**
 * Runs work a few at a time and lets a bounded number wait. Where both lanes wait they take turns, each has its own bound,
 * and new hashes never take all places: however many register, a login waits for one hash more than otherwise.
 */
export class WorkQueue {
  readonly #options: WorkQueueOptions
  // Sets keep the order, and whoever leaves is found at once.
  readonly #waiting: Readonly<Record<Lane, Set<Start>>> = { login: new Set(), new: new Set() }
  readonly #running: Record<Lane, number> = { login: 0, new: 0 }
  #last: Lane = "new"

  constructor(options: WorkQueueOptions) {
    this.#options = options
  }

  /** Runs the work when its turn comes. Raises 503 when its lane is full, and 499 when nobody waits for it any more. */
  async run<T>({ lane, signal, work }: Job<T>): Promise<T> {
    if (signal?.aborted === true) throw abandoned()
    if (this.#waiting[lane].size > 0 || !this.#mayStart(lane)) await this.#turn(lane, signal)
    else this.#begin(lane)
    try {
      return await work()
    } finally {
      this.#running[lane]--
      this.#startNext()
    }
  }

  /** How much waits in a lane. */
  waiting(lane: Lane): number {
    return this.#waiting[lane].size
  }

  #mayStart(lane: Lane): boolean {
    const { atOnce } = this.#options
    const { login, new: made } = this.#running
    return login + made < atOnce && (lane === "login" || made < Math.max(1, atOnce - 1))
  }

  #begin(lane: Lane): void {
    this.#running[lane]++
    this.#last = lane
  }

  #turn(lane: Lane, signal: AbortSignal | undefined): Promise<void> {
    const waiting = this.#waiting[lane]
    if (waiting.size >= this.#options.waiting) {
      this.#options.onFull?.()
      return Promise.reject(full())
    }
    return new Promise((resolve, reject) => {
      const leave = () => {
        waiting.delete(start)
        reject(abandoned())
      }
      const start = () => {
        signal?.removeEventListener("abort", leave)
        this.#begin(lane)
        resolve()
      }
      waiting.add(start)
      signal?.addEventListener("abort", leave, { once: true })
    })
  }

  #startNext(): void {
    const other = this.#last === "login" ? "new" : "login"
    for (const lane of [other, this.#last] as const) {
      const [start] = this.#waiting[lane]
      if (start === undefined || !this.#mayStart(lane)) continue
      this.#waiting[lane].delete(start)
      start()
      return
    }
  }
}

function full(): PublicError {
  return new PublicError(503, "Service Unavailable", { headers: { "retry-after": "1" }, log: false })
}

/** Nobody reads this reply: the client has closed the connection. */
function abandoned(): PublicError {
  return new PublicError(499, "Client Closed Request")
}

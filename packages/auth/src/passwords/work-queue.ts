import { PublicError } from "trivet"

/** The two lanes: `login` checks a password while a user waits, `new` hashes a new one. */
export type Lane = "login" | "new"

/** The bounds of a queue. */
export interface WorkQueueOptions {
  /** How many hashes may run at once. */
  readonly atOnce: number
  /** How many may wait in each lane. */
  readonly waiting: number
  /** Called for each job that is rejected because its lane is full. */
  readonly onFull?: () => void
}

/** A piece of work in the queue. */
export interface Job<T> {
  readonly lane: Lane
  /** Aborted when the client disconnects: work that has not begun is then dropped. */
  readonly signal?: AbortSignal | undefined
  readonly work: () => Promise<T>
}

type Start = () => void

/**
 * Runs a few jobs at a time and lets a bounded number wait. If both lanes have waiting jobs, they alternate. Each lane
 * has its own bound, and new hashes never occupy all places: however many users register, a login waits for at most one
 * more hash.
 */
export class WorkQueue {
  readonly #options: WorkQueueOptions
  // Sets keep the insertion order and make removal cheap.
  readonly #waiting: Readonly<Record<Lane, Set<Start>>> = { login: new Set(), new: new Set() }
  readonly #running: Record<Lane, number> = { login: 0, new: 0 }
  #last: Lane = "new"

  constructor(options: WorkQueueOptions) {
    this.#options = options
  }

  /**
   * Runs the work when its turn comes. Throws a 503 if its lane is full, and a 499 if `signal` is aborted while it
   * waits.
   */
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

  /** The number of jobs that wait in a lane. */
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

/** This reply is never sent: the client has closed the connection. */
function abandoned(): PublicError {
  return new PublicError(499, "Client Closed Request")
}

import type { Log } from "trivet"
import type { AnswerJob } from "./job-platform.ts"
import { Attempts } from "./attempts.ts"
import type { JobStore, TakenJob } from "../store/job-store.ts"
import type { KnownJob } from "../known-jobs.ts"
import { Outage } from "./outage.ts"
import { WakeDelay } from "./wake-delay.ts"

/** Options of `Runner`. */
export interface RunnerOptions {
  /** How many jobs run at a time in this process. */
  readonly concurrency: number
  /** Milliseconds between two polls of queues without jobs. */
  readonly poll: number
  /** Milliseconds between two heartbeats of running jobs. */
  readonly touchEvery: number
  /** Whether the process is stopping. It then takes no further jobs, even while it still answers requests. */
  readonly isStopping: () => boolean
}

interface Line {
  readonly job: KnownJob
  readonly most: number
  /**
   * How many jobs may run now. Failed attempts lower it, so that a failing queue does not use up the process and the
   * database.
   */
  allowed: number
  running: number
  /** Whether a query for jobs is in progress. */
  isAsking: boolean
  /** Whether jobs may be due. */
  isWanted: boolean
  readonly delay: WakeDelay
  /** The timer of a query after a notification. */
  waking?: ReturnType<typeof setTimeout> | undefined
}

/** Takes jobs out of a store and runs them as calls. */
export class Runner {
  readonly #store: JobStore
  readonly #attempts: Attempts
  readonly #options: RunnerOptions
  readonly #lines: readonly Line[]
  readonly #unreadable: Outage
  /** How many further jobs may run. Jobs that are being fetched count as running. */
  #free: number
  /** Rotates the queue that comes first in each round. */
  #turn = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #isOn = false
  readonly #asking = new Set<Promise<void>>()

  constructor(
    store: JobStore,
    answer: AnswerJob,
    jobs: readonly KnownJob[],
    options: RunnerOptions,
    log: Log,
  ) {
    this.#store = store
    this.#attempts = new Attempts(store, answer, log)
    this.#options = options
    this.#unreadable = new Outage(log, "jobs cannot be read: trying again", "jobs can be read again")
    this.#free = options.concurrency
    this.#lines = jobs.map((job) => {
      const most = mostOf(job, options.concurrency, jobs.length)
      const delay = new WakeDelay()
      return { job, most, allowed: most, running: 0, isAsking: false, isWanted: true, delay }
    })
  }

  /** Starts taking jobs. */
  start(): void {
    this.#isOn = true
    this.#attempts.touchEvery(this.#options.touchEvery)
    this.#askAll()
    this.#pollLater()
  }

  /**
   * Takes no further jobs, and waits for the running ones. Those that do not end in time are aborted and returned to
   * the queue.
   */
  async stop(milliseconds: number): Promise<void> {
    this.#isOn = false
    clearTimeout(this.#timer)
    for (const { waking } of this.#lines) clearTimeout(waking)
    // Jobs that are being fetched now are returned to the queue. There is no time limit here: the store has its own.
    await Promise.all([...this.#asking, this.#attempts.stop(milliseconds)])
  }

  /** Called when a job may have become due. */
  wake(queue: string): void {
    const line = this.#lines.find(({ job }) => job.name === queue)
    if (line === undefined || line.waking !== undefined) return
    const want = () => {
      line.waking = undefined
      line.isWanted = true
      this.#askAll()
    }
    const { milliseconds } = line.delay
    if (milliseconds === 0) want()
    else line.waking = setTimeout(want, milliseconds)
  }

  /** Runs the jobs that are due until none is left, and returns the number of attempts. */
  async runDue(): Promise<number> {
    let count = 0
    for (let before = -1; before !== count;) {
      before = count
      for (const line of this.#lines) {
        const taken = await this.#store.take(line.job.name, line.most)
        count += taken.length
        await Promise.all(taken.map((job) => this.#attempts.run(line.job, job)))
      }
    }
    return count
  }

  /** Runs one attempt of a job that is already taken. */
  async runTaken(job: TakenJob): Promise<void> {
    const line = this.#lines.find((one) => one.job.name === job.queue)!
    this.#attempts.touchEvery(this.#options.touchEvery)
    await this.#attempts.run(line.job, job)
  }

  get #takes(): boolean {
    return this.#isOn && !this.#options.isStopping()
  }

  #askAll(): void {
    if (!this.#takes || this.#free === 0) return
    const ready = this.#lines.filter((line) => line.isWanted && hasRoom(line))
    const from = this.#turn++ % Math.max(1, ready.length)
    let left = ready.length
    // Queues with fewer running jobs come first, so that a busy queue does not block the others.
    for (const line of [...ready.slice(from), ...ready.slice(0, from)].toSorted(byRunning)) {
      if (this.#free === 0) break
      const room = Math.min(Math.ceil(this.#free / left--), line.allowed - line.running)
      const asking = this.#ask(line, room).finally(() => this.#asking.delete(asking))
      this.#asking.add(asking)
    }
  }

  async #ask(line: Line, room: number): Promise<void> {
    this.#free -= room
    line.isAsking = true
    line.isWanted = false
    // This query also serves the pending notification.
    clearTimeout(line.waking)
    line.waking = undefined
    let taken: readonly TakenJob[] = []
    try {
      taken = await this.#store.take(line.job.name, room)
      this.#unreadable.end()
      line.delay.note(taken.length)
      if (taken.length === room) line.isWanted = true
    } catch (error) {
      // The next poll tries again.
      line.isWanted = false
      this.#unreadable.begin(error)
    }
    line.isAsking = false
    if (!this.#takes) return this.#attempts.handBack(taken)
    this.#free += room - taken.length
    for (const job of taken) void this.#run(line, job)
    this.#askAll()
  }

  async #run(line: Line, job: TakenJob): Promise<void> {
    line.running++
    const isDone = await this.#attempts.run(line.job, job)
    line.allowed = isDone ? Math.min(line.most, line.allowed + 1) : Math.max(1, Math.floor(line.allowed / 2))
    line.running--
    this.#free++
    this.#askAll()
  }

  #pollLater(): void {
    if (!this.#takes) return
    // Random, so that processes do not poll at the same time and find the same jobs.
    this.#timer = setTimeout(() => void this.#poll(), this.#options.poll * (0.75 + Math.random() / 2))
  }

  async #poll(): Promise<void> {
    const quiet = this.#lines.filter((line) => !line.isWanted && hasRoom(line))
    try {
      const due = new Set(await this.#dueOf(quiet.map(({ job }) => job.name)))
      for (const line of quiet) if (due.has(line.job.name)) line.isWanted = true
    } catch (error) {
      this.#unreadable.begin(error)
    }
    this.#askAll()
    this.#pollLater()
  }

  /** One statement for all queues instead of one each. For a single queue it would not save anything. */
  async #dueOf(queues: readonly string[]): Promise<readonly string[]> {
    return queues.length < 2 ? queues : this.#store.due(queues)
  }
}

function hasRoom({ isAsking, running, allowed }: Line): boolean {
  return !isAsking && running < allowed
}

function byRunning(left: Line, right: Line): number {
  return left.running - right.running
}

/**
 * The most jobs of one queue. If there are other queues, one place is left for them, so that they do not wait for slow
 * jobs.
 */
function mostOf({ settings }: KnownJob, concurrency: number, queues: number): number {
  const most = queues > 1 ? Math.max(1, concurrency - 1) : concurrency
  return Math.min(settings.concurrency ?? most, most)
}

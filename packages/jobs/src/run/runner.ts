import type { Log } from "trivet"
import type { AnswerJob } from "./job-platform.ts"
import { type AttemptOptions, Attempts } from "./attempts.ts"
import type { JobStore, TakenJob } from "../store/job-store.ts"
import type { KnownJob } from "../known-jobs.ts"
import { Outage } from "./outage.ts"

/** Options of `Runner`. */
export interface RunnerOptions extends AttemptOptions {
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
  /** When other processes were last notified that this one has no place. */
  notedAt: number
}

/** Milliseconds in which other processes are notified at most once that this one has no place for jobs of a queue. */
const noteEvery = 1_000

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
    this.#attempts = new Attempts(store, answer, log, options)
    this.#options = options
    this.#unreadable = new Outage(log, "jobs cannot be read: trying again", "jobs can be read again")
    this.#free = options.concurrency
    this.#lines = jobs.map((job) => {
      const most = mostOf(job, options.concurrency, jobs.length)
      return { job, most, allowed: most, running: 0, isAsking: false, isWanted: true, notedAt: -Infinity }
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
    // Jobs that are being fetched now are returned to the queue. There is no time limit here: the store has its own.
    await Promise.all([...this.#asking, this.#attempts.stop(milliseconds)])
  }

  /** Called when a job may have become due. */
  wake(queue: string): void {
    const line = this.#lines.find(({ job }) => job.name === queue)
    if (line === undefined) return
    line.isWanted = true
    this.#askAll()
    this.#noteIfFull(line)
  }

  /** Runs the jobs that are due until none is left and none runs any more, and returns the number of its own attempts. */
  async runDue(): Promise<number> {
    let count = 0
    for (let isQuiet = false; !isQuiet;) {
      const before = count
      for (const line of this.#lines) {
        const taken = await this.#store.take(line.job.name, line.most)
        count += taken.length
        await Promise.all(taken.map((job) => this.#attempts.run(line.job, job)))
      }
      // A process that serves takes jobs in the background too, and they may enqueue others.
      await Promise.all(this.#asking)
      isQuiet = !(await this.#attempts.settle()) && count === before
    }
    return count
  }

  /** Runs one attempt of a job that is already taken. */
  async runTaken(job: TakenJob): Promise<void> {
    const line = this.#lines.find((one) => one.job.name === job.queue)!
    this.#attempts.touchEvery(this.#options.touchEvery)
    await this.#attempts.run(line.job, job)
  }

  #isPaused({ job }: Line): boolean {
    return this.#store.isPaused(job.name)
  }

  get #takes(): boolean {
    return this.#isOn && !this.#options.isStopping()
  }

  #askAll(): void {
    if (!this.#takes || this.#free === 0) return
    const ready = this.#lines.filter((line) => line.isWanted && hasRoom(line) && !this.#isPaused(line))
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
    let taken: readonly TakenJob[] = []
    try {
      taken = await this.#store.take(line.job.name, room)
      this.#unreadable.end()
      if (taken.length === room) line.isWanted = true
      else void this.#store.noteFree(line.job.name)
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
    this.#noteIfFull(line)
  }

  /** There may be jobs of this queue, and this process asks for them only when one of its own has ended. */
  #noteIfFull(line: Line): void {
    if (this.#isPaused(line)) return
    const isFull = !this.#takes || this.#free === 0 || line.running >= line.allowed
    if (!isFull || !line.isWanted || line.isAsking || performance.now() - line.notedAt < noteEvery) return
    line.notedAt = performance.now()
    void this.#store.noteFull(line.job.name)
  }

  async #run(line: Line, job: TakenJob): Promise<void> {
    line.running++
    const isDone = await this.#attempts.run(line.job, job)
    line.allowed = isDone ? Math.min(line.most, line.allowed + 1) : Math.max(1, Math.floor(line.allowed / 2))
    line.running--
    // Its key may have a place again, for a job that waits.
    if (line.job.settings.limit !== undefined) line.isWanted = true
    this.#free++
    this.#askAll()
  }

  #pollLater(): void {
    if (!this.#takes) return
    // More often than it polls, to miss no turn.
    this.#timer = setTimeout(() => void this.#poll(), this.#options.poll / 4)
  }

  async #poll(): Promise<void> {
    if (!this.#store.isTurn(this.#options.poll)) return this.#pollLater()
    const quiet = this.#lines.filter((line) => !line.isWanted && hasRoom(line))
    try {
      const due = new Set(await this.#store.due(quiet.map(({ job }) => job.name)))
      for (const line of quiet)
        if (due.has(line.job.name)) line.isWanted = true
        else void this.#store.noteFree(line.job.name)
    } catch (error) {
      this.#unreadable.begin(error)
    }
    this.#askAll()
    this.#pollLater()
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

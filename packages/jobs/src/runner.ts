import type { Log } from "trivet"
import type { Answers } from "trivet/scope"
import { fault } from "./faults.ts"
import { JobIncoming } from "./job-incoming.ts"
import type { JobStore, TakenJob } from "./job-store.ts"
import type { KnownJob } from "./known-jobs.ts"

/** How jobs are run. */
export interface RunnerOptions {
  /** How many jobs run at a time in this process. */
  readonly concurrency: number
  /** Milliseconds after which a queue without jobs is asked again. */
  readonly poll: number
  /** Milliseconds between two signs that a job is still being run. */
  readonly touchEvery: number
}

interface Line {
  readonly job: KnownJob
  readonly most: number
  running: number
  /** Whether the store is being asked for jobs. */
  asking: boolean
  /** Whether a job was added since the store was asked. */
  isAdded: boolean
  /** When the store is asked next, by `performance.now()`. */
  askAt: number
}

interface Running {
  readonly job: TakenJob
  readonly abort: AbortController
  readonly ended: Promise<void>
}

/** Takes jobs out of a store and runs them as calls. */
export class Runner {
  readonly #store: JobStore
  readonly #answers: Answers
  readonly #options: RunnerOptions
  readonly #log: Log
  readonly #lines: readonly Line[]
  readonly #running = new Set<Running>()
  /** How many further jobs may run: those that are being asked for are counted as running. */
  #free: number
  /** Where the next round begins, so that no queue always comes first. */
  #turn = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #touches: ReturnType<typeof setInterval> | undefined
  #isOn = false

  constructor(
    store: JobStore,
    answers: Answers,
    jobs: readonly KnownJob[],
    options: RunnerOptions,
    log: Log,
  ) {
    this.#store = store
    this.#answers = answers
    this.#options = options
    this.#log = log
    this.#free = options.concurrency
    this.#lines = jobs.map((job) => ({
      job,
      most: Math.min(job.settings.concurrency ?? options.concurrency, options.concurrency),
      running: 0,
      asking: false,
      isAdded: false,
      askAt: 0,
    }))
  }

  /** Begins to take jobs. */
  start(): void {
    this.#isOn = true
    this.#touches = setInterval(() => void this.#touch(), this.#options.touchEvery)
    this.#askAll()
  }

  /** Takes no further job, and waits for those that run. What has not ended in time is aborted and handed back. */
  async stop(milliseconds: number): Promise<void> {
    this.#isOn = false
    clearTimeout(this.#timer)
    const all = [...this.#running].map(({ ended }) => ended)
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<void>((end) => (timer = setTimeout(end, milliseconds)))
    await Promise.race([Promise.all(all), late])
    clearTimeout(timer)
    clearInterval(this.#touches)
    const left = [...this.#running]
    for (const { abort } of left) abort.abort(new Error("the process is stopping"))
    await Promise.all(
      left.map(({ job }) => this.#fail(job, "the process stopped before the job was finished")),
    )
  }

  /** A job may have become due. */
  wake(queue: string): void {
    const line = this.#lines.find(({ job }) => job.name === queue)
    if (line === undefined || !this.#isOn) return
    line.isAdded = true
    line.askAt = 0
    this.#askAll()
  }

  /** Runs the jobs that are due until none is left, and returns the number of attempts. */
  async runDue(): Promise<number> {
    let count = 0
    for (let before = -1; before !== count;) {
      before = count
      for (const line of this.#lines) {
        const taken = await this.#store.take(line.job.name, line.most)
        count += taken.length
        await Promise.all(taken.map((job) => this.#begin(line, job)))
      }
    }
    return count
  }

  #askAll(): void {
    if (!this.#isOn) return
    const now = performance.now()
    const ready = this.#lines.filter((line) => !line.asking && line.running < line.most && line.askAt <= now)
    const from = this.#turn++ % Math.max(1, ready.length)
    let left = ready.length
    for (const line of [...ready.slice(from), ...ready.slice(0, from)]) {
      if (this.#free === 0) break
      // A share for each: one queue with much to do must not keep the others waiting.
      const room = Math.min(Math.ceil(this.#free / left--), line.most - line.running)
      void this.#ask(line, room)
    }
    clearTimeout(this.#timer)
    const next = Math.min(...this.#lines.filter(({ asking }) => !asking).map(({ askAt }) => askAt))
    if (this.#free > 0 && Number.isFinite(next))
      this.#timer = setTimeout(() => this.#askAll(), Math.max(1, next - now))
  }

  async #ask(line: Line, room: number): Promise<void> {
    this.#free -= room
    line.asking = true
    line.isAdded = false
    let taken: readonly TakenJob[] = []
    let isFailed = false
    try {
      taken = await this.#store.take(line.job.name, room)
    } catch (error) {
      isFailed = true
      this.#log.warn({ err: error, job: line.job.name }, "jobs cannot be read")
    }
    line.asking = false
    this.#free += room - taken.length
    const isMore = taken.length === room || (line.isAdded && !isFailed)
    // Not all processes at once: they would find the same jobs.
    line.askAt = isMore ? 0 : performance.now() + this.#options.poll * (0.75 + Math.random() / 2)
    for (const job of taken) void this.#begin(line, job).then(() => this.#isDone())
    this.#askAll()
  }

  #isDone(): void {
    this.#free++
    this.#askAll()
  }

  /** Runs a job. It never rejects. */
  #begin(line: Line, job: TakenJob): Promise<void> {
    const abort = new AbortController()
    line.running++
    const running: Running = { job, abort, ended: this.#run(line.job, job, abort) }
    this.#running.add(running)
    return running.ended.finally(() => {
      line.running--
      this.#running.delete(running)
    })
  }

  async #run({ settings }: KnownJob, job: TakenJob, abort: AbortController): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<"late">((end) => (timer = setTimeout(() => end("late"), settings.timeout)))
    const incoming = new JobIncoming(job, abort.signal)
    try {
      const outcome = await Promise.race([this.#call(incoming), late])
      if (outcome === "late") {
        const slow = fault("JOB_TIMED_OUT", { job: job.queue, milliseconds: settings.timeout })
        abort.abort(slow)
        await this.#failed(incoming, settings.retry.times, slow)
      } else if (outcome !== undefined) await this.#failed(incoming, settings.retry.times, outcome)
    } catch (error) {
      // The store is unreachable. The job is taken over, or tried again, when it is back.
      this.#log.warn({ err: error, job: job.queue, id: job.id }, "the end of a job could not be recorded")
    } finally {
      clearTimeout(timer)
    }
  }

  /** Calls the handler and completes the job. Returns why the attempt has failed; `undefined` if it has not. */
  async #call(incoming: JobIncoming): Promise<Error | undefined> {
    const { job } = incoming
    const { status, value, done } = await this.#answers.dispatch(incoming)
    await done?.({ status, aborted: false })
    if (status >= 400) return reasonOf(incoming.thrown, status, value)
    if (incoming.isCompleted || incoming.signal.aborted) return undefined
    const isOurs = await this.#store.complete(job)
    if (!isOurs)
      this.#log.warn({ job: job.queue, id: job.id }, "a job was taken over while it ran, and ran twice")
    return undefined
  }

  async #failed({ job }: JobIncoming, retries: number, reason: Error): Promise<void> {
    const fields = { err: reason, job: job.queue, id: job.id, attempt: job.attempt }
    if (job.attempt > retries) this.#log.error(fields, "a job has failed for the last time")
    else this.#log.warn(fields, "an attempt of a job has failed")
    await this.#store.fail(job, reason.stack ?? reason.message)
  }

  async #fail(job: TakenJob, reason: string): Promise<void> {
    await this.#store.fail(job, reason).catch((error: unknown) => {
      this.#log.warn({ err: error, job: job.queue, id: job.id }, "the end of a job could not be recorded")
    })
  }

  async #touch(): Promise<void> {
    const jobs = [...this.#running].map(({ job }) => job)
    if (jobs.length === 0) return
    await this.#store.touch(jobs).catch((error: unknown) => {
      this.#log.warn({ err: error }, "running jobs could not be reported")
    })
  }
}

function reasonOf(thrown: unknown, status: number, value: unknown): Error {
  if (thrown instanceof Error) return thrown
  if (thrown !== undefined) return new Error(String(thrown))
  const { error } = (value ?? {}) as { readonly error?: unknown }
  const reason = new Error(typeof error === "string" ? error : `the handler returned the status ${status}`)
  // It leads nowhere: the handler has returned.
  reason.stack = reason.message
  return reason
}

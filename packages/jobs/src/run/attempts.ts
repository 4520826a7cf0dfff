import { setTimeout as sleep } from "node:timers/promises"
import type { Log } from "trivet"
import type { AnswerJob } from "./job-platform.ts"
import { fault } from "../faults.ts"
import { JobIncoming } from "./job-incoming.ts"
import type { JobStore, TakenJob } from "../store/job-store.ts"
import type { KnownJob } from "../known-jobs.ts"
import type { Outcome } from "./job-metrics.ts"
import { Outage } from "./outage.ts"
import { PermanentFailure } from "../permanent-failure.ts"
import { inspect } from "node:util"

interface Running {
  readonly job: TakenJob
  readonly abort: AbortController
  readonly ended: Promise<boolean>
}

/** Called when an attempt has ended, with its duration in seconds. */
type OnEnd = (job: string, outcome: Outcome, seconds: number) => void

/** Waits for some milliseconds. */
type Pause = (milliseconds: number) => Promise<unknown>

/** Milliseconds for which the result of an attempt is retried while the store does not answer. */
const reportFor = 60_000

/** Options of `Attempts`. */
export interface AttemptOptions {
  /** Called when an attempt has ended. */
  readonly onEnd?: OnEnd
  /** How it waits before it reports a result again. Default: by a timer. */
  readonly pause?: Pause
}

/** The attempts of jobs in this process: calls handlers and reports their results to the store. */
export class Attempts {
  readonly #store: JobStore
  readonly #answer: AnswerJob
  readonly #log: Log
  readonly #onEnd: OnEnd
  readonly #pause: Pause
  readonly #untouched: Outage
  readonly #running = new Set<Running>()
  #touches: ReturnType<typeof setInterval> | undefined
  /** Whether `stop()` no longer waits for running jobs. */
  #isOver = false

  constructor(
    store: JobStore,
    answer: AnswerJob,
    log: Log,
    { onEnd = () => undefined, pause = sleep }: AttemptOptions = {},
  ) {
    this.#store = store
    this.#answer = answer
    this.#log = log
    this.#onEnd = onEnd
    this.#pause = pause
    this.#untouched = new Outage(log, "running jobs could not be reported", "running jobs are reported again")
  }

  /** Sends heartbeats for running jobs, every `milliseconds`. */
  touchEvery(milliseconds: number): void {
    this.#touches ??= setInterval(() => void this.#touch(), milliseconds)
  }

  /** Runs a job, and returns whether the attempt succeeded. It never rejects. */
  run(known: KnownJob, job: TakenJob): Promise<boolean> {
    const abort = new AbortController()
    const running: Running = { job, abort, ended: this.#run(known, job, abort) }
    this.#running.add(running)
    return running.ended.finally(() => this.#running.delete(running))
  }

  /** Waits for the jobs that run now, and returns whether there were any. */
  async settle(): Promise<boolean> {
    const all = [...this.#running]
    await Promise.all(all.map(({ ended }) => ended))
    return all.length > 0
  }

  /** Waits for running jobs. Those that do not end in time are aborted and returned to the queue. */
  async stop(milliseconds: number): Promise<void> {
    const all = Promise.all([...this.#running].map(({ ended }) => ended))
    const timer = new AbortController()
    await Promise.race([all, sleep(milliseconds, undefined, timer).catch(() => undefined)])
    timer.abort()
    clearInterval(this.#touches)
    this.#isOver = true
    const left = [...this.#running]
    for (const { abort } of left) abort.abort(new Error("the process is stopping"))
    await this.handBack(left.map(({ job }) => job))
  }

  /** Returns jobs that this process cannot finish to the queue. Never rejects. */
  async handBack(jobs: readonly TakenJob[]): Promise<void> {
    await Promise.all(
      jobs.map((job) =>
        this.#store
          .handBack(job, "the process stopped before the job was finished")
          .catch((error: unknown) => {
            this.#log.warn({ err: error, job: job.queue, id: job.id }, "a job could not be handed back")
          }),
      ),
    )
  }

  async #run({ settings }: KnownJob, job: TakenJob, abort: AbortController): Promise<boolean> {
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<"late">((end) => (timer = setTimeout(() => end("late"), settings.timeout)))
    const incoming = new JobIncoming(job, abort.signal)
    const began = performance.now()
    const ended = (how: Outcome) => this.#onEnd(job.queue, how, (performance.now() - began) / 1_000)
    try {
      const outcome = await Promise.race([this.#call(incoming), late])
      if (outcome === undefined) {
        ended("done")
        return true
      }
      const slow = () => fault("JOB_TIMED_OUT", { job: job.queue, milliseconds: settings.timeout })
      const reason = outcome === "late" ? slow() : outcome
      if (outcome === "late") abort.abort(reason)
      // The job was aborted by `stop()` and is returned to the queue.
      if (this.#isOver) return false
      const isFinal = reason instanceof PermanentFailure || job.attempt > settings.retry.times
      ended(isFinal ? "dead" : "failed")
      await this.#failed(job, isFinal, reason)
      return false
    } catch (error) {
      // The store is unavailable. The job will be taken over when the store is available again.
      this.#log.warn({ err: error, job: job.queue, id: job.id }, "the end of a job could not be recorded")
      return false
    } finally {
      clearTimeout(timer)
    }
  }

  /** Calls the handler and completes the job. Returns why the attempt has failed; `undefined` if it has not. */
  async #call(incoming: JobIncoming): Promise<Error | undefined> {
    const { job } = incoming
    const { status, value, done } = await this.#answer(incoming)
    await done?.({ status, aborted: false })
    if (status >= 400) return errorOfAttempt(incoming.thrown, status, value)
    if (incoming.isCompleted || incoming.signal.aborted) return undefined
    const { value: isOurs, tries } = await this.#report(() => this.#store.complete(job))
    // After a failed try, this attempt may itself have completed the job.
    if (!isOurs && tries === 1)
      this.#log.warn(
        { job: job.queue, id: job.id, attempt: job.attempt },
        "a job was cancelled or taken over while it ran",
      )
    return undefined
  }

  async #failed(job: TakenJob, isFinal: boolean, reason: Error): Promise<void> {
    const { queue, id, attempt, origin } = job
    const request = origin?.requestId !== undefined && { request_id: origin.requestId }
    const fields = { err: reason, job: queue, id, attempt, ...request }
    if (isFinal) this.#log.error(fields, "a job has failed for the last time")
    else this.#log.warn(fields, "an attempt of a job has failed")
    await this.#report(() =>
      this.#store.fail(job, reason.stack ?? reason.message, reason instanceof PermanentFailure),
    )
  }

  /** Reports a result until the store has accepted it: otherwise work that is done would be repeated. */
  async #report<Value>(report: () => Promise<Value>): Promise<{ value: Value; tries: number }> {
    const until = performance.now() + reportFor
    for (let tries = 1; ; tries++) {
      try {
        return { value: await report(), tries }
      } catch (error) {
        if (this.#isOver || performance.now() > until) throw error
        await this.#pause(Math.min(2_000, 50 * 2 ** tries) * (0.5 + Math.random()))
      }
    }
  }

  async #touch(): Promise<void> {
    const jobs = [...this.#running].map(({ job }) => job)
    if (jobs.length === 0) return
    await this.#store.touch(jobs).then(
      () => this.#untouched.end(),
      (error: unknown) => this.#untouched.begin(error),
    )
  }
}

/** Why an attempt has failed: the thrown error, or the returned status. */
function errorOfAttempt(thrown: unknown, status: number, value: unknown): Error {
  if (thrown instanceof Error) return thrown
  if (thrown !== undefined) return new Error(typeof thrown === "string" ? thrown : inspect(thrown))
  const { error } = (value ?? {}) as { readonly error?: unknown }
  const reason = new Error(typeof error === "string" ? error : `the handler returned the status ${status}`)
  // A stack trace would not help: the handler has returned.
  reason.stack = reason.message
  return reason
}

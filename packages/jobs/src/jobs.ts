import { AsyncLocalStorage } from "node:async_hooks"
import type { Clock, Context, Log } from "trivet"
import type { AnswerJob } from "./run/job-platform.ts"
import type { EnqueuedJob, EnqueueOptions } from "./enqueue-options.ts"
import {
  type JobDetails,
  type JobFilter,
  type JobInfo,
  type JobState,
  type JobStore,
  mostAtOnce,
  type QueueInfo,
} from "./store/job-store.ts"
import { type KnownJobs, queueOf } from "./known-jobs.ts"
import { newJobOf } from "./new-job.ts"
import { originOf } from "./origin.ts"
import { Outage } from "./run/outage.ts"
import { Runner, type RunnerOptions } from "./run/runner.ts"
import { Scheduler } from "./run/scheduler.ts"

/** A job that was enqueued, for a tool. */
type EnqueuedForTools = Pick<JobDetails, "job" | "data">

/** The dependencies of `Jobs`. */
export interface JobsParts {
  readonly store: JobStore
  readonly known: KnownJobs
  readonly answer: AnswerJob
  /** The call that the running code belongs to. */
  readonly current: () => Context | undefined
  readonly clock: Clock
  readonly log: Log
  readonly options: RunnerOptions & { readonly stopTimeout: number }
}

/** Runs code outside of the call and the transaction that enqueue: the jobs that they start must not be part of them. */
const outside = AsyncLocalStorage.snapshot()

/** Milliseconds between two checks of the schedules. */
const scheduleEvery = 1_000

/** Enqueues, lists, retries and cancels jobs. Inject it; `jobs()` provides it. */
export class Jobs {
  readonly #parts: JobsParts
  #runner: Runner | undefined
  #scheduler: Scheduler | undefined
  #schedules: ReturnType<typeof setInterval> | undefined
  #opened: Promise<void> | undefined
  #isStopped = false
  #watcher: ((job: EnqueuedForTools) => void) | undefined

  /** @internal Made by `jobs()`. */
  constructor(parts: JobsParts) {
    this.#parts = parts
  }

  /**
   * Adds a job: `await jobs.enqueue(Receipts.send, { order: 7 })`. Rejects if the payload does not match the schema of the
   * job. Returns its id; `undefined` if the job is `unique` and the same one waits already.
   */
  async enqueue<Payload>(
    record: EnqueuedJob<Payload>,
    ...[payload, options = {}]: undefined extends Payload
      ? [payload?: Payload, options?: EnqueueOptions]
      : [payload: Payload, options?: EnqueueOptions]
  ): Promise<string | undefined> {
    const { trx, delay = 0, key } = options
    const { known, current } = this.#parts
    const origin = originOf(current(), this.#parts.store.tenant)
    const job = await newJobOf(known.find(record), payload, delay, { origin, key })
    await this.open()
    const id = await this.#parts.store.add(job, trx)
    if (id !== undefined) this.#watcher?.({ job: job.queue, data: job.data })
    return id
  }

  /**
   * Runs the jobs that are due until none is left, including those that they enqueue, and returns the number of
   * attempts. It also waits for those that this process runs in the background. For tests.
   */
  async runDue(): Promise<number> {
    await this.open()
    await this.#scheduler!.addDue()
    return this.#runner!.runDue()
  }

  /** @internal Adds a job and runs its first attempt in this process. Returns the job afterwards. */
  async runNow(name: string, payload: unknown): Promise<JobDetails | undefined> {
    const { store, known } = this.#parts
    const job = await newJobOf(known.find({ path: name }), payload, 0)
    await this.open()
    const taken = await store.addTaken(job)
    if (taken === undefined) return undefined
    await this.#runner!.runTaken(taken)
    return store.find(taken.id)
  }

  /** @internal Calls the watcher with each job that is enqueued from now on, in the scope of the code that enqueues it. */
  watch(watcher: (job: EnqueuedForTools) => void): void {
    this.#watcher = watcher
  }

  /** Lists jobs, newest first. */
  async list(filter: JobFilter = {}): Promise<readonly JobInfo[]> {
    await this.open()
    return this.#parts.store.list(filter)
  }

  /** Returns one job with its payload; `undefined` if there is none with this id. */
  async find(id: string): Promise<JobDetails | undefined> {
    await this.open()
    return this.#parts.store.find(id)
  }

  /** Makes a dead or cancelled job wait again. Returns whether there was one. */
  async retry(id: string): Promise<boolean> {
    await this.open()
    return this.#parts.store.retry(id)
  }

  /** Cancels a job that has not ended. Returns whether there was one. */
  async cancel(id: string): Promise<boolean> {
    await this.open()
    return this.#parts.store.cancel(id)
  }

  /** Makes all jobs of a name wait again that are dead now, until `signal` is aborted. Returns how many. */
  async retryAll(job: string, signal?: AbortSignal): Promise<number> {
    await this.open()
    const { name } = this.#parts.known.find({ path: job })
    const until = await this.#parts.store.now()
    return sumOf(() => this.#parts.store.retrySome(name, until), signal)
  }

  /** Deletes a job that does not run. Returns whether there was one. */
  async delete(id: string): Promise<boolean> {
    await this.open()
    return this.#parts.store.delete(id)
  }

  /** Deletes all jobs of a name that are in a state now, until `signal` is aborted. Returns how many. */
  async deleteAll(job: string, state: Exclude<JobState, "running">, signal?: AbortSignal): Promise<number> {
    await this.open()
    const { name } = this.#parts.known.find({ path: job })
    const until = await this.#parts.store.now()
    return sumOf(() => this.#parts.store.deleteSome(name, state, until), signal)
  }

  /**
   * Lets no process take further jobs of a name, until `resume()`. Those that run go on, and jobs can be enqueued. Processes
   * hear of it at once; those that cannot listen, within about a second.
   */
  async pause(job: string): Promise<void> {
    await this.open()
    await this.#parts.store.setPaused(this.#parts.known.find({ path: job }).name, true)
  }

  /** Lets processes take jobs of a name again. */
  async resume(job: string): Promise<void> {
    await this.open()
    await this.#parts.store.setPaused(this.#parts.known.find({ path: job }).name, false)
  }

  /** Counts the jobs of each name of this application, or of one name. */
  async queues(job?: string): Promise<readonly QueueInfo[]> {
    await this.open()
    const { known, store } = this.#parts
    return store.count(
      job === undefined ? known.all.map(({ name }) => name) : [known.find({ path: job }).name],
    )
  }

  /** @internal Whether the application has jobs of a name. */
  knows(job: string): boolean {
    return this.#parts.known.all.some(({ name }) => name === job)
  }

  /** @internal Connects to the store once, and again if that failed. Commands call it when they first need the store. */
  open(): Promise<void> {
    return (this.#opened ??= outside(() => this.#open()).catch((error: unknown) => {
      this.#opened = undefined
      throw error
    }))
  }

  /** @internal Begins to run jobs. */
  async start(): Promise<void> {
    if (this.#isStopped) return
    await this.open()
    // `stop()` may have been called meanwhile: nothing would close what is opened now.
    if (this.#isStopped) return
    await this.#parts.store.keep()
    if (this.#isStopped) return
    this.#runner!.start()
    const outage = new Outage(
      this.#parts.log,
      "jobs of schedules could not be enqueued: trying again",
      "jobs of schedules can be enqueued again",
    )
    const look = () =>
      void this.#scheduler!.addDue().then(
        () => outage.end(),
        (error: unknown) => outage.begin(error),
      )
    look()
    this.#schedules = setInterval(look, scheduleEvery)
  }

  /** @internal Stops running jobs, and disconnects. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearInterval(this.#schedules)
    await this.#opened?.catch(() => undefined)
    await this.#runner?.stop(this.#parts.options.stopTimeout)
    await this.#parts.store.close()
  }

  async #open(): Promise<void> {
    const { store, known, answer, clock, log, options } = this.#parts
    this.#runner = new Runner(store, answer, known.all, options, log)
    this.#scheduler = new Scheduler(store, clock, known.all)
    await store.open({
      queues: known.all.map(queueOf),
      onAdded: (queue) => outside(() => this.#runner?.wake(queue)),
      onError: (error) => log.warn({ err: error }, "the store of jobs reports an error"),
    })
  }
}

/** Repeats a step until it did less than it may, and adds up what it did. */
async function sumOf(step: () => Promise<number>, signal: AbortSignal | undefined): Promise<number> {
  let sum = 0
  for (;;) {
    const last = await step()
    sum += last
    if (last < mostAtOnce || signal?.aborted === true) return sum
  }
}

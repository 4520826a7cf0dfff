// Large because: it implements the whole port of jobs.
import type { Clock } from "trivet"
import { afterCommit, systemClock } from "trivet/extend"
import { fault } from "../faults.ts"
import { MemoryLimit } from "./memory-limit.ts"
import { infoOf, isWaiting, type Row, taken } from "./memory-rows.ts"
import {
  type JobDetails,
  type JobFilter,
  type JobInfo,
  type JobState,
  type JobStep,
  JobStore,
  mostAtOnce,
  type NewJob,
  type OpenOptions,
  type Queue,
  type QueueInfo,
  type TakenJob,
} from "./job-store.ts"

/** The number of ended jobs that are kept. */
const mostEnded = 1_000

/** Jobs in the memory of one process, for development and tests. */
export class MemoryJobStore extends JobStore {
  override readonly inMemory = "jobs"
  readonly #clock: Clock
  readonly #rows = new Map<string, Row>()
  readonly #queues = new Map<string, Queue>()
  readonly #paused = new Map<string, number>()
  readonly #limits = new Map<string, MemoryLimit>()
  #options: OpenOptions | undefined

  constructor(clock: Clock = systemClock) {
    super()
    this.#clock = clock
  }

  async open(options: OpenOptions): Promise<void> {
    this.#options = options
    for (const queue of options.queues) {
      this.#queues.set(queue.name, queue)
      if (queue.limit !== undefined) this.#limits.set(queue.name, new MemoryLimit(queue.limit))
    }
  }
  async keep(): Promise<void> {}
  async close(): Promise<void> {}

  async add(job: NewJob, trx?: unknown): Promise<string | undefined> {
    if (trx !== undefined) throw fault("JOBS_WITHOUT_TRANSACTION", {})
    const { id = crypto.randomUUID() } = job
    // A copy, as a database would make: later changes by the caller do not affect the job.
    const copy = { ...job, id, data: structuredClone(job.data) }
    const adds = () => this.#add(copy)
    return afterCommit(adds) ? id : adds()
  }

  async addTaken(job: NewJob): Promise<TakenJob | undefined> {
    const id = this.#add({ ...job, id: job.id ?? crypto.randomUUID(), delay: Infinity })
    return id === undefined ? undefined : taken(this.#rows.get(id)!)
  }

  async take(queue: string, most: number): Promise<readonly TakenJob[]> {
    if (this.isPaused(queue)) return []
    const due = this.#due().filter((row) => row.queue === queue)
    const limit = this.#limits.get(queue)
    if (limit === undefined) return due.slice(0, most).map(taken)
    const running = this.#all().filter((row) => row.queue === queue && row.state === "running")
    return limit.allowed(due, running, most, this.#clock.now()).map(taken)
  }

  async due(queues: readonly string[]): Promise<readonly string[]> {
    const found = new Set(this.#due().map(({ queue }) => queue))
    return queues.filter((queue) => found.has(queue) && !this.isPaused(queue))
  }

  async touch(): Promise<void> {}

  async complete(job: TakenJob, trx?: unknown): Promise<boolean> {
    if (trx !== undefined) throw fault("JOBS_WITHOUT_TRANSACTION", {})
    const row = this.#held(job)
    if (row === undefined) return false
    row.error = undefined
    this.#end(row, "done")
    return true
  }

  async stepsOf({ id }: Pick<TakenJob, "id">): Promise<readonly JobStep[]> {
    return this.#rows.get(id)?.steps ?? []
  }

  async runStep(job: TakenJob, name: string, work: () => Promise<string>): Promise<unknown> {
    const text = await work()
    const row = this.#held(job)
    if (row === undefined) throw fault("JOB_TAKEN_OVER", { job: job.queue })
    const result: unknown = JSON.parse(text)
    row.steps = [...row.steps, { name, result, attempt: job.attempt, ended: new Date(this.#clock.now()) }]
    return structuredClone(result)
  }

  async fail(job: TakenJob, error: string, isFinal = false): Promise<void> {
    const row = this.#held(job)
    if (row === undefined) return
    row.error = error
    if (isFinal || row.attempts >= row.most) return this.#end(row, "dead")
    const { retryDelay, retryMost } = this.#queues.get(row.queue)!
    row.state = "waiting"
    row.due = this.#clock.now() + Math.min(retryMost, retryDelay * 2 ** (row.attempts - 1))
  }

  async handBack(job: TakenJob, reason: string): Promise<void> {
    const row = this.#held(job)
    if (row === undefined) return
    row.error = reason
    row.state = "waiting"
    row.due = this.#clock.now()
    row.most = Math.max(row.most, row.attempts + 1)
    this.#options!.onAdded(row.queue)
  }

  async list({ job, state, limit = 50 }: JobFilter): Promise<readonly JobInfo[]> {
    const found = this.#all().filter(
      (row) => (job === undefined || row.queue === job) && (state === undefined || row.state === state),
    )
    return found.toReversed().slice(0, limit).map(infoOf)
  }

  async find(id: string): Promise<JobDetails | undefined> {
    const row = this.#rows.get(id)
    return row && { ...infoOf(row), data: row.data, steps: row.steps }
  }

  async retry(id: string): Promise<boolean> {
    const row = this.#rows.get(id)
    if (row === undefined || (row.state !== "dead" && row.state !== "cancelled")) return false
    if (row.state === "cancelled" && this.#hasKey(row.queue, row.key)) return false
    row.state = "waiting"
    row.ended = undefined
    row.most = Math.max(row.most, row.attempts + 1)
    this.#options!.onAdded(row.queue)
    return true
  }

  async cancel(id: string): Promise<boolean> {
    const row = this.#rows.get(id)
    if (row === undefined || (row.state !== "waiting" && row.state !== "running")) return false
    this.#end(row, "cancelled")
    return true
  }

  async now(): Promise<Date> {
    return new Date(this.#clock.now())
  }

  async retrySome(queue: string, until: Date): Promise<number> {
    const isDead = ({ queue: of, state, ended }: Row) =>
      of === queue && state === "dead" && ended! <= until.getTime()
    const dead = this.#all().filter(isDead)
    const some = dead.slice(0, mostAtOnce)
    for (const { id } of some) await this.retry(id)
    return some.length
  }

  async deleteSome(queue: string, state: JobState, until: Date): Promise<number> {
    const isOld = (row: Row) => row.queue === queue && row.state === state && row.created <= until.getTime()
    const some = this.#all().filter(isOld).slice(0, mostAtOnce)
    for (const { id } of some) this.#rows.delete(id)
    return some.length
  }

  async delete(id: string): Promise<boolean> {
    return this.#rows.get(id)?.state !== "running" && this.#rows.delete(id)
  }

  async count(queues: readonly string[]): Promise<readonly QueueInfo[]> {
    const due = this.#due()
    return queues.map((job) => {
      const all = this.#all().filter((row) => row.queue === job)
      const countOf = (state: JobState) => all.filter((row) => row.state === state).length
      const [next, paused] = [due.find((row) => row.queue === job), this.#paused.get(job)]
      return {
        job,
        waiting: countOf("waiting"),
        running: countOf("running"),
        failed: all.filter((row) => isWaiting(row) && row.error !== undefined).length,
        dead: countOf("dead"),
        doneLastMinute: all.filter((row) => row.state === "done" && row.ended! > this.#clock.now() - 60_000)
          .length,
        dueSince: next && new Date(next.due),
        paused: paused === undefined ? undefined : new Date(paused),
      }
    })
  }

  async setPaused(queue: string, isPaused: boolean): Promise<void> {
    if (isPaused) this.#paused.set(queue, this.#paused.get(queue) ?? this.#clock.now())
    else if (this.#paused.delete(queue)) this.#options!.onAdded(queue)
  }

  isPaused(queue: string): boolean {
    return this.#paused.has(queue)
  }

  #add({
    queue,
    data,
    delay,
    key,
    id,
    origin,
    limitKey = "",
  }: NewJob & { readonly id: string }): string | undefined {
    if (this.#rows.has(id)) return undefined
    if (this.#hasKey(queue, key)) return undefined
    const created = this.#clock.now()
    this.#rows.set(id, {
      id,
      queue,
      data,
      key,
      limitKey,
      origin,
      created,
      state: "waiting",
      due: created + delay,
      attempts: 0,
      most: this.#queues.get(queue)!.retries + 1,
      ended: undefined,
      steps: [],
      error: undefined,
    })
    this.#options!.onAdded(queue)
    return id
  }

  #all(): Row[] {
    return [...this.#rows.values()]
  }

  #due(): Row[] {
    const now = this.#clock.now()
    return this.#all().filter((row) => isWaiting(row) && row.due <= now)
  }

  /** Whether a job with this key waits for its first attempt. */
  #hasKey(queue: string, key: string | undefined): boolean {
    if (key === undefined) return false
    return this.#all().some(
      (row) => row.queue === queue && row.key === key && isWaiting(row) && row.attempts === 0,
    )
  }

  /** The row of a job, if this attempt still owns it. */
  #held({ id, attempt }: TakenJob): Row | undefined {
    const row = this.#rows.get(id)
    return row?.state === "running" && row.attempts === attempt ? row : undefined
  }

  #end(row: Row, state: JobState): void {
    row.state = state
    row.ended = this.#clock.now()
    const ended = this.#all().filter((other) => other.ended !== undefined)
    for (const { id } of ended.slice(0, Math.max(0, ended.length - mostEnded))) this.#rows.delete(id)
  }
}

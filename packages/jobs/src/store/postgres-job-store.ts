// Large because: it implements the whole port of jobs; statements over whole queues are in whole-queues.ts.
import { randomInt } from "node:crypto"
import type { Db, Job, PgBoss, QueueResult } from "pg-boss"
import type { Context } from "trivet"
import { afterCommit } from "trivet/extend"
import { fault } from "../faults.ts"
import { originOfText, type Tenant } from "../origin.ts"
import { schema } from "./schema.ts"
import { dueOf, infoOf, type Row, selectRows, states, storable } from "./job-rows.ts"
import {
  type JobDetails,
  type JobFilter,
  type JobInfo,
  type JobStep,
  JobStore,
  type JobState,
  type NewJob,
  type OpenOptions,
  type Queue,
  type QueueInfo,
  type TakenJob,
} from "./job-store.ts"
import { type KeeperOptions, Keeper } from "./keeper.ts"
import { Members } from "./members.ts"
import { channel, textOf } from "./messages.ts"
import { countJobs, deleteOne, deleteSome, findDead, setPaused } from "./whole-queues.ts"
import { runStep, stepsOf } from "./job-steps.ts"
import { limitedQueues, type LimitedQueue } from "./limited-queue.ts"
import { policyOf, sendOptionsOf, queueSettingsOf } from "./library-options.ts"
import { type WholeDatabase, type Queries, sqlOn } from "./sql-on.ts"

/** The SQLSTATE for a second job with the same key. */
const uniqueViolation = "23505"

const taking = `select id, data, retry_count as "retryCount", group_tier as "groupTier" from ${schema}.take_due($1, $2)`

const completing = `select where ${schema}.complete_attempt($1, $2, $3)`

/** A job as the database returns it. */
type Taken = Pick<Job<unknown>, "id" | "data" | "retryCount" | "groupTier">

/** Jobs in PostgreSQL, with pg-boss. A `Keeper` does the background work. */
export class PostgresJobStore extends JobStore {
  readonly #db: WholeDatabase
  readonly #options: KeeperOptions
  readonly #outside: Db
  /** In the transaction of the running code, if there is one. */
  readonly #inside: Db
  #boss: PgBoss | undefined
  #keeper: Keeper | undefined
  #opened: OpenOptions | undefined
  #paused: ReadonlySet<string> = new Set()
  #limited: ReadonlyMap<string, LimitedQueue> = new Map()
  /** The turns of a process that does not listen. */
  readonly #alone = new Members("", 0)

  constructor(database: WholeDatabase, options: KeeperOptions) {
    super()
    this.#db = database
    this.#options = options
    this.#outside = sqlOn(database.outsideTransaction())
    this.#inside = sqlOn(database)
  }

  override get tenant(): Tenant | undefined {
    return this.#db.tenant
  }

  async open(options: OpenOptions): Promise<void> {
    this.#opened = options
    this.#limited = limitedQueues(options.queues, this.#outside)
    // An earlier call may have failed half-way.
    await this.close()
    const { PgBoss: Made } = await import("pg-boss")
    const boss = new Made({ db: this.#outside, schema, migrate: false, supervise: false, schedule: false })
    boss.on("error", options.onError)
    this.#boss = boss
    try {
      await boss.start()
      // The newest that the migrations make: an application may be deployed before them.
      await this.#outside.executeSql(`select '${schema}.complete_attempt'::regproc`)
    } catch (cause) {
      throw isUnreachable(cause) ? cause : fault("JOBS_NOT_MIGRATED", {}, { cause })
    }
    const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
    for (const queue of options.queues) await this.#prepare(queue, known.get(queue.name))
    const { rows } = await this.#outside.executeSql(
      `select name from ${schema}.queue where paused_on is not null`,
    )
    this.#paused = new Set((rows as { readonly name: string }[]).map(({ name }) => name))
  }

  /** Creates a queue, or changes one that has other options. */
  async #prepare(queue: Queue, known: QueueResult | undefined): Promise<void> {
    const { name } = queue
    const policy = policyOf(queue)
    const settings = queueSettingsOf(queue, this.#options)
    const isSame = Object.entries(settings).every(
      ([key, value]) => known?.[key as keyof QueueResult] === value,
    )
    if (known?.policy === policy && isSame) return
    if (known === undefined) await this.#boss!.createQueue(name, { ...settings, policy })
    else if (!isSame) await this.#boss!.updateQueue(name, settings)
    // The job's `unique` may have changed. pg-boss has no method for that; existing jobs keep the policy they were
    // added with.
    if (known !== undefined && known.policy !== policy)
      await this.#outside.executeSql(`update ${schema}.queue set policy = $2 where name = $1`, [name, policy])
    // Makes pg-boss reload its cached queue now. Inside a transaction it would use another connection, which PGlite
    // does not have.
    await this.#boss!.findJobs(name, { id: crypto.randomUUID() })
  }

  async keep(): Promise<void> {
    const onPaused = (queue: string, isPaused: boolean) => this.#notePaused(queue, isPaused)
    this.#keeper = new Keeper(this.#db, this.#options, { ...this.#opened!, onPaused })
    await this.#keeper.start()
  }

  override isTurn(interval: number): boolean {
    return (this.#keeper?.membership ?? this.#alone).isTurn(interval)
  }

  override async noteFull(queue: string): Promise<void> {
    await this.#keeper?.membership?.noteFull(queue)
  }

  override async noteFree(queue: string): Promise<void> {
    await this.#keeper?.membership?.noteFree(queue)
  }

  async add(job: NewJob, trx?: unknown): Promise<string | undefined> {
    const { queue, data, delay } = job
    const db = trx === undefined ? this.#inside : sqlOn(trx as Queries)
    const added = await this.#boss!.send(queue, data as object, {
      db,
      ...sendOptionsOf(job, this.#limited.has(queue)),
    })
    const onAdded = () => {
      if (this.#keeper?.membership?.listens !== true) this.#opened!.onAdded(queue)
    }
    // PostgreSQL notifies other processes, and this one too if it listens.
    if (trx === undefined && added !== null && delay === 0 && !afterCommit(onAdded)) onAdded()
    return added ?? undefined
  }

  async addTaken(job: NewJob): Promise<TakenJob | undefined> {
    // Not due for 60 s, so no other process takes it, and with a random priority that selects only this job. If this
    // process ends before it has taken the job, the job runs when it is due.
    const priority = randomInt(2 ** 30, 2 ** 31 - 1)
    const options = { ...sendOptionsOf({ ...job, delay: 60_000 }, this.#limited.has(job.queue)), priority }
    const id = await this.#boss!.send(job.queue, job.data as object, options)
    if (id === null) return undefined
    const own = { ignoreStartAfter: true, minPriority: priority, maxPriority: priority }
    const [taken] = await this.#boss!.fetch<unknown>(job.queue, { batchSize: 1, ...own })
    // Otherwise a manual retry would not make it due at once.
    await this.#outside.executeSql(
      `update ${schema}.job set start_after = now() where name = $1 and id = $2`,
      [job.queue, id],
    )
    return taken && takenOf(job.queue, taken)
  }

  async take(queue: string, most: number): Promise<readonly TakenJob[]> {
    if (this.isPaused(queue)) return []
    const limited = this.#limited.get(queue)
    const jobs = await (limited?.take(most) ?? this.#takeDue(queue, most))
    return jobs.map((job) => takenOf(queue, job))
  }

  async #takeDue(queue: string, most: number): Promise<readonly Taken[]> {
    return (await this.#outside.executeSql(taking, [queue, most])).rows as Taken[]
  }

  async due(queues: readonly string[]): Promise<readonly string[]> {
    // One process was just notified of those that were due from the beginning, and takes them.
    const isOverdue = `and (start_after > created_on or start_after < ${schema}.job_now() - interval '500 ms')`
    const { rows } = await this.#outside.executeSql(
      `select name, paused_on is not null as paused,
         exists (${dueOf("asked.name")} ${this.#keeper?.membership?.listens === true ? isOverdue : ""}) as due
       from unnest($1::text[]) as asked(name) join ${schema}.queue using (name)`,
      [queues],
    )
    const found = rows as { readonly name: string; readonly paused: boolean; readonly due: boolean }[]
    for (const { name, paused } of found) this.#notePaused(name, paused)
    return found.filter(({ paused, due }) => due && !paused).map(({ name }) => name)
  }

  async touch(jobs: readonly TakenJob[]): Promise<void> {
    for (const [queue, some] of Map.groupBy(jobs, (job) => job.queue))
      await this.#boss!.touch(queue, some.map(attemptOf))
  }

  async complete(job: TakenJob, trx?: unknown): Promise<boolean> {
    const db = trx === undefined ? this.#outside : sqlOn(trx as Queries)
    const { rows } = await db.executeSql(completing, [job.queue, job.id, job.attempt - 1])
    return rows.length > 0
  }

  override completeIn(ctx: Context, job: TakenJob, completed: () => void): void {
    this.#db.beforeCommit(ctx, async (trx) => {
      if (!(await this.complete(job, trx))) throw fault("JOB_TAKEN_OVER", { job: job.queue })
      completed()
    })
  }

  async stepsOf({ queue, id }: Pick<TakenJob, "queue" | "id">): Promise<readonly JobStep[]> {
    return stepsOf(this.#outside, queue, id)
  }

  runStep(job: TakenJob, name: string, work: () => Promise<string>): Promise<unknown> {
    return runStep(this.#db, job, name, work)
  }

  async fail(job: TakenJob, error: string, isFinal = false): Promise<void> {
    // pg-boss has no method for it. If this process ends between the two statements, the attempt was still the last
    // one.
    if (isFinal)
      await this.#outside.executeSql(
        `update ${schema}.job set retry_limit = retry_count
         where name = $1 and id = $2 and retry_count = $3 and state = 'active'`,
        [job.queue, job.id, job.attempt - 1],
      )
    await this.#boss!.fail(job.queue, attemptOf(job), { error: storable(error) })
  }

  async handBack(job: TakenJob, reason: string): Promise<void> {
    const { queue, id } = job
    if (!isOne(await this.#boss!.fail(queue, attemptOf(job), { error: storable(reason) }))) return
    // If the process ends between these statements, the job is dead or waits for its retry delay.
    if (!isOne(await this.#boss!.retry(queue, id)))
      await this.#boss!.update(queue, undefined, { id, startAfter: "0" })
    await this.#notify(queue)
  }

  async list({ job, state, limit = 50 }: JobFilter): Promise<readonly JobInfo[]> {
    const wanted = Object.keys(states).filter((name) => state === undefined || states[name] === state)
    const { rows } = await this.#outside.executeSql(
      // The newest of each queue and state: one index finds them, however many jobs there are.
      `select found.* from ${schema}.queue cross join unnest($2::${schema}.job_state[]) as wanted(state)
       cross join lateral (${selectRows} where job.name = queue.name and job.state = wanted.state
       order by created_on desc limit $3) as found where ($1::text is null or queue.name = $1)
       and queue.name not like '\\_\\_%' order by created_on desc limit $3`,
      [job ?? null, wanted, limit],
    )
    return (rows as Row[]).map(infoOf)
  }

  async find(id: string): Promise<JobDetails | undefined> {
    if (!/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id)) return undefined
    // By name, because the primary key begins with it.
    const { rows } = await this.#outside.executeSql(
      `${selectRows} where name in (select name from ${schema}.queue) and id = $1`,
      [id],
    )
    const [row] = rows as [Row?]
    return row && { ...infoOf(row), data: row.data, steps: await this.stepsOf({ queue: row.name, id }) }
  }

  async retry(id: string): Promise<boolean> {
    const found = await this.find(id)
    if (found?.state !== "dead" && found?.state !== "cancelled") return false
    const isRetried = found.state === "dead" ? this.#boss!.retry(found.job, id) : this.#resume(found.job, id)
    if (!isOne(await isRetried)) return false
    await this.#notify(found.job)
    return true
  }

  async cancel(id: string): Promise<boolean> {
    const found = await this.find(id)
    if (found?.state !== "waiting" && found?.state !== "running") return false
    return isOne(await this.#boss!.cancel(found.job, id))
  }

  async now(): Promise<Date> {
    // The driver cuts microseconds off.
    const { rows } = await this.#outside.executeSql("select now() + interval '1 ms' as now")
    return (rows[0] as { readonly now: Date }).now
  }

  async retrySome(queue: string, until: Date): Promise<number> {
    const ids = await findDead(this.#outside, queue, until)
    if (ids.length === 0) return 0
    const { affected = 0 } = (await this.#boss!.retry(queue, [...ids])) as { readonly affected?: number }
    await this.#notify(queue)
    return affected
  }

  deleteSome(queue: string, state: JobState, until: Date): Promise<number> {
    return deleteSome(this.#outside, queue, state, until)
  }

  async delete(id: string): Promise<boolean> {
    const found = await this.find(id)
    return found !== undefined && deleteOne(this.#outside, found.job, id)
  }

  count(queues: readonly string[]): Promise<readonly QueueInfo[]> {
    return countJobs(this.#outside, queues)
  }

  async setPaused(queue: string, isPaused: boolean): Promise<void> {
    await setPaused(this.#outside, queue, isPaused)
    this.#notePaused(queue, isPaused)
    if (!isPaused) this.#opened!.onAdded(queue)
  }

  isPaused(queue: string): boolean {
    return this.#paused.has(queue)
  }

  /** All statements of pg-boss read the time from this function. At 0 it is that of its migration again. */
  override async moveTime(milliseconds: number): Promise<void> {
    const moved = milliseconds === 0 ? "" : ` + interval '${milliseconds} milliseconds'`
    // With the rights of the login: a role for tenants may not create functions.
    await this.#outside.executeSql(
      `do $do$ begin
         set local role none;
         create or replace function ${schema}.job_now() returns timestamptz as
         $$\n      SELECT pg_catalog.now()${moved};\n    $$ language sql stable;
       end $do$`,
    )
  }

  #notePaused(queue: string, isPaused: boolean): void {
    if (isPaused === this.#paused.has(queue)) return
    const others = [...this.#paused].filter((name) => name !== queue)
    this.#paused = new Set(isPaused ? [...others, queue] : others)
  }

  /** Notifies one of the processes that a job is due that was not added just now. */
  async #notify(queue: string): Promise<void> {
    await this.#outside.executeSql("select pg_notify($1, $2)", [channel, textOf({ about: "added", queue })])
    if (this.#keeper?.membership?.listens !== true) this.#opened!.onAdded(queue)
  }

  async #resume(queue: string, id: string): Promise<object> {
    return this.#boss!.resume(queue, id).catch((error: unknown) => {
      if ((error as { readonly code?: unknown }).code !== uniqueViolation) throw error
      return {}
    })
  }

  async close(): Promise<void> {
    await this.#keeper?.stop()
    await this.#boss?.stop({ graceful: false, close: false })
  }
}

function takenOf(queue: string, { id, data, retryCount, groupTier }: Taken): TakenJob {
  return { queue, id, data, attempt: retryCount + 1, origin: originOfText(groupTier) }
}

function attemptOf({ id, attempt }: TakenJob): { readonly id: string; readonly retryCount: number } {
  return { id, retryCount: attempt - 1 }
}

/** Whether a statement changed one job. pg-boss returns `affected`, but its types do not declare it. */
function isOne(response: object): boolean {
  return (response as { readonly affected?: number }).affected === 1
}

/** Whether the database is unavailable. */
function isUnreachable(error: unknown): boolean {
  return (error as Error).name === "DatabaseUnavailable"
}

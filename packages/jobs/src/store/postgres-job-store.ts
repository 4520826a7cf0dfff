import { randomInt } from "node:crypto"
import type { Db, PgBoss, QueueResult } from "pg-boss"
import type { Context } from "trivet"
import { afterCommit } from "trivet/extend"
import { fault } from "../faults.ts"
import { schema } from "./job-migrations.ts"
import { infoOf, type Row, selectRows, states, storable } from "./job-rows.ts"
import {
  type JobDetails,
  type JobFilter,
  type JobInfo,
  JobStore,
  type NewJob,
  type OpenOptions,
  type Queue,
  type TakenJob,
} from "./job-store.ts"
import { type KeeperOptions, Keeper } from "./keeper.ts"
import { policyOf, sendOptionsOf, queueSettingsOf } from "./library-options.ts"
import { type WholeDatabase, type Queries, sqlOn } from "./sql-on.ts"

/** The SQLSTATE for a second job with the same key. */
const uniqueViolation = "23505"

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

  constructor(database: WholeDatabase, options: KeeperOptions) {
    super()
    this.#db = database
    this.#options = options
    this.#outside = sqlOn(database.outsideTransaction())
    this.#inside = sqlOn(database)
  }

  async open(options: OpenOptions): Promise<void> {
    this.#opened = options
    // An earlier call may have failed half-way.
    await this.close()
    const { PgBoss: Made } = await import("pg-boss")
    const boss = new Made({ db: this.#outside, schema, migrate: false, supervise: false, schedule: false })
    boss.on("error", options.onError)
    this.#boss = boss
    await boss.start().catch((cause: unknown) => {
      throw isUnreachable(cause) ? cause : fault("JOBS_NOT_MIGRATED", {}, { cause })
    })
    const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
    for (const queue of options.queues) await this.#prepare(queue, known.get(queue.name))
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
    const { onAdded, onError } = this.#opened!
    this.#keeper = new Keeper(this.#db, this.#options, onAdded, onError)
    await this.#keeper.start()
  }

  async add(job: NewJob, trx?: unknown): Promise<string | undefined> {
    const { queue, data, delay } = job
    const db = trx === undefined ? this.#inside : sqlOn(trx as Queries)
    const added = await this.#boss!.send(queue, data as object, { db, ...sendOptionsOf(job) })
    const onAdded = () => this.#opened!.onAdded(queue)
    // PostgreSQL notifies other processes, and this one too if it listens.
    if (trx === undefined && added !== null && delay === 0 && !afterCommit(onAdded)) onAdded()
    return added ?? undefined
  }

  async addTaken(job: NewJob): Promise<TakenJob | undefined> {
    // Not due for 60 s, so no other process takes it, and with a random priority that selects only this job. If this
    // process ends before it has taken the job, the job runs when it is due.
    const priority = randomInt(2 ** 30, 2 ** 31 - 1)
    const options = { ...sendOptionsOf({ ...job, delay: 60_000 }), priority }
    const id = await this.#boss!.send(job.queue, job.data as object, options)
    if (id === null) return undefined
    const own = { ignoreStartAfter: true, minPriority: priority, maxPriority: priority }
    const [taken] = await this.#boss!.fetch<unknown>(job.queue, { batchSize: 1, ...own })
    // Otherwise a manual retry would not make it due at once.
    await this.#outside.executeSql(
      `update ${schema}.job set start_after = now() where name = $1 and id = $2`,
      [job.queue, id],
    )
    return taken && { queue: job.queue, id, data: taken.data, attempt: taken.retryCount + 1 }
  }

  async take(queue: string, most: number): Promise<readonly TakenJob[]> {
    const jobs = await this.#boss!.fetch<unknown>(queue, { batchSize: most })
    return jobs.map(({ id, data, retryCount }) => ({ queue, id, data, attempt: retryCount + 1 }))
  }

  async due(queues: readonly string[]): Promise<readonly string[]> {
    const { rows } = await this.#outside.executeSql(
      `select name from unnest($1::text[]) as asked(name) where exists (select from ${schema}.job
       where job.name = asked.name and state < 'active' and not blocked and start_after <= ${schema}.job_now())`,
      [queues],
    )
    return (rows as { readonly name: string }[]).map(({ name }) => name)
  }

  async touch(jobs: readonly TakenJob[]): Promise<void> {
    for (const [queue, some] of Map.groupBy(jobs, (job) => job.queue))
      await this.#boss!.touch(queue, some.map(attemptOf))
  }

  async complete(job: TakenJob, trx?: unknown): Promise<boolean> {
    const db = trx === undefined ? this.#outside : sqlOn(trx as Queries)
    return isOne(await this.#boss!.complete(job.queue, attemptOf(job), undefined, { db }))
  }

  override completeIn(ctx: Context, job: TakenJob, completed: () => void): void {
    this.#db.beforeCommit(ctx, async (trx) => {
      if (!(await this.complete(job, trx))) throw fault("JOB_TAKEN_OVER", { job: job.queue })
      completed()
    })
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
    this.#opened!.onAdded(queue)
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
    return row && { ...infoOf(row), data: row.data }
  }

  async retry(id: string): Promise<boolean> {
    const found = await this.find(id)
    if (found?.state !== "dead" && found?.state !== "cancelled") return false
    const isRetried = found.state === "dead" ? this.#boss!.retry(found.job, id) : this.#resume(found.job, id)
    if (!isOne(await isRetried)) return false
    this.#opened!.onAdded(found.job)
    return true
  }

  async cancel(id: string): Promise<boolean> {
    const found = await this.find(id)
    if (found?.state !== "waiting" && found?.state !== "running") return false
    return isOne(await this.#boss!.cancel(found.job, id))
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

import type { Db } from "pg-boss"
import { fault } from "../faults.ts"
import type { JobStep, TakenJob } from "./job-store.ts"
import { schema } from "./schema.ts"
import { type Queries, sqlOn, type WholeDatabase } from "./sql-on.ts"

/** The table of steps. Without a foreign key: pg-boss deletes and inserts a job whose attempt has failed. */
export const steps: readonly string[] = [
  `create table ${schema}.job_step (job_name text, job_id uuid, place int generated always as identity, name text,
    result jsonb not null, attempt int not null, ended_on timestamptz not null default clock_timestamp(),
    primary key (job_name, job_id, name))`,
]

/** The rest of a statement that deletes jobs, as `gone (name, id)`: it deletes their steps too. */
export const withTheirSteps: string = `, freed as (delete from ${schema}.job_step using gone
  where job_step.job_name = gone.name and job_step.job_id = gone.id) select 1 from gone`

/** Undoes it. */
export const withoutSteps: readonly string[] = [`drop table ${schema}.job_step`]

/** Returns the steps that a job has completed. */
export async function stepsOf(db: Db, queue: string, id: string): Promise<readonly JobStep[]> {
  const { rows } = await db.executeSql(
    `select name, result, attempt, ended_on as ended from ${schema}.job_step
     where job_name = $1 and job_id = $2 order by place`,
    [queue, id],
  )
  return rows as JobStep[]
}

/** Locks the job, so that it cannot be taken over before the commit. */
const insertion = `with held as (select name, id from ${schema}.job
    where name = $1 and id = $2 and retry_count = $3 and state = 'active' for share)
  insert into ${schema}.job_step (job_name, job_id, name, result, attempt) select name, id, $4, $5::jsonb, $3::int + 1 from held
  returning result`

/**
 * Runs a part of a job, in a transaction that begins with its first query: a part that only downloads holds no connection. Its result
 * is the last that the transaction writes.
 */
export async function runStep(
  db: WholeDatabase,
  { queue, id, attempt, origin }: TakenJob,
  name: string,
  work: () => Promise<string>,
): Promise<unknown> {
  let trx: Queries
  let result: unknown
  // As in `transact()`: a guard of the job may have set another tenant than that of the call that has enqueued it.
  const tenant = db.tenant ?? origin?.tenant
  await db.transactLazily(
    `the step \`${name}\` of the job \`${queue}\``,
    tenant === undefined ? {} : { tenant },
    (queries) => {
      trx = queries
      return work()
    },
    async (text) => {
      const { rows } = await sqlOn(trx).executeSql(insertion, [queue, id, attempt - 1, name, text])
      const [row] = rows as [{ readonly result: unknown }?]
      if (row === undefined) throw fault("JOB_TAKEN_OVER", { job: queue })
      result = row.result
      return true
    },
  )
  return result
}

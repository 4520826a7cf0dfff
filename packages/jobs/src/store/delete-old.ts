import type { Db } from "pg-boss"
import { withTheirSteps } from "./job-steps.ts"
import { schema } from "./schema.ts"

/** Retention periods of ended jobs, in days. */
export interface KeepOptions {
  /** For completed and cancelled jobs. */
  readonly keepDays: number
  /** For dead jobs. */
  readonly keepDeadDays: number
}

/** The most jobs that one statement deletes, so that it does not hold locks for long. */
const most = 1_000

/**
 * A job ends after its creation, so the index on the creation time finds old ones. The order makes PostgreSQL use this
 * index: the planner cannot estimate how few rows match. Of several processes that delete at the same time, one goes on.
 */
const deletion = `with turn as materialized (select pg_try_advisory_xact_lock(hashtextextended('trivet deletes old jobs', 0)) as is_mine),
  old as materialized (select found.* from turn join ${schema}.queue on turn.is_mine
  cross join (values ('completed'::${schema}.job_state, $1::float8), ('cancelled', $1), ('failed', $2)) as kept(state, days)
  cross join lateral (select name, id from ${schema}.job where job.name = queue.name and job.state = kept.state
  and created_on < now() - days * interval '1 day' and completed_on < now() - days * interval '1 day'
  order by created_on limit ${most} for update skip locked) as found limit ${most}),
  gone as (delete from ${schema}.job using old where job.name = old.name and job.id = old.id returning job.name, job.id)
  ${withTheirSteps}`

/** Deletes when jobs with a key started, of keys that no limit counts any more. */
const startsDeletion = `delete from ${schema}.job_starts where ctid = any(array(select ctid from ${schema}.job_starts
  where needed_until < now() limit ${most} for update skip locked)) returning 1`

/** Deletes some of what ended long enough ago. Returns whether there may be more. */
export async function deleteOld(db: Db, { keepDays, keepDeadDays }: KeepOptions): Promise<boolean> {
  const jobs = await db.executeSql(deletion, [keepDays, keepDeadDays])
  const starts = await db.executeSql(startsDeletion)
  return jobs.rows.length === most || starts.rows.length === most
}

import type { Db } from "pg-boss"
import { schema } from "./job-migrations.ts"

/** For how many days jobs are kept that have ended. */
export interface KeepOptions {
  /** Those that are done or cancelled. */
  readonly keepDays: number
  /** Those that are dead. */
  readonly keepDeadDays: number
}

/** The most jobs that one statement deletes: it must not hold locks for long. */
const most = 1_000

/**
 * A job ended after it was created, so the index finds old ones by the time they were created. The order makes PostgreSQL
 * use it: it cannot tell how few they are.
 */
const deletion = `with old as materialized (select found.* from ${schema}.queue
  cross join (values ('completed'::${schema}.job_state, $1::float8), ('cancelled', $1), ('failed', $2)) as kept(state, days)
  cross join lateral (select name, id from ${schema}.job where job.name = queue.name and job.state = kept.state
  and created_on < now() - days * interval '1 day' and completed_on < now() - days * interval '1 day'
  order by created_on limit ${most} for update skip locked) as found limit ${most})
  delete from ${schema}.job using old where job.name = old.name and job.id = old.id returning 1`

/** Deletes some jobs that ended long enough ago. Returns whether there may be more. */
export async function deleteOld(db: Db, { keepDays, keepDeadDays }: KeepOptions): Promise<boolean> {
  return (await db.executeSql(deletion, [keepDays, keepDeadDays])).rows.length === most
}

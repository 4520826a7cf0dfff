import type { Db } from "pg-boss"
import { schema } from "./schema.ts"
import { dueOf, states } from "./job-rows.ts"
import { type JobState, mostAtOnce, mostCounted, mostRecent, type QueueInfo } from "./job-store.ts"
import { withTheirSteps } from "./job-steps.ts"
import { channel, textOf } from "./messages.ts"

/** The ids of some jobs of a queue that were dead at a time. */
export async function findDead(db: Db, queue: string, until: Date): Promise<readonly string[]> {
  const { rows } = await db.executeSql(
    `select id from ${schema}.job where name = $1 and state = 'failed' and created_on <= $2 and completed_on <= $2
     order by created_on limit ${mostAtOnce}`,
    [queue, until],
  )
  return (rows as { readonly id: string }[]).map(({ id }) => id)
}

/** Deletes some jobs of a queue that are in a state and were created before a time. Returns how many. */
export async function deleteSome(db: Db, queue: string, state: JobState, until: Date): Promise<number> {
  const stored = Object.keys(states).filter((name) => states[name] === state)
  const { rows } = await db.executeSql(
    `with gone as (delete from ${schema}.job where name = $1 and id in (select id from ${schema}.job where name = $1
     and state = any($2::${schema}.job_state[]) and created_on <= $3 limit ${mostAtOnce} for update skip locked)
     returning name, id) ${withTheirSteps}`,
    [queue, stored, until],
  )
  return rows.length
}

/** Deletes a job that does not run. Returns whether it did. */
export async function deleteOne(db: Db, queue: string, id: string): Promise<boolean> {
  const { rows } = await db.executeSql(
    `with gone as (delete from ${schema}.job where name = $1 and id = $2 and state <> 'active' returning name, id) ${withTheirSteps}`,
    [queue, id],
  )
  return rows.length > 0
}

/** Stops or continues the taking of jobs of a queue, and notifies all processes. */
export async function setPaused(db: Db, queue: string, isPaused: boolean): Promise<void> {
  await db.executeSql(
    `with changed as (update ${schema}.queue set paused_on = case when $2 then coalesce(paused_on, now()) end
     where name = $1 returning 1) select pg_notify($3, $4) from changed`,
    [queue, isPaused, channel, textOf({ about: isPaused ? "paused" : "resumed", queue })],
  )
}

/** A row of `counting`. */
type Counted = Omit<QueueInfo, "dueSince" | "paused"> & {
  readonly dueSince: Date | null
  readonly paused: Date | null
}

/** The jobs that are created first are done first, so those done lately are among the newest done ones. */
const recent = `(select count(*)::int from (select completed_on from ${schema}.job where job.name = queue.name
  and state = 'completed' order by created_on desc limit ${mostRecent}) as newest
  where completed_on > now() - interval '1 minute')`

const counting = `select name as job, least(${countOf("created")} + retrying.failed, ${mostCounted}) as waiting,
    ${countOf("active")} as running, retrying.failed, ${countOf("failed")} as dead, paused_on as paused,
    ${recent} as "doneLastMinute",
    (${dueOf("queue.name", "start_after")} order by priority desc, created_on limit 1) as "dueSince"
  from unnest($1::text[]) with ordinality as asked(name, at) join ${schema}.queue using (name)
  cross join lateral (select ${countOf("retry")} as failed) as retrying order by at`

/** Counts the jobs of each of these queues. */
export async function countJobs(db: Db, queues: readonly string[]): Promise<readonly QueueInfo[]> {
  const { rows } = await db.executeSql(counting, [queues])
  return (rows as Counted[]).map((row) => ({
    ...row,
    dueSince: row.dueSince ?? undefined,
    paused: row.paused ?? undefined,
  }))
}

/** The number of jobs of a queue that are in a state, read from an index. */
function countOf(state: string): string {
  return `(select count(*)::int from (select from ${schema}.job where job.name = queue.name
    and state = '${state}' limit ${mostCounted}) as found)`
}

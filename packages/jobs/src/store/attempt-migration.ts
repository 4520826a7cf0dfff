import { schema } from "./schema.ts"

/**
 * Takes jobs of a queue that are due: what pg-boss's `fetch()` does, but planned once for each connection. The table has many
 * indexes, and planning took most of the time. A kept plan must be right for a table of any size: rows are found by the one
 * index that has the order asked for, because the planner may not sort. Then they are locked, and found again by their place.
 */
const takeDue = `create function ${schema}.take_due(queue text, most int)
  returns table (id uuid, data jsonb, retry_count int, group_tier text)
  language plpgsql set enable_sort = off set enable_incremental_sort = off
    set enable_seqscan = off set enable_bitmapscan = off as $$
  #variable_conflict use_column
  declare
    found_at tid[] := array(select ctid from ${schema}.job_common where name = queue and state < 'active' and not blocked
      and start_after <= ${schema}.job_now() order by priority desc, created_on limit most for update skip locked);
  begin
    return query update ${schema}.job_common
      set state = 'active', started_on = ${schema}.job_now(), heartbeat_on = ${schema}.job_now(),
        retry_count = case when started_on is not null then retry_count + 1 else retry_count end
      where ctid = any(found_at) returning id, data, retry_count, group_tier;
  end $$`

/** Completes an attempt of a job: what pg-boss's `complete()` does, planned once. Returns whether the attempt was running. */
const completeAttempt = `create function ${schema}.complete_attempt(queue text, job uuid, tries int) returns boolean
  language plpgsql set enable_sort = off set enable_incremental_sort = off
    set enable_seqscan = off set enable_bitmapscan = off as $$
  declare
    found_at tid := (select ctid from ${schema}.job_common where (name, id) >= (queue, job) and (name, id) <= (queue, job)
      order by name, id limit 1 for update);
  begin
    update ${schema}.job_common set state = 'completed', completed_on = ${schema}.job_now(), output = null
      where ctid = found_at and state = 'active' and retry_count = tries;
    return found;
  end $$`

/** The two statements that each job needs, as functions. */
export const attempts: readonly string[] = [takeDue, completeAttempt]

/** Undoes it. */
export const withoutAttempts: readonly string[] = [
  `drop function ${schema}.complete_attempt`,
  `drop function ${schema}.take_due`,
]

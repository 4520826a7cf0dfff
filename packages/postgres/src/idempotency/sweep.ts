import { type QueryExecutorProvider, sql } from "kysely"

/** For how long a reply is kept. */
export const keptSeconds = 86_400
/** How many replies of a caller are kept. */
export const maxPerCaller = 10_000
/** How many rows a sweep deletes. */
const batch = 1_000
/** After how many stored replies of a process it sweeps. */
const every = 256

const sweeps = new WeakMap<object, { stored: number; running: boolean }>()

/** From time to time, deletes beside the call what is over. The next sweep makes up for a failed one. */
export function sweepBeside(database: QueryExecutorProvider): void {
  const state = sweeps.get(database) ?? { stored: 0, running: false }
  sweeps.set(database, state)
  if (++state.stored % every !== 0 || state.running) return
  state.running = true
  sweep(database)
    .catch(() => undefined)
    .finally(() => {
      state.running = false
    })
}

/** Deletes replies that are too old, and the oldest of callers that have too many. Returns how many. */
export async function sweep(database: QueryExecutorProvider): Promise<number> {
  const old = await sql`delete from trivet_idempotency_keys where ctid = any(array(
    select ctid from trivet_idempotency_keys where created_at < now() - ${keptSeconds} * interval '1 second'
    order by created_at limit ${batch} for update skip locked))`.execute(database)
  const excess = await sql`delete from trivet_idempotency_keys where ctid = any(array(
    select kept.ctid from (select caller, count(*) - ${maxPerCaller} as excess from trivet_idempotency_keys
      group by caller having count(*) > ${maxPerCaller}) as callers
    cross join lateral (select ctid from trivet_idempotency_keys where caller = callers.caller
      order by created_at limit least(excess, ${batch}) for update skip locked) as kept))`.execute(database)
  return Number(old.numAffectedRows ?? 0) + Number(excess.numAffectedRows ?? 0)
}

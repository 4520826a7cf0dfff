import { schema } from "./schema.ts"

/**
 * Takes jobs of one queue whose keys have room. It holds a lock until it has committed, so that what runs is counted while
 * no other process takes; each statement of it sees what was committed before. It goes from key to key, beginning after `behind`,
 * and reads one row of an index for each key that is full, however many jobs of it wait. The planner has no statistics of a
 * queue that has just been filled, so it must not choose another way to find the next key, or a row.
 */
const takeLimited = `create function ${schema}.take_limited(
    queue text, most int, max_running int, max_starts int, per float8, behind text)
  returns table (id uuid, data jsonb, retry_count int, group_id text, group_tier text)
  language plpgsql set enable_sort = off set enable_seqscan = off set enable_bitmapscan = off as $$
  #variable_conflict use_column
  declare
    key text := behind;
    is_second boolean := false;
    room int;
    taken int;
    recent timestamptz[];
    moment timestamptz;
  begin
    perform pg_advisory_xact_lock(hashtextextended('trivet jobs of ' || queue, 0));
    moment := clock_timestamp();
    while most > 0 loop
      key := (select group_id from ${schema}.job_common where name = queue and state < 'active' and not blocked
        and left(group_id, 1) = '#' and group_id > key order by name, group_id limit 1);
      if key is null then
        exit when is_second;
        is_second := true;
        key := '';
        continue;
      end if;
      exit when is_second and key > behind;
      room := most;
      if max_running is not null then
        room := least(room, max_running - (select count(*)::int from ${schema}.job_common
          where name = queue and state = 'active' and group_id = key));
        continue when room <= 0;
      end if;
      if max_starts is not null then
        recent := array(select start from ${schema}.job_starts, unnest(starts) as start
          where name = queue and group_id = key and start > moment - per * interval '1 ms');
        room := least(room, max_starts - cardinality(recent));
        continue when room <= 0;
      end if;
      return query update ${schema}.job_common set state = 'active', started_on = moment, heartbeat_on = moment,
          retry_count = case when started_on is not null then retry_count + 1 else retry_count end
        where state < 'active' and ctid = any(array(select ctid from ${schema}.job_common where name = queue and state < 'active'
          and not blocked and left(group_id, 1) = '#' and group_id = key and start_after <= ${schema}.job_now()
          order by name, group_id, priority desc, created_on limit room for update skip locked))
        returning id, data, retry_count, group_id, group_tier;
      get diagnostics taken = row_count;
      most := most - taken;
      if taken > 0 and max_starts is not null then
        insert into ${schema}.job_starts values
          (queue, key, recent || array_fill(moment, array[taken]), moment + per * interval '1 ms')
        on conflict (name, group_id) do update set starts = excluded.starts, needed_until = excluded.needed_until;
      end if;
    end loop;
  end $$`

/** What limits of jobs need: an index of the keys of limited jobs that wait, and when jobs with a key started lately. */
export const limits: readonly string[] = [
  `create index job_common_by_key on ${schema}.job_common (name, group_id, priority desc, created_on, start_after)
    where state < 'active' and not blocked and left(group_id, 1) = '#'`,
  `create table ${schema}.job_starts (name text, group_id text, starts timestamptz[] not null,
    needed_until timestamptz not null, primary key (name, group_id))`,
  takeLimited,
]

/** Undoes it. */
export const withoutLimits: readonly string[] = [
  `drop function ${schema}.take_limited`,
  `drop table ${schema}.job_starts`,
  `drop index ${schema}.job_common_by_key`,
]

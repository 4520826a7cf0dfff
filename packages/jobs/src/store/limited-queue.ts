import type { Db } from "pg-boss"
import type { StoredLimit } from "../job-settings.ts"
import { schema } from "./schema.ts"
import type { Queue } from "./job-store.ts"
import { groupOf } from "./library-options.ts"

/** A job that was taken. */
interface Taken {
  readonly id: string
  readonly data: unknown
  readonly retryCount: number
  readonly groupId: string
  readonly groupTier: string | null
}

/** Milliseconds between two looks for jobs that a process without the limit has added: a look reads all that wait. */
const adoptEvery = 60_000

/** The most jobs that one statement adopts. */
const most = 1_000

const taking = `select id, data, retry_count as "retryCount", group_id as "groupId", group_tier as "groupTier"
  from ${schema}.take_limited($1, $2, $3, $4, $5, $6)`

const adopting = `update ${schema}.job set group_id = $2 where name = $1 and id = any(array(
  select id from ${schema}.job where name = $1 and state < 'active' and not blocked
  and (group_id is null or left(group_id, 1) <> '#') limit ${most} for update skip locked)) returning 1`

/** The jobs of a queue that has a limit. `take_limited()` of the migrations takes them. */
export class LimitedQueue {
  readonly #name: string
  readonly #limit: StoredLimit
  readonly #db: Db
  /** The key that the next look begins after, so that keys take turns. Processes begin at different ones. */
  #after = groupOf(crypto.randomUUID())
  #adoptedAt = -Infinity

  constructor(name: string, limit: StoredLimit, db: Db) {
    this.#name = name
    this.#limit = limit
    this.#db = db
  }

  /** Takes jobs that are within the limit of their key. */
  async take(count: number): Promise<readonly Taken[]> {
    const taken = await this.#take(count)
    if (taken.length === count || !(await this.#adopt())) return taken
    return [...taken, ...(await this.#take(count - taken.length))]
  }

  async #take(count: number): Promise<readonly Taken[]> {
    const { maxRunning = null, maxStarts = null, per } = this.#limit
    const values = [this.#name, count, maxRunning, maxStarts, per, this.#after]
    const taken = (await this.#db.executeSql(taking, values)).rows as Taken[]
    this.#after = taken.at(-1)?.groupId ?? this.#after
    return taken
  }

  /** Jobs that were added before their record had a limit share a key. Returns whether there were any. */
  async #adopt(): Promise<boolean> {
    if (performance.now() - this.#adoptedAt < adoptEvery) return false
    const { rows } = await this.#db.executeSql(adopting, [this.#name, groupOf("")])
    if (rows.length < most) this.#adoptedAt = performance.now()
    return rows.length > 0
  }
}

/** The queues that have a limit, by name. */
export function limitedQueues(queues: readonly Queue[], db: Db): ReadonlyMap<string, LimitedQueue> {
  return new Map(
    queues.flatMap(({ name, limit }) =>
      limit === undefined ? [] : [[name, new LimitedQueue(name, limit, db)]],
    ),
  )
}

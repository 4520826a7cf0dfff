import { setTimeout as sleep } from "node:timers/promises"
import type { Db, PgBoss } from "pg-boss"
import { schema } from "./job-migrations.ts"
import { type ApartConnection, type WholeDatabase, sqlOn } from "./sql-on.ts"

/** The time-outs and retention periods of a store. */
export interface KeeperOptions extends KeepOptions {
  /**
   * Milliseconds without a heartbeat after which jobs are taken over, and without an answer after which the connection
   * is replaced.
   */
  readonly takeOverAfter: number
}

/** Milliseconds before a lost connection is opened again, and the time that the server has to close one. */
const pause = 1_000

interface Kept {
  readonly db: Db
  readonly boss: PgBoss
  readonly client: ApartConnection | undefined
}

/**
 * The background work of a process that runs jobs: takes over jobs of processes that have ended, deletes old jobs, and
 * listens for new ones. It has its own connection, because LISTEN does not work through a pooler in transaction mode.
 * PGlite has no second connection: there, new jobs are found by polling.
 */
export class Keeper {
  readonly #db: WholeDatabase
  readonly #options: KeeperOptions
  readonly #onAdded: (queue: string) => void
  readonly #onError: (error: unknown) => void
  #connecting: Promise<void> | undefined
  #kept: Kept | undefined
  /** The timer of the next deletion, or of the next connection attempt if there is no connection. */
  #timer: ReturnType<typeof setTimeout> | undefined
  #isOn = true
  /** Whether an error was reported since the last successful connection. */
  #isReported = false

  constructor(
    db: WholeDatabase,
    options: KeeperOptions,
    onAdded: (queue: string) => void,
    onError: (error: unknown) => void,
  ) {
    this.#db = db
    this.#options = options
    this.#onAdded = onAdded
    this.#onError = onError
  }

  async start(): Promise<void> {
    this.#connecting = this.#connect()
    await this.#connecting
  }

  async stop(): Promise<void> {
    this.#isOn = false
    clearTimeout(this.#timer)
    await this.#connecting
    await this.#disconnect()
  }

  /** Never rejects: until it is connected, jobs are found by polling. */
  async #connect(): Promise<void> {
    try {
      const client = await this.#db.connectApart()
      const db = client === undefined ? sqlOn(this.#db.outsideTransaction()) : this.#sqlOf(client)
      const kept = { db, client, boss: await this.#bossOn(db) }
      this.#kept = kept
      client?.on("end", () => void this.#lost(kept))
      // Shown in `pg_stat_activity`.
      if (client !== undefined) await db.executeSql("set application_name = 'trivet jobs'")
      await kept.boss.start()
      this.#isReported = false
      void this.#deleteOld(kept)
    } catch (error) {
      this.#report(error)
      await this.#disconnect()
      this.#connectLater()
    }
  }

  async #bossOn(db: Db): Promise<PgBoss> {
    const { PgBoss: Made } = await import("pg-boss")
    const seconds = Math.max(1, Math.floor(this.#options.takeOverAfter / 3_000))
    const boss = new Made({
      db,
      schema,
      migrate: false,
      schedule: false,
      superviseIntervalSeconds: seconds,
      monitorIntervalSeconds: seconds,
      // Rarely needed: jobs do not depend on each other here.
      flowIntervalSeconds: 3_600,
      // REINDEX cannot run in a transaction, and needs the owner of the tables.
      reindex: false,
      useListenNotify: db.listen !== undefined,
    })
    boss.on("error", (error: unknown) => this.#report(error))
    return boss
  }

  /** Deletes in frequent small batches instead of one large batch a day. */
  async #deleteOld(kept: Kept): Promise<void> {
    const hasMore = await deleteOld(kept.db, this.#options).catch((error: unknown) => this.#report(error))
    if (this.#kept !== kept) return
    const every = Math.min(3_600_000, this.#options.keepDays * 8_640_000)
    this.#timer = setTimeout(() => void this.#deleteOld(kept), hasMore === true ? 0 : every)
  }

  async #lost(kept: Kept): Promise<void> {
    if (this.#kept !== kept || !this.#isOn) return
    this.#report(new Error("the connection that listens for jobs was lost"))
    await this.#disconnect()
    this.#connectLater()
  }

  async #disconnect(): Promise<void> {
    const kept = this.#kept
    this.#kept = undefined
    clearTimeout(this.#timer)
    // The connection ends first: otherwise the library waits for a running statement. A server that hangs does not
    // close its side.
    const ended = kept?.client?.end().catch(() => undefined)
    await Promise.race([ended, sleep(pause, undefined, { ref: false })])
    await kept?.boss.stop({ graceful: false, close: false }).catch(() => undefined)
  }

  #connectLater(): void {
    clearTimeout(this.#timer)
    if (this.#isOn) this.#timer = setTimeout(() => void this.start(), pause)
  }

  /** Reports one error per lost connection: the keeper tries again every second. */
  #report(error: unknown): void {
    if (!this.#isOn || this.#isReported) return
    this.#isReported = true
    this.#onError(error)
  }

  #sqlOf(client: ApartConnection): Db {
    return {
      executeSql: async (text, values) => {
        const result: unknown = await this.#ask(client, text, values)
        // A text with several statements gives several results.
        return { rows: [result].flat().flatMap((one) => (one as { rows: unknown[] }).rows ?? []) }
      },
      listen: async (channel) => {
        client.on("notification", ({ payload }) => this.#onAdded(payload ?? ""))
        await this.#ask(client, `listen ${client.escapeIdentifier(channel)}`)
        return { close: async () => undefined }
      },
    }
  }

  /**
   * Closes the connection if there is no answer in time: without one, no jobs are taken over and no notifications
   * arrive.
   */
  async #ask(client: ApartConnection, text: string, values?: unknown[]): Promise<unknown> {
    const { takeOverAfter } = this.#options
    const timer = setTimeout(() => {
      this.#report(new Error(`the connection that listens for jobs was silent for ${takeOverAfter} ms`))
      void client.end()
    }, takeOverAfter)
    return client.query(text, values).finally(() => clearTimeout(timer))
  }
}

/** Retention periods of ended jobs, in days. */
interface KeepOptions {
  /** For completed and cancelled jobs. */
  readonly keepDays: number
  /** For dead jobs. */
  readonly keepDeadDays: number
}

/** The most jobs that one statement deletes, so that it does not hold locks for long. */
const most = 1_000

/**
 * A job ends after its creation, so the index on the creation time finds old ones. The order makes PostgreSQL use this
 * index: the planner cannot estimate how few rows match.
 */
const deletion = `with old as materialized (select found.* from ${schema}.queue
  cross join (values ('completed'::${schema}.job_state, $1::float8), ('cancelled', $1), ('failed', $2)) as kept(state, days)
  cross join lateral (select name, id from ${schema}.job where job.name = queue.name and job.state = kept.state
  and created_on < now() - days * interval '1 day' and completed_on < now() - days * interval '1 day'
  order by created_on limit ${most} for update skip locked) as found limit ${most})
  delete from ${schema}.job using old where job.name = old.name and job.id = old.id returning 1`

/** Deletes some jobs that ended long enough ago. Returns whether there may be more. */
async function deleteOld(db: Db, { keepDays, keepDeadDays }: KeepOptions): Promise<boolean> {
  return (await db.executeSql(deletion, [keepDays, keepDeadDays])).rows.length === most
}

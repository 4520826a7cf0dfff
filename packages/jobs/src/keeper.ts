import type { Db, PgBoss } from "pg-boss"
import { schema } from "./job-migrations.ts"
import { type ApartConnection, type WholeDatabase, sqlOn } from "./sql-on.ts"

/** For how long a store waits for a process, and keeps what has ended. */
export interface KeeperOptions {
  /** Milliseconds after which jobs of a silent process are taken over. */
  readonly takeOver: number
  readonly keepDays: number
}

/** Milliseconds before a lost connection is opened again. */
const pause = 1_000

interface Kept {
  readonly boss: PgBoss
  readonly client: ApartConnection | undefined
}

/**
 * What a process that runs jobs does beside: it takes over jobs of processes that have ended, deletes old jobs, and
 * listens for new ones. It has a connection of its own, because a deletion can take longer than a query may, and because
 * a pooler in transaction mode cannot listen. PGlite has no other connection: there it asks for new jobs instead.
 */
export class Keeper {
  readonly #db: WholeDatabase
  readonly #options: KeeperOptions
  readonly #onAdded: (queue: string) => void
  readonly #onError: (error: unknown) => void
  #connecting: Promise<void> | undefined
  #kept: Kept | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #isOn = true
  /** Whether an error was reported since it was connected last. */
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

  /** It never rejects: until it is connected, jobs are found by asking for them. */
  async #connect(): Promise<void> {
    try {
      const client = await this.#db.connectApart()
      const kept = { client, boss: await this.#bossOn(client) }
      this.#kept = kept
      client?.on("end", () => void this.#lost(kept))
      // So that `pg_stat_activity` shows what it is for.
      await client?.query("set application_name = 'trivet jobs'")
      await kept.boss.start()
      this.#isReported = false
    } catch (error) {
      this.#report(error)
      await this.#disconnect()
      this.#connectLater()
    }
  }

  async #bossOn(client: ApartConnection | undefined): Promise<PgBoss> {
    const { PgBoss: Made } = await import("pg-boss")
    const { takeOver, keepDays } = this.#options
    const seconds = Math.max(1, Math.floor(takeOver / 3_000))
    const boss = new Made({
      db: client === undefined ? sqlOn(this.#db.outside()) : this.#sqlOf(client),
      schema,
      migrate: false,
      schedule: false,
      superviseIntervalSeconds: seconds,
      monitorIntervalSeconds: seconds,
      // Often and little, not once a day and all at once.
      maintenanceIntervalSeconds: Math.min(3_600, Math.max(1, Math.floor(keepDays * 8_640))),
      // Jobs do not depend on each other here.
      flowIntervalSeconds: 3_600,
      // It cannot run in a transaction, and needs the owner of the tables.
      reindex: false,
      useListenNotify: client !== undefined,
    })
    boss.on("error", (error: unknown) => this.#report(error))
    return boss
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
    // First: the library waits for a statement that may run for long.
    await kept?.client?.end().catch(() => undefined)
    await kept?.boss.stop({ graceful: false, close: false }).catch(() => undefined)
  }

  #connectLater(): void {
    if (!this.#isOn) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.start(), pause)
  }

  /** Once for each time it is not connected: it tries again every second. */
  #report(error: unknown): void {
    if (!this.#isOn || this.#isReported) return
    this.#isReported = true
    this.#onError(error)
  }

  #sqlOf(client: ApartConnection): Db {
    return {
      executeSql: async (text, values) => {
        const result: unknown = await client.query(text, values)
        // Several statements in one text have several results.
        return { rows: [result].flat().flatMap((one) => (one as { rows: unknown[] }).rows ?? []) }
      },
      listen: async (channel) => {
        client.on("notification", ({ payload }) => this.#onAdded(payload ?? ""))
        await client.query(`listen ${client.escapeIdentifier(channel)}`)
        return { close: async () => undefined }
      },
    }
  }
}

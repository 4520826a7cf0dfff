import { setTimeout as sleep } from "node:timers/promises"
import type { Db, PgBoss } from "pg-boss"
import { deleteOld, type KeepOptions } from "./delete-old.ts"
import { schema } from "./job-migrations.ts"
import { type ApartConnection, type WholeDatabase, sqlOn } from "./sql-on.ts"

/** For how long a store waits for a process, and keeps what has ended. */
export interface KeeperOptions extends KeepOptions {
  /** Milliseconds after which jobs of a silent process are taken over, and a silent connection is replaced. */
  readonly takeOverAfter: number
}

/** Milliseconds before a lost connection is opened again, and for which the server may take to close one. */
const pause = 1_000

interface Kept {
  readonly db: Db
  readonly boss: PgBoss
  readonly client: ApartConnection | undefined
}

/**
 * What a process that runs jobs does beside: it takes over jobs of processes that have ended, deletes old jobs, and
 * listens for new ones. It has a connection of its own, because a pooler in transaction mode cannot listen. PGlite has no
 * other connection: there it asks for new jobs instead.
 */
export class Keeper {
  readonly #db: WholeDatabase
  readonly #options: KeeperOptions
  readonly #onAdded: (queue: string) => void
  readonly #onError: (error: unknown) => void
  #connecting: Promise<void> | undefined
  #kept: Kept | undefined
  /** For the next deletion, or for the next connection if there is none. */
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
      const db = client === undefined ? sqlOn(this.#db.outsideTransaction()) : this.#sqlOf(client)
      const kept = { db, client, boss: await this.#bossOn(db) }
      this.#kept = kept
      client?.on("end", () => void this.#lost(kept))
      // So that `pg_stat_activity` shows what it is for.
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
      // Jobs do not depend on each other here.
      flowIntervalSeconds: 3_600,
      // It cannot run in a transaction, and needs the owner of the tables.
      reindex: false,
      useListenNotify: db.listen !== undefined,
    })
    boss.on("error", (error: unknown) => this.#report(error))
    return boss
  }

  /** Often and little, not once a day and all at once. */
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
    // First: the library waits for a statement that runs. A silent server does not close its side.
    const ended = kept?.client?.end().catch(() => undefined)
    await Promise.race([ended, sleep(pause, undefined, { ref: false })])
    await kept?.boss.stop({ graceful: false, close: false }).catch(() => undefined)
  }

  #connectLater(): void {
    clearTimeout(this.#timer)
    if (this.#isOn) this.#timer = setTimeout(() => void this.start(), pause)
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
        const result: unknown = await this.#ask(client, text, values)
        // Several statements in one text have several results.
        return { rows: [result].flat().flatMap((one) => (one as { rows: unknown[] }).rows ?? []) }
      },
      listen: async (channel) => {
        client.on("notification", ({ payload }) => this.#onAdded(payload ?? ""))
        await this.#ask(client, `listen ${client.escapeIdentifier(channel)}`)
        return { close: async () => undefined }
      },
    }
  }

  /** Cuts the connection if there is no answer in time: a silent one would take over no jobs, and tell of none. */
  async #ask(client: ApartConnection, text: string, values?: unknown[]): Promise<unknown> {
    const { takeOverAfter } = this.#options
    const timer = setTimeout(() => {
      this.#report(new Error(`the connection that listens for jobs was silent for ${takeOverAfter} ms`))
      void client.end()
    }, takeOverAfter)
    return client.query(text, values).finally(() => clearTimeout(timer))
  }
}

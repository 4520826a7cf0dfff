import { setTimeout as sleep } from "node:timers/promises"
import type { Db, PgBoss } from "pg-boss"
import { schema } from "./schema.ts"
import { deleteOld, type KeepOptions } from "./delete-old.ts"
import { Membership, type QueueListeners } from "./membership.ts"
import { channel } from "./messages.ts"
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
  /** Undefined without a connection of its own. */
  readonly membership: Membership | undefined
}

/**
 * The background work of a process that runs jobs: takes over jobs of processes that have ended, deletes old jobs, and
 * listens for new ones. It has its own connection, because LISTEN does not work through a pooler in transaction mode.
 * PGlite has no second connection: there, new jobs are found by polling.
 */
export class Keeper {
  readonly #db: WholeDatabase
  readonly #options: KeeperOptions
  readonly #listeners: QueueListeners
  readonly #onError: (error: unknown) => void
  #connecting: Promise<void> | undefined
  #kept: Kept | undefined
  /** The timer of the next deletion, or of the next connection attempt if there is no connection. */
  #timer: ReturnType<typeof setTimeout> | undefined
  #isOn = true
  /** Whether an error was reported since the last successful connection. */
  #isReported = false

  constructor(db: WholeDatabase, options: KeeperOptions, listeners: QueueListeners) {
    this.#db = db
    this.#options = options
    this.#listeners = { ...listeners, onError: (error) => this.#report(error) }
    this.#onError = listeners.onError
  }

  /** What the processes that listen know of each other; `undefined` without a connection of its own. */
  get membership(): Membership | undefined {
    return this.#kept?.membership
  }

  async start(): Promise<void> {
    this.#connecting = this.#connect()
    await this.#connecting
  }

  async stop(): Promise<void> {
    this.#isOn = false
    clearTimeout(this.#timer)
    await this.#connecting
    await this.#kept?.membership?.leave()
    await this.#disconnect()
  }

  /** Never rejects: until it is connected, jobs are found by polling. */
  async #connect(): Promise<void> {
    try {
      const client = await this.#db.connectApart()
      const db = client === undefined ? sqlOn(this.#db.outsideTransaction()) : this.#sqlOf(client)
      const every = this.#options.takeOverAfter / 3
      const membership = client && (await Membership.join(db, this.#listeners, every))
      const kept = { db, client, membership, boss: await this.#bossOn(db) }
      this.#kept = kept
      client?.on("end", () => void this.#lost(kept))
      await kept.boss.start()
      await membership?.sayHello()
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
    kept?.membership?.stop()
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
    // One after the other, as the driver wants it.
    let last: Promise<unknown> = Promise.resolve()
    const ask = (text: string, values?: unknown[]) => {
      const asked = last.then(() => this.#ask(client, text, values))
      last = asked.catch(() => undefined)
      return asked
    }
    return {
      executeSql: async (text, values) => {
        const result = await ask(text, values)
        // A text with several statements gives several results.
        return { rows: [result].flat().flatMap((one) => (one as { rows: unknown[] }).rows ?? []) }
      },
      listen: async (of) => {
        client.on("notification", ({ channel: from, payload = "" }) => {
          if (from === channel) this.membership?.read(payload)
          else this.membership?.added(payload)
        })
        await ask(`listen ${client.escapeIdentifier(of)}`)
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

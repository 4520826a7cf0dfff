import type { Db, PgBoss } from "pg-boss"
import { schema } from "./job-migrations.ts"
import { type ApartConnection, type JobsDatabase, sqlOn } from "./sql-on.ts"

/** For how long a store waits for a process, and keeps what has ended. */
export interface KeeperOptions {
  /** Milliseconds after which jobs of a silent process are taken over. */
  readonly takeOver: number
  readonly keepDays: number
}

/** Milliseconds before a lost connection is opened again. */
const pause = 1_000

/**
 * What a process that runs jobs does beside: it takes over jobs of processes that have ended, deletes old jobs, and
 * listens for new ones. It has a connection of its own, because a deletion can take longer than a query may, and because
 * a pooler in transaction mode cannot listen. PGlite has no other connection: there it asks for new jobs instead.
 */
export class Keeper {
  readonly #db: JobsDatabase
  readonly #options: KeeperOptions
  readonly #onAdded: (queue: string) => void
  readonly #onError: (error: unknown) => void
  #boss: PgBoss | undefined
  #client: ApartConnection | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #isOn = true

  constructor(
    db: JobsDatabase,
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
    try {
      await this.#connect()
    } catch (error) {
      this.#onError(error)
      this.#connectLater()
    }
  }

  async stop(): Promise<void> {
    this.#isOn = false
    clearTimeout(this.#timer)
    await this.#boss?.stop({ graceful: false, close: false })
    await this.#client?.end().catch(() => undefined)
  }

  async #connect(): Promise<void> {
    const client = await this.#db.connectApart()
    this.#client = client
    client?.on("end", () => this.#connectLater())
    const { PgBoss: Made } = await import("pg-boss")
    const seconds = Math.max(1, Math.floor(this.#options.takeOver / 3_000))
    const boss = new Made({
      db: client === undefined ? sqlOn(this.#db.outside()) : this.#sqlOf(client),
      schema,
      migrate: false,
      schedule: false,
      superviseIntervalSeconds: seconds,
      monitorIntervalSeconds: seconds,
      // It cannot run in a transaction, and needs the owner of the tables.
      reindex: false,
      useListenNotify: client !== undefined,
    })
    boss.on("error", this.#onError)
    await boss.start()
    this.#boss = boss
  }

  #connectLater(): void {
    if (!this.#isOn) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#again(), pause)
  }

  async #again(): Promise<void> {
    await this.#boss?.stop({ graceful: false, close: false }).catch(() => undefined)
    this.#boss = undefined
    await this.start()
  }

  #sqlOf(client: ApartConnection): Db {
    return {
      executeSql: async (text, values) => {
        const result: unknown = await client.query(text, values as unknown[])
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

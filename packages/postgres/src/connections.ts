import pg from "pg"
import type { Log } from "trivet"
import { type DatabaseSettings, grace } from "./database-options.ts"
import { breaksConnection } from "./database-error.ts"
import { isPGlite, openPGlite } from "./open-pglite.ts"
import { type PGlite, PGliteStream } from "./pglite-stream.ts"
import { Session } from "./session.ts"

/** How many connections a process has. */
export interface PoolCounts {
  readonly open: number
  readonly idle: number
  /** Queries that wait for a connection. */
  readonly waiting: number
}

/** The connections of one database in this process. */
export class Connections {
  readonly #pool: pg.Pool
  readonly #config: pg.PoolConfig
  readonly #sessions = new WeakMap<pg.PoolClient, Session>()
  readonly #pglite: (() => Promise<PGlite>) | undefined
  #opened: Promise<PGlite> | undefined

  constructor(settings: DatabaseSettings, log: Log | undefined) {
    const { url } = settings
    this.#pglite = isPGlite(url) ? () => (this.#opened ??= openPGlite(url)) : undefined
    this.#config = this.#pglite === undefined ? serverConfig(settings) : pgliteConfig(this.#pglite)
    this.#pool = new pg.Pool(this.#config)
    // A connection that dies says so on itself while a query has it, on the pool while it is idle. Without a listener
    // either would end the process. Whoever has it learns of it from the query.
    this.#pool.on("connect", (client) => client.on("error", () => undefined))
    this.#pool.on("error", (error) => log?.warn({ err: error }, "a database connection was lost"))
  }

  /** Runs one statement on whichever connection is free. The path of most queries, so it has no layers. */
  run(statement: pg.QueryConfig): Promise<pg.QueryResult> {
    return new Promise((resolve, reject) => {
      this.#pool.connect((failure, client, release) => {
        if (client === undefined) return reject(failure ?? new Error("no connection"))
        client.query(statement, (error: Error | null, result) => {
          if (error) {
            release(breaksConnection(error))
            reject(error)
          } else {
            release()
            resolve(result)
          }
        })
      })
    })
  }

  /** Takes a connection out of the pool. Whoever takes it must release it. */
  async acquire(): Promise<Session> {
    const client = await this.#pool.connect()
    let session = this.#sessions.get(client)
    if (session === undefined) {
      session = new Session(client, (broken) => client.release(broken))
      this.#sessions.set(client, session)
    }
    return session
  }

  /** A connection beside the pool, without limits of time: for migrations. PGlite has one session and lends that. */
  async open(): Promise<Session> {
    if (this.#pglite !== undefined) return this.acquire()
    const client = new pg.Client({
      ...this.#config,
      statement_timeout: 0,
      query_timeout: 0,
      idle_in_transaction_session_timeout: 0,
    })
    client.on("error", () => undefined)
    await client.connect()
    return new Session(client, () => void client.end().catch(() => undefined))
  }

  get counts(): PoolCounts {
    const { totalCount, idleCount, waitingCount } = this.#pool
    return { open: totalCount, idle: idleCount, waiting: waitingCount }
  }

  /** Waits for the queries that run and closes every connection. */
  async end(): Promise<void> {
    if (!this.#pool.ending) await this.#pool.end()
    await (await this.#opened)?.close()
    this.#opened = undefined
  }
}

function serverConfig(settings: DatabaseSettings): pg.PoolConfig {
  return {
    connectionString: settings.url,
    ...(settings.ssl !== undefined && { ssl: settings.ssl }),
    application_name: "trivet",
    max: settings.size,
    connectionTimeoutMillis: settings.wait,
    idleTimeoutMillis: 30_000,
    statement_timeout: settings.timeout,
    query_timeout: settings.timeout + grace,
    idle_in_transaction_session_timeout: settings.idleInTransaction,
    keepAlive: true,
  }
}

function pgliteConfig(open: () => Promise<PGlite>): pg.PoolConfig {
  return {
    // Everything runs in turn, on this process's own thread: limits of time would only punish those who wait.
    max: 1,
    idleTimeoutMillis: 0,
    user: "postgres",
    database: "postgres",
    stream: () => new PGliteStream(open),
  }
}

import type pg from "pg"
import type { Log } from "trivet"
import { breaksConnection, codeOf, DatabaseUnavailable, isReadOnly } from "./database-error.ts"
import { type DatabaseSettings, grace } from "./database-options.ts"
import { isPGlite, openPGlite } from "./open-pglite.ts"
import { type PGlite, PGliteStream } from "./pglite-stream.ts"
import type { PoolCounts } from "./pool-counts.ts"
import { Pool } from "./pool.ts"
import type { QueryWatch } from "./query-watch.ts"
import { Session } from "./session.ts"
import { WatchedClient } from "./watched-client.ts"

/** The connections of one database in this process. */
export class Connections {
  /** Whether statements may be kept under a name. */
  readonly named: boolean
  readonly #pool: Pool
  readonly #client: pg.ClientConfig
  /** How PostgreSQL itself is reached, also where a pooler stands before it. */
  readonly #direct: string
  readonly #limit: number
  readonly #wait: number
  readonly #watch: QueryWatch | undefined
  readonly #pglite: (() => Promise<PGlite>) | undefined
  #opened: Promise<PGlite> | undefined
  /** Whether the database is written to: the server took writes once, or there are migrations. */
  #writes: boolean
  /** Whether the server rejected a write, and no server has been found since that takes writes. */
  #rejected = false

  constructor(settings: DatabaseSettings, log: Log | undefined, watch?: QueryWatch) {
    const { url, size, wait, timeout, maxLifetime } = settings
    this.#direct = settings.direct
    this.named = settings.prepare
    this.#watch = watch
    this.#wait = wait
    this.#writes = settings.writes
    if (isPGlite(url)) {
      const open = () => (this.#opened ??= openPGlite(url, log))
      this.#pglite = open
      this.#client = { user: "postgres", database: "postgres", stream: () => new PGliteStream(open) }
      // It has one session, and runs everything in turn on this process's own thread: limits of time would only
      // punish those who wait.
      this.#limit = Infinity
      const endless = { wait: Infinity, idle: Infinity, maxLifetime: Infinity }
      this.#pool = new Pool({ size: 1, ...endless, client: this.#client, log })
    } else {
      this.#client = clientConfig(settings)
      this.#limit = timeout + grace
      this.#pool = new Pool({ size, wait, idle: 30_000, maxLifetime, client: this.#client, log })
    }
  }

  /** Runs one statement on whichever connection is free. The path of most queries, so it has no layers. */
  run(text: string, values: unknown[], name?: string): Promise<pg.QueryResult> {
    if (this.#watch?.active === true)
      return this.#watch.run(text, values, (sent) => this.#run(sent, values, name))
    return this.#run(text, values, name)
  }

  #run(text: string, values: unknown[], name?: string): Promise<pg.QueryResult> {
    return new Promise((resolve, reject) => {
      this.#pool.take((failure, client) => {
        if (client === undefined) return reject(failure!)
        client.ask(text, values, name, this.#limit, (error, result) => {
          if (error) {
            if (isReadOnly(error)) this.#leave()
            this.#pool.giveBack(client, breaksConnection(error))
            reject(error)
          } else {
            resolve(result)
            this.#pool.giveBack(client, false)
          }
        })
      })
    })
  }

  /** Takes a connection out of the pool. Whoever takes it must release it. */
  acquire(): Promise<Session> {
    return new Promise((resolve, reject) => {
      this.#pool.take((failure, client) => {
        if (client === undefined) return reject(failure!)
        const release = (broken: boolean) => this.#pool.giveBack(client, broken)
        resolve(new Session(client, this.#limit, release, this.#watch, this.#leave))
      })
    })
  }

  /** A connection beside the pool, without limits of time: for migrations. PGlite has one session and lends that. */
  async open(): Promise<Session> {
    const client = await this.openClient()
    if (client === undefined) return this.acquire()
    // Of this session only, and after its start: a pooler may reject them there.
    await client.query("set lock_timeout = 0")
    // If this process ends, PostgreSQL notices it within 2 s and ends the statement, which releases its locks. PostgreSQL 13
    // does not know it, and servers on Windows reject it.
    await client.query("set client_connection_check_interval = 2000").catch(() => undefined)
    return new Session(client, Infinity, () => client.close())
  }

  /** The same as the driver has it; `undefined` for PGlite, which has no other than that of the pool. */
  async openClient(): Promise<WatchedClient | undefined> {
    if (this.#pglite !== undefined) return undefined
    const client = new WatchedClient({
      ...this.#client,
      connectionString: this.#direct,
      // As text: the driver leaves out the number, and then the default of the role or the server counts.
      statement_timeout: "0" as never,
      idle_in_transaction_session_timeout: "0" as never,
    })
    client.on("error", () => undefined)
    await client.connect()
    return client
  }

  /**
   * Asks the server, also while every connection is in use. Throws if it does not answer, or if it is read-only and
   * `writes` is true or it has rejected a write. Returns a note for `onHealth()`.
   */
  async check(writes = false): Promise<string | undefined> {
    const { full } = this.#pool
    try {
      if (!(await this.#isWritable()) && (writes || this.#rejected))
        throw new DatabaseUnavailable("The database is not available: it is read-only", undefined)
    } catch (error) {
      // It answers, with "too many connections", and those of the pool are open.
      if (!full || codeOf(error) !== "53300") throw error
    }
    return full ? "every connection is in use" : undefined
  }

  /** Replaces the connections to a server that rejects writes: another one may answer at its address by now. */
  readonly #leave = (): void => {
    this.#rejected = this.#writes
    this.#pool.retireAll()
  }

  async #isWritable(): Promise<boolean> {
    const text = "select current_setting('transaction_read_only') as read_only"
    const apart = this.#pglite === undefined && (this.#rejected || this.#pool.full)
    const { rows } = await (apart ? this.#runApart(text) : this.run(text, []))
    if ((rows as { read_only: string }[])[0]!.read_only !== "off") return false
    if (this.#rejected) this.#pool.retireAll()
    this.#rejected = false
    return (this.#writes = true)
  }

  /** Runs a statement on a new connection beside the pool. */
  async #runApart(text: string): Promise<pg.QueryResult> {
    const client = new WatchedClient({ ...this.#client, query_timeout: this.#wait })
    client.on("error", () => undefined)
    try {
      await client.connect()
      return await client.query(text)
    } finally {
      client.close()
    }
  }

  get counts(): PoolCounts {
    return this.#pool.counts
  }

  /** Waits for the queries that run and closes every connection. */
  async end(): Promise<void> {
    await this.#pool.end()
    await (await this.#opened)?.close()
    this.#opened = undefined
  }
}

function clientConfig(settings: DatabaseSettings): pg.ClientConfig {
  return {
    connectionString: settings.url,
    ...(settings.ssl !== undefined && { ssl: settings.ssl }),
    application_name: "trivet",
    connectionTimeoutMillis: settings.wait,
    statement_timeout: settings.timeout,
    idle_in_transaction_session_timeout: settings.idleInTransaction,
    keepAlive: true,
    // Before a router forgets a connection that waits for a long statement, such as that of a migration.
    keepAliveInitialDelayMillis: 30_000,
  }
}

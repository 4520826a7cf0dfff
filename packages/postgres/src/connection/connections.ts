import type pg from "pg"
import { CompiledQuery } from "kysely"
import type { Log } from "trivet"
import { breaksConnection, codeOf, DatabaseUnavailable, isReadOnly } from "./database-error.ts"
import { type DatabaseSettings, grace } from "../database-options.ts"
import { isPGlite, openPGlite } from "../pglite/open-pglite.ts"
import { type PGlite, PGliteStream } from "../pglite/pglite-stream.ts"
import type { PoolCounts } from "./pool-counts.ts"
import { Pool, type PoolOptions } from "./pool.ts"
import type { QueryWatch } from "./query-watch.ts"
import { Servers } from "./servers.ts"
import { Session } from "./session.ts"
import { connected, type WatchedClient } from "./watched-client.ts"

/** The connections of one database in this process. */
export class Connections {
  /** Whether named prepared statements may be used. */
  readonly named: boolean
  readonly #pool: Pool
  readonly #client: pg.ClientConfig
  /** PostgreSQL itself, even if `url` is that of a pooler; `undefined` for PGlite, as is `#servers`. */
  readonly #direct: Servers | undefined
  readonly #servers: Servers | undefined
  readonly #limit: number
  readonly #wait: number
  readonly #role: string | undefined
  #needsRole = false
  readonly #watch: QueryWatch | undefined
  #opened: Promise<PGlite> | undefined
  /** Whether the application writes: the server has accepted writes, or there are migrations. */
  #writes: boolean
  /** Whether the server rejected a write and no writable server has been found since. */
  #rejected = false

  constructor(settings: DatabaseSettings, log: Log | undefined, watch?: QueryWatch) {
    const { url, size, wait, timeout, maxLifetime } = settings
    this.named = settings.prepare
    this.#watch = watch
    this.#wait = wait
    this.#role = settings.role
    this.#writes = settings.writes
    if (isPGlite(url)) {
      const open = () => (this.#opened ??= openPGlite(url, log))
      this.#client = { user: "postgres", database: "postgres", stream: () => new PGliteStream(open) }
      // PGlite has one session and runs all statements in turn on this process's thread: time limits would only fail
      // queries that wait.
      this.#limit = Infinity
      const endless = { wait: Infinity, idle: Infinity, maxLifetime: Infinity }
      this.#pool = new Pool({
        size: 1,
        ...endless,
        connect: async () => this.#withRole(await connected(this.#client)),
        log,
      })
    } else {
      this.#client = clientConfig(settings)
      this.#limit = timeout + grace
      const servers = new Servers(url)
      this.#servers = servers
      this.#direct = settings.direct === url ? servers : new Servers(settings.direct)
      const connect: PoolOptions["connect"] = async (onUnfit) =>
        this.#withRole(await servers.connect(this.#client, onUnfit))
      this.#pool = new Pool({ size, wait, idle: 30_000, maxLifetime, connect, log })
    }
  }

  /** Runs one statement on any free connection. This is the hot path, so it has no layers. */
  run(text: string, values: unknown[], name?: string): Promise<pg.QueryResult> {
    if (this.#watch?.active === true)
      return this.#watch.run(text, values, (sent) => this.#run(sent, values, name))
    return this.#run(text, values, name)
  }

  #run(text: string, values: unknown[], name?: string): Promise<pg.QueryResult> {
    return new Promise((resolve, reject) => {
      this.#take((failure, client) => {
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

  /** Takes a connection from the pool. The caller must release it. */
  acquire(): Promise<Session> {
    return new Promise((resolve, reject) => {
      this.#take((failure, client) => {
        if (client === undefined) return reject(failure!)
        const release = (broken: boolean) => this.#pool.giveBack(client, broken)
        resolve(new Session(client, this.#limit, release, this.#watch, this.#leave))
      })
    })
  }

  /** Takes a connection from the pool. A wait for one is an operation of its own. */
  #take(use: Parameters<Pool["take"]>[0]): void {
    if (this.#watch?.active !== true || this.#pool.counts.idle > 0) return this.#pool.take(use)
    const ended = this.#watch.wait()
    this.#pool.take((failure, client) => {
      ended()
      use(failure, client)
    })
  }

  /**
   * A connection outside the pool, without time limits, for migrations. PGlite has only one session, which is used
   * instead.
   */
  async open(): Promise<Session> {
    const client = await this.openClient()
    if (client === undefined) return this.#asOwner(await this.acquire())
    // Set for this session only, and after its start: a pooler may reject them as start-up parameters.
    await client.query("set lock_timeout = 0")
    // If this process ends, PostgreSQL notices it within 2 s and cancels the statement, which releases its locks.
    // PostgreSQL 13 does not know the setting, and servers on Windows reject it.
    await client.query("set client_connection_check_interval = 2000").catch(() => undefined)
    return new Session(client, Infinity, () => client.close())
  }

  /** Takes the role on. Until the check of tenants, migrations may have still to create it. */
  async #withRole(client: WatchedClient): Promise<WatchedClient> {
    if (this.#role === undefined) return client
    try {
      await client.query(setRole(this.#role))
    } catch (error) {
      if (!this.#needsRole && codeOf(error) === "22023") return client
      client.close()
      throw error
    }
    return client
  }

  /** PGlite's only connection, for migrations: with the role of its owner until it is released. */
  async #asOwner(session: Session): Promise<Session> {
    if (this.#role === undefined) return session
    await session.executeQuery(CompiledQuery.raw("reset role"))
    const release = session.release.bind(session)
    session.release = () => {
      const back = session.executeQuery(CompiledQuery.raw(setRole(this.#role!)))
      back.catch(() => undefined).finally(release)
    }
    return session
  }

  /** The driver connection for `open()`; `undefined` for PGlite, which has only that of the pool. */
  async openClient(): Promise<WatchedClient | undefined> {
    return this.#direct?.connect({
      ...this.#client,
      // As text: the driver omits the number 0, and the default of the role or server would apply.
      statement_timeout: "0" as never,
      idle_in_transaction_session_timeout: "0" as never,
    })
  }

  /**
   * Checks the server, also while every connection is in use. Throws if it does not answer, or if it is read-only and
   * `writes` is true or it has rejected a write. Returns a note for `onHealth()`.
   */
  async check(writes = false): Promise<string | undefined> {
    const { full } = this.#pool
    try {
      if (!(await this.#isWritable()) && (writes || this.#rejected))
        throw new DatabaseUnavailable("The database is not available: it is read-only", undefined)
    } catch (error) {
      // The server answers "too many connections", and the connections of the pool are open.
      if (!full || codeOf(error) !== "53300") throw error
    }
    return full ? "every connection is in use" : undefined
  }

  /**
   * Replaces the connections to a server that rejects writes: after a failover, its address may lead to another server.
   */
  readonly #leave = (): void => {
    this.#rejected = this.#writes
    this.#pool.retireAll()
  }

  async #isWritable(): Promise<boolean> {
    const text = "select current_setting('transaction_read_only') as read_only"
    const servers = this.#rejected || this.#pool.full ? this.#servers : undefined
    const { rows } = await (servers === undefined ? this.run(text, []) : this.#runApart(servers, text))
    if ((rows as { read_only: string }[])[0]!.read_only !== "off") return false
    if (this.#rejected) this.#pool.retireAll()
    this.#rejected = false
    return (this.#writes = true)
  }

  /** Runs a statement on a new connection outside the pool. */
  async #runApart(servers: Servers, text: string): Promise<pg.QueryResult> {
    const client = await servers.connect({ ...this.#client, query_timeout: this.#wait })
    try {
      return await client.query(text)
    } finally {
      client.close()
    }
  }

  /** Opens no connection without the role from now on, and replaces those that have none. */
  requireRole(): void {
    this.#needsRole = true
    this.#pool.retireAll()
  }

  /** The PGlite behind the connections; `undefined` for a server, and before the first query. */
  get pglite(): Promise<PGlite> | undefined {
    return this.#opened
  }

  get counts(): PoolCounts {
    return this.#pool.counts
  }

  /** Waits for running queries and closes every connection. */
  async end(): Promise<void> {
    await this.#pool.end()
    await (await this.#opened)?.close()
    this.#opened = undefined
  }
}

function setRole(role: string): string {
  return `set role "${role.replaceAll('"', '""')}"`
}

function clientConfig(settings: DatabaseSettings): pg.ClientConfig {
  return {
    ...(settings.ssl !== undefined && { ssl: settings.ssl }),
    application_name: "trivet",
    connectionTimeoutMillis: settings.wait,
    statement_timeout: settings.timeout,
    idle_in_transaction_session_timeout: settings.idleInTransaction,
    keepAlive: true,
    // Sent before a router drops a connection that is idle during a long statement, such as that of a migration.
    keepAliveInitialDelayMillis: 30_000,
  }
}

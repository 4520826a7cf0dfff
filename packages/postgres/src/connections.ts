import type pg from "pg"
import type { Log } from "trivet"
import { breaksConnection } from "./database-error.ts"
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
  readonly #watch: QueryWatch | undefined
  readonly #pglite: (() => Promise<PGlite>) | undefined
  #opened: Promise<PGlite> | undefined

  constructor(settings: DatabaseSettings, log: Log | undefined, watch?: QueryWatch) {
    const { url, size, wait, timeout } = settings
    this.#direct = settings.direct
    this.named = settings.prepare
    this.#watch = watch
    if (isPGlite(url)) {
      const open = () => (this.#opened ??= openPGlite(url))
      this.#pglite = open
      this.#client = { user: "postgres", database: "postgres", stream: () => new PGliteStream(open) }
      // It has one session, and runs everything in turn on this process's own thread: limits of time would only
      // punish those who wait.
      this.#limit = Infinity
      this.#pool = new Pool({ size: 1, wait: Infinity, idle: Infinity, client: this.#client, log })
    } else {
      this.#client = clientConfig(settings)
      this.#limit = timeout + grace
      this.#pool = new Pool({ size, wait, idle: 30_000, client: this.#client, log })
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
        resolve(
          new Session(client, this.#limit, (broken) => this.#pool.giveBack(client, broken), this.#watch),
        )
      })
    })
  }

  /** A connection beside the pool, without limits of time: for migrations. PGlite has one session and lends that. */
  async open(): Promise<Session> {
    const client = await this.openClient()
    return client === undefined ? this.acquire() : new Session(client, Infinity, () => client.close())
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
  }
}

import { relative } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import type pg from "pg"
import { type Context, Fault, type Log } from "trivet"
import { addTransactionFinder } from "trivet/extend"
import { addBeforeCommit, type LastQueries } from "./transactions/before-commit.ts"
import { Connections } from "./connection/connections.ts"
import { codeOf, databaseErrorOf } from "./connection/database-error.ts"
import { DatabaseHandle } from "./database-handle.ts"
import { type DatabaseOptions, type DatabaseSettings, databaseSettingsOf } from "./database-options.ts"
import { lazyMigrator } from "./migrations/lazy-migrator.ts"
import type { Migrator } from "./migrations/migrator.ts"
import { setCursorSecret } from "./paging/cursor-keys.ts"
import { findPGliteFolder, isPGlite } from "./pglite/open-pglite.ts"
import type { PoolCounts } from "./connection/pool-counts.ts"
import { Source } from "./connection/source.ts"
import { findTenantOf, type Tenant } from "./tenants/tenant.ts"
import {
  findOpenTransaction,
  findTransaction,
  type OpenTransaction,
} from "./transactions/open-transaction.ts"

/** On an instance: what `trivet dev` shows of it. */
const databaseKey: unique symbol = Symbol.for("trivet.database")
/** On the fields of a log line: `trivet dev` shows the same. */
const shownKey: unique symbol = Symbol.for("trivet.shown")

/**
 * The database handle: a Kysely instance on PostgreSQL, typed by the tables of the application. Extend it once,
 * `class Db extends Database<Tables> {}`, make the module with `postgres(Db)`, and inject the class.
 */
export class Database<Tables> extends DatabaseHandle<Tables> {
  /** Applies, lists and rolls back migrations. */
  readonly migrator: Migrator
  /** `onStart()` has limits of its own: `startWait` for a server, 5 minutes for PGlite, none for migrations. */
  readonly startHookTimeout: number = Infinity
  readonly #connections: Connections
  readonly #outside: DatabaseHandle<Tables>
  readonly #settings: DatabaseSettings
  readonly #options: DatabaseOptions
  readonly #log: Log | undefined
  readonly #findTenant: () => Tenant | undefined

  constructor(options: DatabaseOptions) {
    const settings = databaseSettingsOf(options)
    const connections = new Connections(settings, options.log, options.watch)
    const onError = (err: unknown) => options.log?.warn({ err }, "work that waited for a commit failed")
    const { currentCall, tenant } = options
    const findTenant = () => (tenant === undefined ? undefined : findTenantOf(currentCall?.(), tenant.column))
    super(new Source(connections, findTransaction, onError, findTenant))
    const findOutside = isPGlite(settings.url) ? findUnended : () => undefined
    this.#outside = new DatabaseHandle(new Source(connections, findOutside, onError, findTenant))
    addTransactionFinder(findOpenTransaction)
    setCursorSecret(settings.cursorSecret, this, this.#outside)
    this.#connections = connections
    this.#findTenant = findTenant
    this.#settings = settings
    this.#options = options
    // Not a member of the class: only tools read it.
    Object.defineProperty(this, databaseKey, { value: inWords(settings.url) })
    this.#log = options.log
    this.migrator = lazyMigrator(async () => {
      const { LockingMigrator } = await import("./migrations/locking-migrator.ts")
      return new LockingMigrator(connections, options.migrations ?? [], options.log)
    })
  }

  /**
   * Returns a handle whose queries are not part of the transaction that the running code is in: for data that must stay when
   * it is rolled back, and for work that goes on after it. PGlite has only one session: there, queries that run before the
   * end of the transaction are part of it.
   */
  outsideTransaction(): DatabaseHandle<Tables> {
    return this.#outside
  }

  /**
   * @internal For packages of the framework: a connection outside the pool, without time limits and not through a
   * pooler. The caller must end it. `undefined` for PGlite, which has only one connection.
   */
  async connectApart(): Promise<pg.Client | undefined> {
    return this.#connections.openClient()
  }

  /**
   * @internal For packages of the framework: runs `queries` in the transaction that `inTransaction()` provides for a
   * call, just before it commits. If they throw, it is rolled back. They do not run if it is rolled back anyway, or if
   * there is none.
   */
  beforeCommit(ctx: Context, queries: LastQueries): void {
    addBeforeCommit(ctx, this, queries)
  }

  /** @internal For packages of the framework: the tenant of the running code's transaction, otherwise of its call. */
  get tenant(): Tenant | undefined {
    return findTransaction(this.#connections)?.tenant ?? this.#findTenant()
  }

  /** The name under which `serve()` logs that the data is lost when the process ends; only for PGlite in memory. */
  get inMemory(): string | undefined {
    const { url } = this.#settings
    return isPGlite(url) && findPGliteFolder(url) === undefined ? "database" : undefined
  }

  /** The numbers of connections. */
  get pool(): PoolCounts {
    return this.#connections.counts
  }

  /** Waits until the server answers, and applies migrations if `migrateAtStart` is true. */
  async onStart(): Promise<void> {
    const { lazy, migrateAtStart } = this.#options
    const folder = isPGlite(this.#settings.url) ? findPGliteFolder(this.#settings.url) : ""
    if (folder !== "") {
      const place = folder === undefined ? "in memory, lost when this process stops" : `in ${folder}`
      this.#log?.warn({ [shownKey]: true }, `The database is PGlite ${place}: for development only`)
    }
    const waits = typeof lazy === "function" ? lazy() : lazy
    // A database in memory is empty whenever it starts.
    if (waits === true && folder !== undefined) return
    await this.#connect(migrateAtStart === true)
    if (migrateAtStart === true) await this.#migrate()
    await this.#checkTenants()
  }

  /** Waits for running queries and closes every connection. */
  async onStop(): Promise<void> {
    await this.#connections.end()
  }

  /**
   * Throws if the database does not answer, or if it has become read-only and rejected a write. Returns a note if every
   * connection is in use.
   */
  async onHealth(): Promise<string | undefined> {
    return this.#connections.check().catch(raise)
  }

  async #connect(writes: boolean): Promise<void> {
    const until = performance.now() + this.#settings.startWait
    for (let told = false; ; told = true) {
      try {
        await this.#connections.check(writes).catch(raise)
        return
      } catch (error) {
        // Waiting does not help: wrong password, unknown user or database, or PGlite is missing.
        const isFinal = error instanceof Fault || /^(?:28|3D)/.test(codeOf(error) ?? "")
        if (isFinal || performance.now() >= until) throw error
        // Logged once: if the application starts together with the database, waiting is normal.
        if (!told) this.#log?.warn(`${(error as Error).message}: waiting for it`)
        await sleep(200 + Math.random() * 300)
      }
    }
  }

  async #checkTenants(): Promise<void> {
    const { tenant } = this.#options
    if (tenant === undefined) return
    this.#connections.requireRole()
    const { checkTenants } = await import("./tenants/check-tenants.ts")
    await checkTenants((text, values) => this.#connections.run(text, values), tenant)
  }

  async #migrate(): Promise<void> {
    for (const name of await this.migrator.migrate())
      this.#log?.info({ migration: name }, "migration applied")
  }
}

function inWords(url: string): string {
  if (!isPGlite(url)) return "PostgreSQL"
  const folder = findPGliteFolder(url)
  return folder === undefined ? "PGlite in memory" : `PGlite in ${relative(process.cwd(), folder) || "."}`
}

function raise(thrown: unknown): never {
  throw databaseErrorOf(thrown)
}

/** PGlite's single session is in use until the transaction has ended. */
function findUnended(owner: object): OpenTransaction | undefined {
  let transaction = findTransaction(owner)
  while (transaction?.isOver === true || (transaction !== undefined && transaction.owner !== owner))
    transaction = transaction.around
  return transaction
}

import type { ConnectionOptions } from "node:tls"
import type { Context, Log } from "trivet"
import { fault } from "./faults.ts"
import type { Migration } from "./migrations/migration.ts"
import type { PackageMigrations } from "./migrations/package-migrations.ts"
import type { QueryWatch } from "./connection/query-watch.ts"
import type { TenantOptions } from "./tenants/check-tenants.ts"

/** Options of a database. */
export interface DatabaseOptions {
  /**
   * The address: `postgres://user:password@host:port/name`, with several hosts if the server may change, or for development `pglite://./folder` or `pglite://memory`.
   * Default: the variable `DATABASE_URL`, otherwise `pglite://memory`; in production a fault.
   */
  readonly url?: string | undefined
  /**
   * The address of PostgreSQL itself, if `url` is that of a pooler in transaction mode. Migrations use it, because their
   * lock belongs to one session. Default: the variable `DATABASE_DIRECT_URL` if `url` is not given or is that of
   * `DATABASE_URL`, otherwise `url`.
   */
  readonly directUrl?: string | undefined
  /**
   * Whether `prepare()` uses named prepared statements. Default: true. Set it to false behind a pooler in transaction mode
   * that does not support them, such as PgBouncer before 1.21.
   */
  readonly preparedStatements?: boolean
  /** Whether the application runs in production. Default: that of the application, otherwise by `NODE_ENV`. */
  readonly production?: boolean
  /** The maximum number of connections of this process. Default: 10. */
  readonly maxConnections?: number
  /** Milliseconds that a query waits for a free connection before it fails with 503. Default: 1,000. */
  readonly acquireTimeout?: number
  /**
   * Milliseconds that one statement may take before PostgreSQL cancels it. Default: 1,500. If the server does not answer
   * at all, the query fails 200 ms later. For slow work, `transact()` has the same option.
   */
  readonly statementTimeout?: number
  /** Milliseconds that a transaction may be idle before PostgreSQL ends it. Default: 10,000. */
  readonly idleInTransaction?: number
  /** Milliseconds for which `onStart()` tries to reach the server. Default: 10,000. */
  readonly startWait?: number
  /**
   * Milliseconds after which a connection is replaced by a new one, once it is idle; a tenth less for some, so that not all
   * are replaced at once. Default: 1,800,000, half an hour.
   */
  readonly maxLifetime?: number
  /** TLS options, in place of those in the URL. Default: by `sslmode` of the URL. */
  readonly ssl?: boolean | ConnectionOptions
  /**
   * The folder of the migration files, or a list of folders, migrations and migrations of packages. Entries of the list
   * are applied in its order; the migrations of a folder or package, and migrations that follow each other in the list,
   * in the order of their names. Default: none.
   */
  readonly migrations?: URL | string | readonly (URL | string | Migration | PackageMigrations)[]
  /**
   * Whether `onStart()` applies pending migrations. Of several processes one does, and the others wait without a time
   * limit. Default: false.
   */
  readonly migrateAtStart?: boolean
  /**
   * Whether to connect at the first query instead of at start, and to migrate by commands only. Default: on `cli()`
   * only.
   */
  readonly lazy?: boolean | (() => boolean)
  /**
   * The secret from which the key of `paginate()`'s cursors is derived. All processes of the application need the same.
   * Default: the password of `url`, otherwise `PGPASSWORD`. Without any of them, a client that knows the code can forge cursors;
   * they lead to no rows that the query does not find.
   */
  readonly cursorSecret?: string | undefined
  /**
   * How tenants are kept apart. The application does not start if a query could see the rows of another tenant: a table with the
   * column has no policy, or the role bypasses all of them. Transactions that name no tenant have that of their call: the context value
   * with the name of the column. Default: not checked, and none.
   */
  readonly tenant?: TenantOptions
  /** The log. Default: that of the application; none for a `Database` that is made with `new`. */
  readonly log?: Log
  /** @internal Set by `postgres()`. */
  readonly watch?: QueryWatch
  /** @internal Set by `postgres()`: the call that the running code belongs to. */
  readonly currentCall?: () => Context | undefined
}

/** The options with every default filled in. */
export interface DatabaseSettings {
  readonly url: string
  /** The address for migrations. */
  readonly direct: string
  readonly prepare: boolean
  readonly production: boolean
  readonly size: number
  readonly wait: number
  readonly timeout: number
  readonly idleInTransaction: number
  readonly startWait: number
  readonly maxLifetime: number
  /** Whether the database is known to be written to. */
  readonly writes: boolean
  readonly cursorSecret: string
  readonly ssl: boolean | ConnectionOptions | undefined
  /** The role that connections take on. */
  readonly role: string | undefined
}

/**
 * How much longer than PostgreSQL the process waits, in milliseconds: enough for PostgreSQL's timeout error to arrive.
 */
export const grace = 200

/** Fills in the defaults. Throws a fault if an option is invalid, or if the URL is missing in production. */
export function databaseSettingsOf(options: DatabaseOptions): DatabaseSettings {
  const production = options.production ?? process.env["NODE_ENV"] === "production"
  const url = urlOf(options.url, production)
  // The driver prefers the options of the URL to those passed separately.
  const without = (address: string) => (options.ssl === undefined ? address : withoutTls(address))
  const direct = without(directOf(options, url))
  return {
    url: without(url),
    production,
    direct,
    prepare: options.preparedStatements ?? true,
    size: positive("maxConnections", options.maxConnections ?? 10),
    wait: positive("acquireTimeout", options.acquireTimeout ?? 1_000),
    timeout: positive("statementTimeout", options.statementTimeout ?? 1_500),
    idleInTransaction: positive("idleInTransaction", options.idleInTransaction ?? 10_000),
    startWait: options.startWait ?? 10_000,
    maxLifetime: positive("maxLifetime", options.maxLifetime ?? 1_800_000),
    writes: options.migrations !== undefined,
    cursorSecret: options.cursorSecret ?? (passwordOf(url) || (process.env["PGPASSWORD"] ?? "")),
    ssl: options.ssl,
    // A pooler would give the connection, with the role, to another client.
    role: direct === without(url) ? options.tenant?.role : undefined,
  }
}

function urlOf(given: string | undefined, production: boolean): string {
  const url = given ?? process.env["DATABASE_URL"] ?? ""
  if (/^(?:postgres|postgresql|pglite):\/\//.test(url)) return url
  if (url !== "")
    throw fault("POSTGRES_URL_INVALID", {
      variable: "DATABASE_URL",
      schemes: "`postgres://` or, for development, `pglite://`",
    })
  if (!production) return "pglite://memory"
  throw fault("POSTGRES_URL_MISSING", {})
}

function passwordOf(url: string): string {
  return URL.parse(url)?.password ?? ""
}

function directOf(options: DatabaseOptions, url: string): string {
  // If `url` is not that of the environment, `DATABASE_DIRECT_URL` would be another database.
  const isEnvironments = options.url === undefined || options.url === process.env["DATABASE_URL"]
  const direct = options.directUrl ?? (isEnvironments ? process.env["DATABASE_DIRECT_URL"] : undefined)
  if (direct === undefined || direct === "") return url
  if (/^(?:postgres|postgresql):\/\//.test(direct)) return direct
  throw fault("POSTGRES_URL_INVALID", { variable: "DATABASE_DIRECT_URL", schemes: "`postgres://`" })
}

function withoutTls(address: string): string {
  // Only in the query: the password may contain `&ssl` too.
  const [server, ...query] = address.split("?")
  return [server, query.join("?").replaceAll(/(?<=^|&)(?:ssl|uselibpq)[^&]*&?/g, "")].join("?")
}

function positive(name: string, value: number): number {
  if (Number.isSafeInteger(value) && value > 0) return value
  throw fault("POSTGRES_OPTION_INVALID", { option: name, what: "the database", value })
}

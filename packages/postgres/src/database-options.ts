import type { ConnectionOptions } from "node:tls"
import type { Log } from "trivet"
import { fault } from "./faults.ts"
import type { Migration } from "./migration.ts"

/** How a database is reached and used. Times are in milliseconds. */
export interface DatabaseOptions {
  /**
   * `postgres://user:password@host:port/name`, or for development `pglite://./folder` and `pglite://memory`.
   * `DATABASE_URL` unless given; where that is not set either, `pglite://memory`, except in production.
   */
  readonly url?: string | undefined
  /**
   * PostgreSQL itself, where `url` leads to a pooler in transaction mode: migrations run there, because their lock
   * belongs to one session. `DATABASE_DIRECT_URL` unless given, where `url` was not given either.
   */
  readonly direct?: string | undefined
  /**
   * Whether prepared queries are kept parsed under a name: so unless `false`. A pooler in transaction mode that does not
   * follow names, PgBouncer before 1.21 among them, needs `false`.
   */
  readonly prepare?: boolean
  /** Whether this is production; `NODE_ENV` says it unless given. */
  readonly production?: boolean
  /** The most connections of this process: 10 unless given. */
  readonly size?: number
  /** How long a query waits for a free connection before it fails with 503: 1,000 unless given. */
  readonly wait?: number
  /**
   * How long one statement may take before PostgreSQL ends it: 1,500 unless given. A server that does not answer at
   * all is given up 200 later. `transact()` takes a longer one for slow work.
   */
  readonly timeout?: number
  /** How long a transaction may stand idle before PostgreSQL ends it: 10,000 unless given. */
  readonly idleInTransaction?: number
  /** How long `onStart()` tries to reach a server that is not there yet: 10,000 unless given. */
  readonly startWait?: number
  /** TLS settings; the URL's `sslmode` says it unless given. */
  readonly ssl?: boolean | ConnectionOptions
  /** The folder of migration files, or migrations written in code. */
  readonly migrations?: URL | string | readonly Migration[]
  /** Whether `onStart()` applies pending migrations. Processes that start at once wait for the one that does. */
  readonly migrateAtStart?: boolean
  /** Leaves connecting to the first query, and migrations to the commands. */
  readonly lazy?: boolean | (() => boolean)
  readonly log?: Log
}

/** The options with every default filled in. */
export interface DatabaseSettings {
  readonly url: string
  /** Where migrations run. */
  readonly direct: string
  readonly prepare: boolean
  readonly production: boolean
  readonly size: number
  readonly wait: number
  readonly timeout: number
  readonly idleInTransaction: number
  readonly startWait: number
  readonly ssl: boolean | ConnectionOptions | undefined
}

/** How much longer the process waits than PostgreSQL: enough for its answer "too slow" to arrive. */
export const grace = 200

/** Fills in the defaults. Raises an error where nothing says which database is meant. */
export function settingsOf(options: DatabaseOptions): DatabaseSettings {
  const production = options.production ?? process.env["NODE_ENV"] === "production"
  const url = urlOf(options.url, production)
  return {
    url,
    production,
    direct: directOf(options, url),
    prepare: options.prepare ?? true,
    size: positive("size", options.size ?? 10),
    wait: positive("wait", options.wait ?? 1_000),
    timeout: positive("timeout", options.timeout ?? 1_500),
    idleInTransaction: positive("idleInTransaction", options.idleInTransaction ?? 10_000),
    startWait: options.startWait ?? 10_000,
    ssl: options.ssl,
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

function directOf(options: DatabaseOptions, url: string): string {
  // Beside a URL that was given, the environment's would be another database's.
  const direct =
    options.direct ?? (options.url === undefined ? process.env["DATABASE_DIRECT_URL"] : undefined)
  if (direct === undefined || direct === "") return url
  if (/^(?:postgres|postgresql):\/\//.test(direct)) return direct
  throw fault("POSTGRES_URL_INVALID", { variable: "DATABASE_DIRECT_URL", schemes: "`postgres://`" })
}

function positive(name: string, value: number): number {
  if (Number.isSafeInteger(value) && value > 0) return value
  throw fault("POSTGRES_OPTION_INVALID", { option: name, what: "the database", value })
}

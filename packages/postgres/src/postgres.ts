import { Describe, inject, module, type Module, provide, token } from "trivet"
import {
  checkOptions,
  type OptionNames,
  Production,
  AppLog,
  AppMetrics,
  AppOperations,
  logOperations,
  type OperationLogOptions,
  useCallScope,
} from "trivet/extend"
import type { DatabaseOptions } from "./database-options.ts"
import { MigrationCommands } from "./migrations/migration-commands.ts"
import type { Migrator } from "./migrations/migrator.ts"
import { poolMeasures } from "./connection/pool-measures.ts"
import { noteDatabase, type NotedDatabase } from "./connection/noted-databases.ts"
import { QueryWatch } from "./connection/query-watch.ts"
import "./version.ts"

/** Options of `postgres()`. */
export interface PostgresOptions extends DatabaseOptions {
  /**
   * The name of the command group for migrations; `false` for no commands. Default: `db`. A second database needs
   * another.
   */
  readonly commands?: string | false
  /**
   * Logs queries with the request id, route and user of their call: `{ slowerThan: 200 }` those that took 200 ms or more,
   * `{}` all. Lines contain the SQL without values, unless `values` is true. Default: none.
   */
  readonly logQueries?: OperationLogOptions
  /**
   * Whether each query begins with a comment that names its call, such as `route='GET%20%2Fposts%2F%3Aid'`, for
   * `pg_stat_activity` and the log of PostgreSQL. It sets `preparedStatements` to false. Default: false.
   */
  readonly commentQueries?: boolean
}

const optionNames: OptionNames<PostgresOptions> = {
  url: true,
  directUrl: true,
  preparedStatements: true,
  production: true,
  maxConnections: true,
  acquireTimeout: true,
  statementTimeout: true,
  idleInTransaction: true,
  startWait: true,
  maxLifetime: true,
  ssl: true,
  migrations: true,
  migrateAtStart: true,
  lazy: true,
  cursorSecret: true,
  tenant: true,
  log: true,
  commands: true,
  watch: true,
  currentCall: true,
  logQueries: true,
  commentQueries: true,
}

/** A class that extends `Database`. */
export type DatabaseClass<Db extends { readonly migrator: Migrator }> = new (options: DatabaseOptions) => Db

/**
 * Makes the module of a database, which exports the class: `postgres(Db, { migrateAtStart: true })`. Options may be a
 * function, which may call `inject()`. On the CLI platform it connects at the first query and does not migrate at start.
 */
export function postgres<Db extends { readonly migrator: Migrator }>(
  database: DatabaseClass<Db>,
  options: PostgresOptions | (() => PostgresOptions) = {},
): Module {
  const commandsToken = token<object>(`commands of ${database.name}`)
  const read = () => {
    const given = typeof options === "function" ? options() : options
    checkOptions(given, optionNames, "postgres()")
    return given
  }
  return module({
    name: `postgres(${database.name})`,
    exports: [database],
    declarations: [
      provide(database, () => {
        const describe = inject(Describe)
        const given = read()
        if (given.logQueries !== undefined) logOperations("sql", "query", given.logQueries)
        const made = new database({
          log: inject(AppLog),
          production: inject(Production),
          lazy: () => describe().platform === "cli",
          ...given,
          ...watchOf(given),
          ...callOf(given),
        })
        const whole = made as unknown as NotedDatabase
        noteDatabase(inject(AppOperations), whole)
        inject(AppMetrics).add(...poolMeasures(database.name, () => whole.pool))
        return made
      }),
      provide(commandsToken, () => {
        const { commands = "db" } = read()
        return commands === false ? {} : new MigrationCommands(inject(database).migrator, commands)
      }),
    ],
  })
}

/** Transactions that name no tenant have that of their call. */
function callOf({ tenant }: PostgresOptions): Pick<DatabaseOptions, "currentCall"> {
  if (tenant === undefined) return {}
  const scope = useCallScope("postgres({ tenant })")
  return { currentCall: () => scope.current() }
}

function watchOf({
  commentQueries = false,
}: PostgresOptions): Pick<DatabaseOptions, "watch" | "preparedStatements"> {
  const operations = inject(AppOperations)
  if (!commentQueries) return { watch: new QueryWatch(operations) }
  const scope = useCallScope("postgres({ commentQueries: true })")
  // With comments every SQL text differs: PostgreSQL would keep a prepared statement for each.
  return { watch: new QueryWatch(operations, () => scope.current()), preparedStatements: false }
}

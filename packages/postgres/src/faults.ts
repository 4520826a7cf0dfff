import { defineFaults, type FaultMaker } from "trivet/extend"

/** The faults of `@trivet/postgres`. */
export const catalogue = {
  // Configuration
  POSTGRES_URL_MISSING: {
    message: "`DATABASE_URL` is not set, and production needs a database server.",
    fix: "Set `DATABASE_URL` to `postgres://user@host/name`.",
  },
  POSTGRES_URL_INVALID: {
    message: "`{variable}` does not begin with {schemes}. Its value is not shown: it may contain a password.",
    fix: "Set `{variable}` to `postgres://user@host/name`.",
  },
  POSTGRES_OPTION_INVALID: {
    message: "`{option}` of {what} is {value}.",
    fix: "Set `{option}` to a whole number above 0.",
  },

  // PGlite
  PGLITE_NOT_INSTALLED: {
    message: "The package `@electric-sql/pglite` is not installed.",
    fix: "Run `npm install @electric-sql/pglite`, or set `DATABASE_URL` to a server: `postgres://user@host/name`.",
  },
  PGLITE_NOT_STARTED: {
    message: "PGlite, the database inside this process, did not start: {reason}.",
    fix: "Run it again when the machine is less busy, delete its folder if that is damaged, or set `DATABASE_URL` to a server: `postgres://user@host/name`.",
  },
  PGLITE_IN_USE: {
    message:
      "The database in {folder} is open in process {pid}. Only one process can open a PGlite database.",
    fix: "Stop that process, or set `DATABASE_URL` to a server: `postgres://user@host/name`.",
  },
  PGLITE_TRANSACTION_NESTED: {
    message: "A transaction was started inside another one, and PGlite has only one session.",
    fix: "Use the transaction that `transact()` passes to your function, or set `DATABASE_URL` to a server: `postgres://user@host/name`.",
  },

  // Queries
  PREPARED_ARGUMENT_READ: {
    message: "Argument {position} of a prepared query was read while the query was being prepared.",
    fix: "Pass it to the query unchanged, and compute its value before.",
  },
  PREPARED_ARGUMENT_UNUSED: {
    message: "Argument {position} of a prepared query does not occur in the query.",
    fix: "Use the argument in the query, or remove it.",
  },
  PREPARED_ARGUMENTS_WRONG: {
    message: "A prepared query that takes {count} arguments was run with {given}.",
    fix: "Pass one value for each.",
  },
  QUERY_OUTSIDE_TRANSACTION: {
    message:
      "The query at {where} runs while the transaction of {transaction} is open, but is not part of it.",
    fix: "Run it on the transaction that `transact()` passes to your function or `inTransaction()` sets in the context (`prepared.on(trx)`), or on `db.outsideTransaction()`.",
  },
  TRANSACTION_OVER: {
    message: "A query was run on the transaction of {transaction} after the transaction had ended.",
    fix: "Await every query before the handler returns. What runs later (a streamed body, `ctx.onDone()`) must use the database itself.",
  },
  ROWS_NOT_STREAMED: {
    message: "`stream()` was called on a query. Rows are not streamed.",
    fix: "Read the rows in pages, by key.",
  },

  // Migrations
  MIGRATIONS_UNREADABLE: {
    message: "The folder of migrations, {folder}, cannot be read: {reason}.",
    fix: "Set the option `migrations` to a folder. A package must publish its own.",
  },
  MIGRATION_NAME_TAKEN: {
    message: "Two migrations are named `{name}`.",
    fix: "Rename one of them, also in the table `trivet_migrations` if it was applied.",
  },
  MIGRATION_PACKAGE_INVALID: {
    message:
      "The option `migrations` has an entry whose `package` is `{name}`, which is no name of a package.",
    fix: "Set it to the `name` in the package.json of the package.",
  },
  MIGRATION_PACKAGE_TWICE: {
    message: "The option `migrations` has two entries for the package `{name}`.",
    fix: "Remove one of them, or install only one version of the package (`npm ls {name}`).",
  },
  MIGRATION_WITHOUT_UP: {
    message: "The migration {path} does not export a function `up(db)`.",
    fix: "Export `up(db)` from it, or move it out of the folder.",
  },
  MIGRATION_WITHOUT_DOWN: {
    message: "The migration `{name}` cannot be rolled back: it has no `down(db)`.",
    fix: "Write `down(db)`, or a new migration that undoes this one.",
  },
  MIGRATION_NOT_APPLIED: {
    message: "The migration `{name}` cannot be rolled back: it is not applied.",
    fix: "Run `db status` for its name: `@acme/comments/001-create`.",
  },
  MIGRATION_UNKNOWN: {
    message:
      "The migration `{name}` cannot be rolled back: this version of the application does not contain it.",
    fix: "Roll back with the version that applied it.",
  },
  MIGRATION_LOCKED: {
    message: "The migration `{name}` got no lock within {seconds} s: other sessions use its tables.",
    fix: "End their transactions (`select pid, query from pg_stat_activity where xact_start is not null`) and run it again: its transaction was rolled back, so it has changed nothing.",
  },
  MIGRATION_FAILED: {
    message: "The migration `{name}` failed: {reason}.",
    fix: "Correct {what} and run it again: {state}.",
  },
} as const

/** Makes a fault of this package. */
export const fault: FaultMaker<typeof catalogue> = defineFaults(catalogue, true)

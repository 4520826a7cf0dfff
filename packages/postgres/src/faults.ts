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
  POSTGRES_TARGET_INVALID: {
    message: "`target_session_attrs` in the URL of the database is `{target}`.",
    fix: "Set it to `read-write`, `primary`, `read-only`, `standby` or `any`. Without it several hosts mean `read-write`.",
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
  TRANSACTION_OVER: {
    message:
      "The query at {where} was started in the transaction of {transaction}, which ended before it ran.",
    fix: "Await every query of a transaction before it ends. Work that goes on after it (a stream, a timer, what nobody awaits) must use `db.outsideTransaction()`.",
  },
  IDEMPOTENCY_KEY_INVALID: {
    status: 400,
    public: "Missing or invalid Idempotency-Key",
    message: "The header `Idempotency-Key` is missing or invalid.",
    fix: "Send 1 to 255 visible ASCII characters: a UUID for each effect, the same when a request is repeated.",
  },
  IDEMPOTENCY_BODY_MULTIPART: {
    status: 415,
    public: "A request with an Idempotency-Key must not be multipart",
    message: "The request has an idempotency key and a body of the type `multipart/…`.",
    fix: "Send JSON, or upload the file first with a request of its own.",
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    public: "The Idempotency-Key belongs to a request with another input",
    message: "The idempotency key was sent before with another path, query or body.",
    fix: "Create a new key for each effect. A repeated request must be the same in all bytes.",
  },
  IDEMPOTENCY_KEY_RUNNING: {
    status: 409,
    public: "A request with this Idempotency-Key is running",
    message: "A request with the same idempotency key is running.",
    fix: "Send it again after the time in `Retry-After`.",
  },
  IDEMPOTENCY_MIGRATIONS_MISSING: {
    message: "The database has no table of idempotency keys.",
    fix: "List the migrations, `postgres(Db, { migrations: [idempotencyMigrations, …] })`, and apply them.",
  },
  IDEMPOTENCY_VALUE_MISSING: {
    message: "The context value `{name}` is not set, and the idempotency key of this call depends on it.",
    fix: "Let a middleware before `inTransaction()` set it to a text or a number, for each call.",
  },
  IDEMPOTENCY_READ_ONLY: {
    message: "`inTransaction()` has both `readOnly` and `idempotencyKey`.",
    fix: "Remove `idempotencyKey`: what reads only can be repeated.",
  },
  IDEMPOTENT_ROUTE: {
    message: "Calls of {route} cannot have an idempotency key: {reason}.",
    fix: "Remove `idempotencyKey` from its `inTransaction()`. Return an id, and let another route send the stream or file.",
  },
  IDEMPOTENT_REPLY_UNSTORABLE: {
    message: "The reply of {route} cannot be stored under its idempotency key: {reason}.",
    fix: "Return data, and send streams and large replies from another route.",
  },
  TENANT_NAME_INVALID: {
    message: "The name of a tenant is {name}.",
    fix: "Use the name of a column: small letters, digits and `_`, such as `org_id`.",
  },
  TENANT_MISSING: {
    message: "A transaction needs the tenant `{name}`, which has no value.",
    fix: 'Set it before: `ctx.set("{name}", …)` in a guard that `inTransaction(Db, { tenant: "{name}" })` comes after, or `transact(work, { tenant: { {name} } })`.',
  },
  TENANT_ROLE_BYPASSES: {
    message:
      "PostgreSQL applies no policies to the role `{role}`, so every tenant would see the rows of all.",
    fix: 'Log in as a role without SUPERUSER and BYPASSRLS, or let connections take one on: `createTenantRole(db, "app")` in a migration, and `postgres(Db, { tenant: { column, role: "app" } })`.',
  },
  TENANT_UNPROTECTED: {
    message: "Rows of one tenant could be seen by another: {gaps}.",
    fix: "Repair each in a migration, or name it in `except` of the option `tenant` if all may read it.",
  },
  TRANSACTION_ISOLATION: {
    message:
      "`transact()` at {where} needs the isolation level `{isolation}`, but it is called inside the transaction of {transaction}, which {has}.",
    fix: "Set `isolation` where that one begins: a savepoint has the level of its transaction. Or call it on `db.outsideTransaction()`.",
  },
  TRANSACTION_NESTED: {
    message: "Kysely's `db.transaction()` was called inside the transaction of {transaction}.",
    fix: "Use `db.transact()`, which sets a savepoint there, or `db.outsideTransaction()`.",
  },
  ROWS_NOT_STREAMED: {
    message: "`stream()` was called on a query. Rows are not streamed.",
    fix: "Read the rows in pages, by key.",
  },

  // Pages
  CURSOR_INVALID: {
    status: 400,
    public: "Invalid cursor",
    message: "The cursor was not made by this query, or no longer opens.",
    fix: "Read the list again from its first page, without a cursor. Pass cursors on unchanged, with the filters of the page that they come from.",
  },
  PAGE_QUERY_FOREIGN: {
    message: "The query passed to `paginate()` does not belong to a database of this package.",
    fix: "Begin it with `db.selectFrom()` of a class that extends `Database`.",
  },
  PAGE_QUERY_ORDERED: {
    message: "The query passed to `paginate()` has a clause of its own: `{clause}`.",
    fix: "Remove it. `paginate()` adds the order and the limit.",
  },
  PAGE_KEYS_EQUAL: {
    message: "Two rows of a paged list have the same keys ({columns}), so no page can end between them.",
    fix: 'Add a unique column to the end of `by`: `by: ["created_at", "id"]`. A join that repeats rows needs a condition, or a column of each table.',
  },
  PAGE_KEY_NOT_SELECTED: {
    message:
      "A paged list is ordered by `{column}`, and the query does not select this column, or another one of this name.",
    fix: 'Select it: `.select(["id", "created_at", …])`. In a join, write the table of each column: `tickets.id`.',
  },
  PAGE_KEY_NULL: {
    message: "The column `{column}` of a paged list is null. Only the first column of `by` may be null.",
    fix: "Put the column first, or order by a column that is declared `not null`.",
  },
  PAGE_KEY_TOO_LONG: {
    message: "A cursor would have {length} characters; at most {max} are sent.",
    fix: "Order the list by shorter columns.",
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

  // Tests
  TEST_DATABASE_IN_PRODUCTION: {
    message: "`NODE_ENV` is `production`, and databases for tests are not created there.",
    fix: "Run the tests without `NODE_ENV=production`.",
  },
  TEST_DATABASE_HOST: {
    message: "The server at `{host}` is on another machine: it may be the one of production.",
    fix: 'Set the address to a server on this machine or to `pglite://memory`. If the server is for tests, pass `allowHost: "{host}"` to `createTestDatabase()`.',
  },
  TEST_DATABASE_NOT_ALLOWED: {
    message: "The role `{role}` may not create databases on the server at `{host}`.",
    fix: 'Run `alter role "{role}" createdb` there as a superuser, or pass `url: "pglite://memory"` to `createTestDatabase()`.',
  },
  TEST_SERVER_UNAVAILABLE: {
    message: "The PostgreSQL server for tests at `{host}` does not accept the connection: {reason}.",
    fix: 'Start it, correct the address, or pass `url: "pglite://memory"` to `createTestDatabase()`.',
  },
  TEST_IMAGE_NOT_STORED: {
    message: "The prepared database for tests cannot be stored in {folder}: {reason}.",
    fix: "Set `XDG_CACHE_HOME` to a folder in which the tests can write.",
  },
  SIMULATION_NEEDS_SERVER: {
    message:
      "`simulate()` needs a database of the application on a PostgreSQL server. PGlite runs statements in turn.",
    fix: "Import `postgres(Db, { url })` with the `url` of `createTestDatabase()`, on a server.",
  },
  SIMULATION_DATABASE: {
    message: "`simulate()` writes and restores every table, and `{name}` is not a database for tests.",
    fix: "Load the application with the `url` of `createTestDatabase()`.",
  },
  SIMULATION_ROLE: {
    message: "The role `{role}` may not restore tables without their triggers and foreign keys.",
    fix: 'Run the tests as a superuser, or run `grant set on parameter session_replication_role to "{role}"` as one.',
  },
} as const

/** Makes a fault of this package. */
export const fault: FaultMaker<typeof catalogue> = defineFaults(catalogue, true)

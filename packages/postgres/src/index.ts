export {
  DatabaseError,
  type DatabaseErrorDetails,
  DatabaseUnavailable,
  InvalidValue,
  isUniqueViolation,
} from "./database-error.ts"
export type { DatabaseOptions } from "./database-options.ts"
export { DatabaseHandle } from "./database-handle.ts"
export { Database } from "./database.ts"
export type { Migration } from "./migration.ts"
export type { MigrationState, Migrator, PlannedStatement } from "./migrator.ts"
export type { PackageMigrations } from "./package-migrations.ts"
export {
  type KeyValueDatabase,
  type KeyValueQueries,
  PostgresKeyValue,
  type PostgresKeyValueOptions,
} from "./postgres-key-value.ts"
export type { PoolCounts } from "./pool-counts.ts"
export { type DatabaseClass, postgres, type PostgresOptions } from "./postgres.ts"
export type { Preparable, PreparedQuery, TransactionLike } from "./prepared-query.ts"
export type { TransactOptions } from "./transact.ts"
export {
  type DeclaredTransaction,
  inTransaction,
  type TransactionMiddleware,
  type TransactionOptions,
} from "./transaction.ts"

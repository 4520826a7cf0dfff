export { DatabaseError, DatabaseUnavailable, isUniqueViolation } from "./database-error.ts"
export type { DatabaseOptions } from "./database-options.ts"
export { Database } from "./database.ts"
export type { Migration } from "./migration.ts"
export type { MigrationState, Migrator, PlannedStatement } from "./migrator.ts"
export {
  type KeyValueDatabase,
  PostgresKeyValue,
  type PostgresKeyValueOptions,
} from "./postgres-key-value.ts"
export { postgres, type PostgresOptions } from "./postgres.ts"
export type { Preparable, PreparedQuery, TransactionLike } from "./prepared-query.ts"
export type { TransactOptions } from "./transact.ts"

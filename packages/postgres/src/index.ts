export {
  DatabaseError,
  type DatabaseErrorDetails,
  DatabaseUnavailable,
  InvalidValue,
  isForeignKeyViolation,
  isUniqueViolation,
} from "./connection/database-error.ts"
export type { DatabaseOptions } from "./database-options.ts"
export { DatabaseHandle } from "./database-handle.ts"
export { Database } from "./database.ts"
export { idempotencyMigrations } from "./idempotency/idempotency-migrations.ts"
export type { Migration } from "./migrations/migration.ts"
export type { MigrationState, Migrator, PlannedStatement } from "./migrations/migrator.ts"
export type { PackageMigrations } from "./migrations/package-migrations.ts"
export {
  type NotNullColumn,
  type PageInput,
  type PageOfRows,
  type PageOrder,
  paginate,
} from "./paging/paginate.ts"
export {
  type KeyValueDatabase,
  type KeyValueQueries,
  PostgresKeyValue,
  type PostgresKeyValueOptions,
} from "./postgres-key-value.ts"
export type { PoolCounts } from "./connection/pool-counts.ts"
export { type DatabaseClass, postgres, type PostgresOptions } from "./postgres.ts"
export type { Preparable, PreparedQuery, TransactionLike } from "./prepared-query.ts"
export type { TransactOptions } from "./transactions/transact-options.ts"
export {
  type DeclaredTransaction,
  inTransaction,
  type TransactionMiddleware,
  type TransactionOptions,
} from "./transactions/transaction.ts"
export type { TenantOptions } from "./tenants/check-tenants.ts"
export { createTenantRole, type ProtectOptions, protectTable } from "./tenants/protect-table.ts"
export type { TenantValue } from "./tenants/tenant.ts"

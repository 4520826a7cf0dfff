/** The state of a migration. */
export interface MigrationState {
  /** The name of the migration. If it belongs to a package, the package comes first: `@acme/comments/001-create`. */
  readonly name: string
  /** `missing`: it was applied, but this version of the application does not contain it. */
  readonly state: "applied" | "pending" | "missing"
  /** When it was applied; `undefined` if it is pending. */
  readonly applied_at: Date | undefined
}

/** A statement of a plan. */
export interface PlannedStatement {
  /** The name of the migration. */
  readonly migration: string
  /** The SQL text. */
  readonly statement: string
}

/** Applies, lists and rolls back the migrations of a database. */
export interface Migrator {
  /** Applies pending migrations in order and returns their names. If one fails, those before it stay applied. */
  migrate(): Promise<string[]>
  /**
   * Rolls back migrations and returns their names: the last ones if `which` is a number, newest first, or the one that
   * has this name. Default: 1. By name, migrations that were applied later stay applied.
   */
  rollback(which?: number | string): Promise<string[]>
  /** Returns the state of every migration. It changes nothing. */
  status(): Promise<MigrationState[]>
  /** Returns the statements that `migrate()` would run. Nothing is executed: a migration that reads rows gets none. */
  planMigrate(): Promise<PlannedStatement[]>
  /** Returns the statements that `rollback()` would run. */
  planRollback(which?: number | string): Promise<PlannedStatement[]>
}

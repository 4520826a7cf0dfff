/** A migration, and whether it was applied. */
export interface MigrationState {
  readonly name: string
  /** `missing`: it was applied, and this version of the application does not have it. */
  readonly state: "applied" | "pending" | "missing"
  readonly applied_at: Date | undefined
}

/** A statement that would be run. */
export interface PlannedStatement {
  readonly migration: string
  readonly statement: string
}

/** Applies, lists and takes back the migrations of a database. */
export interface Migrator {
  /** Applies what is pending, in order, and gives the names. When one fails, those before it stay. */
  migrate(): Promise<string[]>
  /** Takes the last ones back, newest first, and gives their names: one unless said otherwise. */
  rollback(steps?: number): Promise<string[]>
  /** Every migration, applied or not. It changes nothing. */
  status(): Promise<MigrationState[]>
  /** What `migrate()` would run. Nothing is run, so a migration that reads rows finds none. */
  planMigrate(): Promise<PlannedStatement[]>
  /** What `rollback()` would run. */
  planRollback(steps?: number): Promise<PlannedStatement[]>
}

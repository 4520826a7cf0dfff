import type { Migration } from "./migration.ts"

/**
 * The migrations of a package. The package exports this record, and the application lists it in the option
 * `migrations`. The names begin with that of the package, so migrations of two packages never have the same name.
 */
export interface PackageMigrations {
  /**
   * The name of the package, as in its package.json. `@acme/comments` makes `001-create` into
   * `@acme/comments/001-create`.
   */
  readonly package: string
  /** The folder of the migration files, or a list of migrations. They are applied in the order of their names. */
  readonly migrations: URL | readonly Migration[]
}

import type { Migration } from "./migration.ts"

/**
 * The migrations that a package brings. The package exports this record, and the application lists it in the option
 * `migrations`. The package's name begins the names of its migrations, so those of two packages are never the same.
 */
export interface PackageMigrations {
  /** The name of the package, as in its package.json. `@acme/comments` makes `001-create` into `@acme/comments/001-create`. */
  readonly package: string
  /** The folder of the migration files, or a list of migrations. They are applied in the order of their names. */
  readonly migrations: URL | readonly Migration[]
}

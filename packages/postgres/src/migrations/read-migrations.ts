import { readdir } from "node:fs/promises"
import { join, resolve } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import type { DatabaseOptions } from "../database-options.ts"
import { fault } from "../faults.ts"
import type { Migration } from "./migration.ts"
import type { PackageMigrations } from "./package-migrations.ts"

/** The value of the option `migrations`. */
export type GivenMigrations = NonNullable<DatabaseOptions["migrations"]>

/** A migration under the name that is recorded when it is applied. */
export interface NamedMigration extends Migration {
  /** The package that it belongs to; absent for a migration of the application. */
  readonly package?: string
}

type Source = URL | string | PackageMigrations | readonly Migration[]

const moduleFile = /^(?!.*\.(?:d|test)\.[cm]?ts$)(.+)\.[cm]?[jt]s$/

// No other slash is allowed: otherwise the package `a/b` could have a migration with the same name as one of the
// package `a`.
const packageName = /^(?:@[^\s/@]+\/)?[^\s/@]+$/

/** All migrations in the order in which they are applied: by source, and by name within a source. */
export async function readMigrations(given: GivenMigrations): Promise<NamedMigration[]> {
  const sources = isFolder(given) ? [given] : sourcesOf(given)
  checkPackages(sources)
  const migrations = (await Promise.all(sources.map(readSource))).flat()
  const name = findTwice(migrations.map((migration) => migration.name))
  if (name !== undefined) throw fault("MIGRATION_NAME_TAKEN", { name })
  return migrations
}

/** Adjacent migrations in the list form one source. */
function sourcesOf(list: Exclude<GivenMigrations, URL | string>): Source[] {
  const sources: Source[] = []
  let records: Migration[] | undefined
  for (const entry of list) {
    if (isFolder(entry) || "package" in entry) {
      sources.push(entry)
      records = undefined
    } else {
      if (records === undefined) sources.push((records = []))
      records.push(entry)
    }
  }
  return sources
}

function checkPackages(sources: readonly Source[]): void {
  const names = sources.flatMap((source) =>
    isFolder(source) || !("package" in source) ? [] : [source.package],
  )
  const invalid = names.find((name) => !packageName.test(name))
  if (invalid !== undefined) throw fault("MIGRATION_PACKAGE_INVALID", { name: invalid })
  const twice = findTwice(names)
  if (twice !== undefined) throw fault("MIGRATION_PACKAGE_TWICE", { name: twice })
}

async function readSource(source: Source): Promise<NamedMigration[]> {
  if (isFolder(source)) return sorted(await readFolder(source))
  if (!("package" in source)) return sorted(source)
  const { package: name, migrations } = source
  const own = isFolder(migrations) ? await readFolder(migrations) : migrations
  return sorted(own).map((migration) => ofPackage(name, migration))
}

/** Does not use spread: a migration may be a class instance, whose methods are not own properties. */
function ofPackage(name: string, migration: Migration): NamedMigration {
  const { transaction } = migration
  return {
    name: `${name}/${migration.name}`,
    package: name,
    up: (db) => migration.up(db),
    ...(migration.down && { down: migration.down.bind(migration) }),
    ...(transaction !== undefined && { transaction }),
  }
}

/** Whether an entry of the option `migrations` names a folder. */
export function isFolder(given: unknown): given is URL | string {
  return typeof given === "string" || given instanceof URL
}

/** The path of such a folder. */
export function pathOfFolder(given: URL | string): string {
  return given instanceof URL ? fileURLToPath(given) : resolve(given)
}

function sorted(migrations: readonly Migration[]): Migration[] {
  return migrations.toSorted((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : 0))
}

function findTwice(names: readonly string[]): string | undefined {
  return names.find((name, at) => names.indexOf(name) < at)
}

async function readFolder(given: URL | string): Promise<Migration[]> {
  const folder = pathOfFolder(given)
  const names = await readdir(folder).catch((cause: unknown) => {
    const reason = cause instanceof Error && "code" in cause ? String(cause.code) : String(cause)
    throw fault("MIGRATIONS_UNREADABLE", { folder, reason }, { cause })
  })
  return Promise.all(
    names
      .filter((file) => moduleFile.test(file))
      .map(async (file) => {
        const path = join(folder, file)
        const written = (await import(pathToFileURL(path).href)) as Partial<Migration>
        if (typeof written.up !== "function") throw fault("MIGRATION_WITHOUT_UP", { path })
        const { up, down, transaction } = written
        return {
          name: moduleFile.exec(file)![1]!,
          up,
          ...(down && { down }),
          ...(transaction !== undefined && { transaction }),
        }
      }),
  )
}

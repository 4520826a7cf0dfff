import { existsSync, globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { SerializedApp } from "../inspect/report.ts"

/** What a new module adds to an application. */
export interface NewModule {
  readonly name: string
  /** Its routes; a command has no method. */
  readonly routes: readonly { readonly method: string | undefined; readonly path: string }[]
}

/** Why an application cannot have a module: boot would reject its name or a route. `undefined` if it can. */
export function findConflict({ name, routes }: NewModule, app: SerializedApp): string | undefined {
  if (app.modules.some((module) => module.name === name)) return "the application has a module of this name"
  const clash = app.routes.find((one) => routes.some((other) => matchesSame(one, other)))
  return clash && `the application has a route ${[clash.method, clash.path].filter(Boolean).join(" ")}`
}

/** Whether two routes match exactly the same calls, whatever their parameters are called. */
function matchesSame(one: NewModule["routes"][number], other: NewModule["routes"][number]): boolean {
  const shape = (path: string) => path.replace(/^\//, "").replaceAll(/:\w+/g, ":")
  return one.method === other.method && shape(one.path) === shape(other.path)
}

// Tables of @trivet/postgres: its migrations, and the default table of its KeyValue.
const ownTables: readonly string[] = ["trivet_migrations", "key_values"]

/** Why a database cannot have another table with a name; `undefined` if it can. */
export function findTableConflict(table: string, migrations: string): string | undefined {
  if (ownTables.includes(table)) return `@trivet/postgres has a table ${table}`
  const made = findMigration(migrations, (text) => text.includes(`createTable("${table}")`))
  return made && `the migration ${made} makes a table ${table}`
}

/** The first file in a folder of migrations whose text matches. */
export function findMigration(folder: string, fits: (text: string) => boolean): string | undefined {
  const files = existsSync(folder) ? globSync("*.{js,mjs,ts,mts}", { cwd: folder }) : []
  return files.find((file) => fits(readFileSync(join(folder, file), "utf8")))
}

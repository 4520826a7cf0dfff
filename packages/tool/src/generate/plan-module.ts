import { dirname, join, relative } from "node:path"
import { PublicError } from "trivet"
import { exists } from "../app/draft.ts"
import { type Entered, enterModule } from "../edit/enter-module.ts"
import type { NewImport } from "../edit/new-import.ts"
import type { Parent } from "./find-parent.ts"
import { migrationName } from "./migration-name.ts"
import { moduleNames } from "./module-names.ts"
import { plainFiles } from "./plain-files.ts"
import { migrationText, resourceFiles } from "./resource-files.ts"
import { surroundingsOf } from "./surroundings.ts"
import type { ModuleChange } from "./write-module.ts"

/** The kinds of modules, with what a person is told of each. */
export const moduleTypes = {
  plain: "a service, a controller with one route, a test",
  resource: "five routes, a table with its migration, tests on a real database",
} as const

/** A kind of module. */
export type ModuleType = keyof typeof moduleTypes

/** What generating a module will do. */
export interface ModulePlan {
  readonly change: ModuleChange
  readonly entered: Entered
  /** The import that the parent needs. */
  readonly added: NewImport
  /** Whether its routes ask who calls. */
  readonly guarded: boolean
}

/** Works out all that a new module changes, and refuses what would overwrite something. Nothing is written yet. */
export function planModule(name: string, type: ModuleType, parent: Parent): ModulePlan {
  const names = moduleNames(name)
  const { packageFolder } = parent
  const folder = join(dirname(parent.file), name)
  refuseTaken(folder)
  const added = { name: `${names.pascal}Module`, from: `./${name}/${name}-module.ts` }
  const entered = enterModule(parent.source, added, parent.file)
  const base = {
    packageFolder,
    folder,
    parent: entered.kind === "changed" ? { file: parent.file, text: entered.text } : undefined,
  }
  if (type === "plain") {
    const change = { ...base, files: plainFiles(names), migration: undefined }
    return { change, entered, added, guarded: false }
  }
  const around = surroundingsOf(folder, packageFolder)
  const migration = migrationName(around.migrations, name)
  const file = join(around.migrations, `${migration}.ts`)
  refuseTaken(file)
  const change = {
    ...base,
    files: resourceFiles(names, around, migration),
    migration: { file, text: migrationText(names) },
  }
  return { change, entered, added, guarded: around.credentials !== undefined }
}

function refuseTaken(path: string): void {
  if (exists(path))
    throw new PublicError(400, `${relative(process.cwd(), path)} exists already, and nothing is overwritten`)
}

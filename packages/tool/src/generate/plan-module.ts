import { dirname, join, relative } from "node:path"
import { PublicError } from "trivet"
import { exists } from "../app/draft.ts"
import { type Entered, enterModule } from "../edit/enter-module.ts"
import type { NewImport } from "../edit/new-import.ts"
import type { SerializedApp } from "../inspect/report.ts"
import { cliKeptFiles } from "./files/cli-kept-files.ts"
import { findConflict, findTableConflict } from "./find-conflict.ts"
import type { Parent } from "./find-parent.ts"
import { migrationName } from "./names/migration-name.ts"
import { moduleNames } from "./names/module-names.ts"
import { kitFor, type ModuleKit } from "./files/module-files.ts"
import { migrationText } from "./files/store-files.ts"
import { suggestName } from "./names/suggest-name.ts"
import { hasDatabase, type Surroundings, surroundingsOf } from "./surroundings.ts"
import type { ModuleChange } from "./write-module.ts"

/** The types of modules with their descriptions. */
export const moduleTypes = {
  plain: "a service, a controller with one route, a test",
  resource: "five routes, a table with its migration, tests on a real database",
} as const

/** A kind of module. */
export type ModuleType = keyof typeof moduleTypes

/** The module that the user wants. */
export interface WantedModule {
  readonly name: string
  readonly type: ModuleType
  /** Whether its rows belong to no user. */
  readonly isShared: boolean
}

/** The changes for a new module. */
export interface ModulePlan {
  readonly change: ModuleChange
  readonly entered: Entered
  /** The import that the parent needs. */
  readonly added: NewImport
  /** The guard of its routes; `undefined` if there is none. */
  readonly guard: "BearerAuth" | "SignedIn" | undefined
  /** Whether each row of its table belongs to the user that the guard provides. */
  readonly isOwned: boolean
  readonly platform: ModuleKit["platform"]
}

/**
 * Computes all changes for a new module. A name that would overwrite something, or with which the application would not
 * boot, is rejected with a suggestion. Nothing is written yet.
 */
export function planModule(
  { name, type, isShared }: WantedModule,
  parent: Parent,
  app: SerializedApp | undefined,
): ModulePlan {
  const folder = folderFor(name, parent)
  const kit = kitFor(folder, parent.packageFolder, app)
  // A command-line program without a database keeps its rows in a file.
  const isKept = kit.platform === "cli" && !hasDatabase(folder, parent.packageFolder)
  const around = type === "resource" && !isKept ? surroundingsOf(folder, parent.packageFolder) : undefined
  const conflictOf = (one: string) => findNameConflict(one, type, { parent, app, around, kit })
  const conflict = conflictOf(name)
  if (conflict !== undefined) {
    const other = suggestName(name, parent.packageFolder, (one) => conflictOf(one) === undefined)
    throw new PublicError(
      400,
      `"${name}" cannot be the name: ${conflict}${other === undefined ? "" : `. Another name: --name=${other}`}`,
    )
  }
  const names = moduleNames(name)
  const { added, entered } = entryOf(name, parent)
  const base = {
    packageFolder: parent.packageFolder,
    folder,
    edited: entered.kind === "changed" ? [{ file: parent.file, text: entered.text }] : [],
  }
  const { platform } = kit
  const signedIn = platform === "web" ? "SignedIn" : undefined
  if (around === undefined) {
    const files = type === "plain" ? kit.plainFiles(names) : cliKeptFiles(names)
    const change = { ...base, files, elsewhere: [] }
    return { change, entered, added, platform, guard: signedIn, isOwned: false }
  }
  const migration = migrationName(around.migrations, name)
  const bearer = platform === "api" && around.credentials !== undefined ? "BearerAuth" : undefined
  const guard = signedIn ?? bearer
  const isOwned = guard !== undefined && !isShared
  const text = migrationText(names, around, isOwned)
  const change = {
    ...base,
    files: kit.resourceFiles(names, around, { migration, isOwned }),
    elsewhere: [{ file: join(around.migrations, `${migration}.ts`), text }],
  }
  return { change, entered, added, platform, guard, isOwned }
}

function folderFor(name: string, parent: Parent): string {
  return join(dirname(parent.file), name)
}

function entryOf(name: string, parent: Parent): Pick<ModulePlan, "added" | "entered"> {
  const added = { name: `${moduleNames(name).pascal}Module`, from: `./${name}/${name}-module.ts` }
  return { added, entered: enterModule(parent.source, added, parent.file) }
}

interface Place {
  readonly parent: Parent
  readonly app: SerializedApp | undefined
  readonly around: Surroundings | undefined
  readonly kit: ModuleKit
}

function findNameConflict(
  name: string,
  type: ModuleType,
  { parent, app, around, kit }: Place,
): string | undefined {
  const folder = folderFor(name, parent)
  if (exists(folder)) return `${relative(process.cwd(), folder)} exists already, and nothing is overwritten`
  const { entered, added } = entryOf(name, parent)
  if (entered.kind === "refused" && entered.isNameTaken === true)
    return `${relative(process.cwd(), parent.file)} has another \`${added.name}\``
  const routes = type === "plain" ? kit.plainRoutes(name) : kit.resourceRoutes(name)
  return (
    (app && findConflict({ name, routes }, app)) ??
    (around && findTableConflict(moduleNames(name).table, around.migrations))
  )
}

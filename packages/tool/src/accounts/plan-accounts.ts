import { existsSync, readFileSync } from "node:fs"
import { basename, dirname, join, relative } from "node:path"
import { PublicError } from "trivet"
import { exists } from "../app/draft.ts"
import { layeredFiles } from "../app/template-files.ts"
import { type Entered, enterModule } from "../edit/enter-module.ts"
import type { Parent } from "../generate/find-parent.ts"
import { migrationName } from "../generate/names/migration-name.ts"
import type { ModuleChange, WrittenFile } from "../generate/write-module.ts"
import {
  accountEdits,
  accountImporters,
  accountPackages,
  type AccountsPlatform,
  accountVariables,
} from "./account-edits.ts"
import { addPackages } from "./add-packages.ts"
import { editFile, type EditedFile } from "../edit/text-edit.ts"

/** What generating accounts will do. */
export interface AccountsPlan {
  readonly platform: AccountsPlatform
  readonly change: ModuleChange
  readonly edited: readonly EditedFile[]
}

const own = "src/accounts/"

/** Computes all changes that accounts need in an application of the template `web` or `api`. Nothing is written yet. */
export function planAccounts(parent: Parent): AccountsPlan {
  const { packageFolder } = parent
  const platform = platformOf(packageFolder)
  const folder = join(packageFolder, "src/accounts")
  if (exists(folder)) throw new PublicError(400, "src/accounts exists already, and nothing is overwritten")
  const files = layeredFiles(["accounts/every", `accounts/${platform}`], packageNameOf(packageFolder))
  const edited = editedFiles(parent, platform)
  return {
    platform,
    edited,
    change: {
      packageFolder,
      folder,
      files: files
        .filter(({ path }) => path.startsWith(own))
        .map(({ path, text }) => ({ path: path.slice(own.length), text })),
      elsewhere: elsewhere(packageFolder, files),
      edited: edited
        .filter(({ added }) => added.length > 0)
        .map(({ file, text }) => ({ file: join(packageFolder, file), text })),
    },
  }
}

/** Files that the application may already have, such as its jobs module, are not changed. */
function elsewhere(
  packageFolder: string,
  files: readonly { readonly path: string; readonly text: string }[],
): readonly WrittenFile[] {
  const migrations = join(packageFolder, "src/database/migrations")
  return files
    .filter(({ path }) => !path.startsWith(own))
    .map(({ path, text }) => ({
      file:
        path === "migration.ts"
          ? join(migrations, `${migrationName(migrations, "accounts")}.ts`)
          : join(packageFolder, path),
      text,
    }))
    .filter(({ file }) => !exists(file))
}

function editedFiles(
  { file, source, packageFolder }: Parent,
  platform: AccountsPlatform,
): readonly EditedFile[] {
  const edits = accountEdits[platform]
  const paths = [...new Set(edits.map((edit) => edit.file))]
  const importer = accountImporters[platform]
  return [
    ...paths.map((path) => {
      const text = read(packageFolder, path) ?? ""
      const of = edits.filter((edit) => edit.file === path)
      return editFile(path, text, of)
    }),
    entered(relative(packageFolder, file), source, file, dirname(file), packageFolder),
    entered(
      importer,
      read(packageFolder, importer) ?? "",
      importer,
      join(packageFolder, dirname(importer)),
      packageFolder,
    ),
    manifest(packageFolder),
    ...variables(packageFolder),
  ]
}

function entered(
  path: string,
  source: string,
  file: string,
  from: string,
  packageFolder: string,
): EditedFile {
  const target = relative(from, join(packageFolder, own, "accounts-module.ts")).replaceAll("\\", "/")
  const added = { name: "AccountsModule", from: target.startsWith(".") ? target : `./${target}` }
  const outcome: Entered = enterModule(source, added, file)
  const byHand = [
    {
      file: path,
      find: outcome.kind === "refused" ? outcome.reason : "",
      put: `import { ${added.name} } from "${added.from}"\nimports: [ …, ${added.name}]`,
    },
  ]
  if (outcome.kind === "changed") return { file: path, text: outcome.text, added: outcome.added, byHand: [] }
  return { file: path, text: source, added: [], byHand: outcome.kind === "refused" ? byHand : [] }
}

function manifest(packageFolder: string): EditedFile {
  const source = read(packageFolder, "package.json") ?? "{}"
  const text = addPackages(source, accountPackages)
  const before = new Set(source.split("\n"))
  const added = text.split("\n").filter((line) => !before.has(line))
  return { file: "package.json", text, added: added.map((line) => line.trim()), byHand: [] }
}

function variables(packageFolder: string): readonly EditedFile[] {
  const source = read(packageFolder, ".env.example")
  if (source === undefined) return []
  const text = source + accountVariables.replaceAll("my-app", packageNameOf(packageFolder))
  return [{ file: ".env.example", text, added: ["MAIL_URL, MAIL_FROM, SITE_URL"], byHand: [] }]
}

function read(packageFolder: string, path: string): string | undefined {
  const file = join(packageFolder, path)
  return existsSync(file) ? readFileSync(file, "utf8") : undefined
}

/** The name of the application, which replaces `my-app` of the template. */
function packageNameOf(packageFolder: string): string {
  const { name } = JSON.parse(read(packageFolder, "package.json") ?? "{}") as { readonly name?: string }
  return name ?? basename(packageFolder)
}

/** Detects the template of an application from its files. */
function platformOf(packageFolder: string): AccountsPlatform {
  const has = (path: string) => existsSync(join(packageFolder, "src", path))
  const isKnown = ["credentials/credentials-module.ts", "users/users-store.ts", "database/db.ts"].every(has)
  if (isKnown && has("site/signed-in.ts") && has("login/login-controller.ts")) return "web"
  if (isKnown && has("login/login-contract.ts") && has("jobs/jobs-module.ts")) return "api"
  throw new PublicError(
    400,
    "accounts are built on users, sessions and a database as `trivet app --template=web` and `--template=api` make them, and this application does not have them",
  )
}

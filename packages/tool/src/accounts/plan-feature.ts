import { existsSync, readFileSync } from "node:fs"
import { basename, dirname, join, relative } from "node:path"
import { PublicError } from "trivet"
import { exists } from "../app/draft.ts"
import { layeredFiles } from "../app/template-files.ts"
import { type Entered, enterModule } from "../edit/enter-module.ts"
import type { Parent } from "../generate/find-parent.ts"
import { migrationName } from "../generate/names/migration-name.ts"
import type { ModuleChange, WrittenFile } from "../generate/write-module.ts"
import type { AccountsPlatform } from "./account-edits.ts"
import type { Feature } from "./features.ts"
import { addPackages } from "./add-packages.ts"
import { editFile, type EditedFile } from "../edit/text-edit.ts"

/** What generating a feature will do. */
export interface FeaturePlan {
  readonly platform: AccountsPlatform
  readonly change: ModuleChange
  readonly edited: readonly EditedFile[]
}

/** Computes all changes that a feature needs in an application. Nothing is written yet. */
export function planFeature(feature: Feature, parent: Parent): FeaturePlan {
  const { packageFolder } = parent
  const { name } = feature
  const platform = feature.platformOf(packageFolder)
  const own = `src/${name}/`
  const folder = join(packageFolder, "src", name)
  if (exists(folder)) throw new PublicError(400, `src/${name} exists already, and nothing is overwritten`)
  const files = layeredFiles([`${name}/every`, `${name}/${platform}`], packageNameOf(packageFolder))
  const edited = editedFiles(feature, parent, platform)
  return {
    platform,
    edited,
    change: {
      packageFolder,
      folder,
      files: files
        .filter(({ path }) => path.startsWith(own))
        .map(({ path, text }) => ({ path: path.slice(own.length), text })),
      elsewhere: elsewhere(feature, packageFolder, files),
      edited: edited
        .filter(({ added }) => added.length > 0)
        .map(({ file, text }) => ({ file: join(packageFolder, file), text })),
    },
  }
}

/** Files that the application may already have, such as its jobs module, are not changed. */
function elsewhere(
  { name }: Feature,
  packageFolder: string,
  files: readonly { readonly path: string; readonly text: string }[],
): readonly WrittenFile[] {
  const migrations = join(packageFolder, "src/database/migrations")
  return files
    .filter(({ path }) => !path.startsWith(`src/${name}/`))
    .map(({ path, text }) => ({
      file:
        path === "migration.ts"
          ? join(migrations, `${migrationName(migrations, name)}.ts`)
          : join(packageFolder, path),
      text,
    }))
    .filter(({ file }) => !exists(file))
}

function editedFiles(
  feature: Feature,
  { file, source, packageFolder }: Parent,
  platform: AccountsPlatform,
): readonly EditedFile[] {
  const edits = feature.edits[platform]
  const paths = [...new Set(edits.map((edit) => edit.file))]
  const importer = feature.importers[platform]
  return [
    ...paths.map((path) => {
      const text = read(packageFolder, path) ?? ""
      const of = edits.filter((edit) => edit.file === path)
      return editFile(path, text, of)
    }),
    entered(feature, relative(packageFolder, file), source, file, packageFolder),
    entered(
      feature,
      importer,
      read(packageFolder, importer) ?? "",
      join(packageFolder, importer),
      packageFolder,
    ),
    ...(feature.packages.length === 0 ? [] : [manifest(feature, packageFolder)]),
    ...variables(feature, packageFolder),
  ]
}

function entered(
  { name, module }: Feature,
  path: string,
  source: string,
  file: string,
  packageFolder: string,
): EditedFile {
  const place = join(packageFolder, "src", name, `${name}-module.ts`)
  const target = relative(dirname(file), place).replaceAll("\\", "/")
  const added = { name: module, from: target.startsWith(".") ? target : `./${target}` }
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

function manifest({ packages }: Feature, packageFolder: string): EditedFile {
  const source = read(packageFolder, "package.json") ?? "{}"
  const text = addPackages(source, packages)
  const before = new Set(source.split("\n"))
  const added = text.split("\n").filter((line) => !before.has(line))
  return { file: "package.json", text, added: added.map((line) => line.trim()), byHand: [] }
}

function variables({ variables: own }: Feature, packageFolder: string): readonly EditedFile[] {
  const source = read(packageFolder, ".env.example")
  if (source === undefined || own === undefined) return []
  const text = source + own.lines.replaceAll("my-app", packageNameOf(packageFolder))
  return [{ file: ".env.example", text, added: [own.names], byHand: [] }]
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

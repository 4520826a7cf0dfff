import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type ApiName, apiPage } from "./entry-points/api-page.ts"
import { type EntryPoint, entryPoints } from "./entry-points/entry-point.ts"
import { type ExportedName, exportedNames } from "./entry-points/exported-names.ts"
import { innerFileProblems } from "./entry-points/inner-file.ts"
import { declarations, firstSentence } from "./reading/declarations.ts"
import { type CheckResult, report } from "./reading/check-result.ts"
import { type SourceFile, sourceFiles } from "./reading/source-file.ts"
import { isTest, packages, root } from "./reading/workspace.ts"

const page = "docs/api.md"

/**
 * Whether every entry point of a package is one file that only re-exports, no other file re-exports, and every
 * exported name has a doc comment. With `write`, docs/api.md is updated; without, it must be up to date.
 */
export function checkEntryPoints(workspace: string, write = false): CheckResult {
  const files = new Map(sourceFiles(workspace).map((file) => [file.path, file]))
  const listed = packages(workspace).map((owner) => entryPoints(owner))
  const read = listed.flatMap((list) => list.entryPoints).map((entry) => readEntryPoint(entry, files))
  const entryFiles = new Set(read.map(({ entry }) => entry.file))
  const inner = [...files.values()].filter(({ path }) => !isTest(path) && !entryFiles.has(path))

  const text = apiPage(read.map(({ entry, names }) => ({ specifier: entry.specifier, names })))
  const path = join(workspace, page)
  if (write) writeFileSync(path, text)
  const current = existsSync(path) && readFileSync(path, "utf8") === text

  return {
    problems: [
      ...listed.flatMap((list) => list.problems),
      ...read.flatMap((one) => one.problems),
      ...inner.flatMap(innerFileProblems),
      ...(current
        ? []
        : [`${page}: out of date: run "node scripts/entry-points.ts --write" and read what changed`]),
    ],
    note: `${read.length} entry points, ${read.reduce((sum, { names }) => sum + names.length, 0)} public names`,
  }
}

interface ReadEntryPoint {
  readonly entry: EntryPoint
  readonly names: readonly ApiName[]
  readonly problems: readonly string[]
}

function readEntryPoint(entry: EntryPoint, files: ReadonlyMap<string, SourceFile>): ReadEntryPoint {
  const file = files.get(entry.file)
  if (file === undefined)
    return { entry, names: [], problems: [`${entry.owner.folder}/package.json: no file ${entry.file}`] }
  const { names, problems } = exportedNames(file, files)
  const found = names.map((name) => ({ name, shown: findDeclared(name, files) }))
  const missing = found
    .filter(({ shown }) => shown === undefined)
    .map(
      ({ name: { line, target, declared } }) =>
        `${entry.file}:${line}: ${target} does not declare "${declared}"`,
    )
  return {
    entry,
    names: found.map(({ shown }) => shown).filter((shown) => shown !== undefined),
    problems: [...problems, ...missing],
  }
}

function findDeclared(wanted: ExportedName, files: ReadonlyMap<string, SourceFile>): ApiName | undefined {
  const source = files.get(wanted.target)
  const found = declarations(source?.text ?? "").find(({ name }) => name === wanted.declared)
  return found && { name: wanted.name, kind: found.kind, sentence: firstSentence(found.doc ?? "") }
}

if (import.meta.main) report(checkEntryPoints(root, process.argv.includes("--write")))

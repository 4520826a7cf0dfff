import { type EntryPoint, entryPoints } from "./entry-points/entry-point.ts"
import { type ExportedName, exportedNames } from "./entry-points/exported-names.ts"
import { innerFileProblems } from "./entry-points/inner-file.ts"
import { checkMainNames, unwritten } from "./entry-points/main-names.ts"
import { declarations } from "../reading/declarations.ts"
import { type CheckResult, report } from "../reading/check-result.ts"
import { type SourceFile, sourceFiles } from "../reading/source-file.ts"
import { isTest, packages, root } from "../reading/workspace.ts"

/**
 * Whether every entry point of a package is one file that only re-exports, no other file re-exports, every exported name has
 * a doc comment, and `trivet` has only what applications write.
 */
export function checkEntryPoints(workspace: string, reasons = unwritten): CheckResult {
  const files = new Map(sourceFiles(workspace).map((file) => [file.path, file]))
  const listed = packages(workspace).map((owner) => entryPoints(owner))
  const read = listed.flatMap((list) => list.entryPoints).map((entry) => readEntryPoint(entry, files))
  const browser = listed.flatMap((list) => list.browser).map((entry) => readEntryPoint(entry, files))
  const entryFiles = new Set([...read, ...browser].map(({ entry }) => entry.file))
  const main = read.find(({ entry }) => entry.specifier === "trivet")
  const inner = [...files.values()].filter(({ path }) => !isTest(path) && !entryFiles.has(path))

  return {
    problems: [
      ...listed.flatMap((list) => list.problems),
      ...[...read, ...browser].flatMap((one) => one.problems),
      ...inner.flatMap(innerFileProblems),
      ...(main === undefined ? [] : checkMainNames(workspace, main.names, reasons).problems),
    ],
    note: `${read.length} entry points, ${read.reduce((sum, { names }) => sum + names.length, 0)} public names: ${read.map(({ entry, names }) => `${entry.specifier} ${names.length}`).join(", ")}`,
  }
}

interface ReadEntryPoint {
  readonly entry: EntryPoint
  readonly names: readonly string[]
  readonly problems: readonly string[]
}

function readEntryPoint(entry: EntryPoint, files: ReadonlyMap<string, SourceFile>): ReadEntryPoint {
  const file = files.get(entry.file)
  if (file === undefined)
    return { entry, names: [], problems: [`${entry.owner.folder}/package.json: no file ${entry.file}`] }
  const { names, problems } = exportedNames(file, files)
  const missing = names
    .filter((name) => !isDeclared(name, files))
    .map(({ line, target, declared }) => `${entry.file}:${line}: ${target} does not declare "${declared}"`)
  return { entry, names: names.map(({ name }) => name), problems: [...problems, ...missing] }
}

function isDeclared({ target, declared }: ExportedName, files: ReadonlyMap<string, SourceFile>): boolean {
  return declarations(files.get(target)?.text ?? "").some(({ name }) => name === declared)
}

if (import.meta.main) report(checkEntryPoints(root))

import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type ApiName, apiPage } from "./doors/api-page.ts"
import { type Door, doors } from "./doors/door.ts"
import { type DoorName, doorNames } from "./doors/door-names.ts"
import { innerFileProblems } from "./doors/inner-file.ts"
import { declarations, firstSentence } from "./reading/declarations.ts"
import { type Findings, report } from "./reading/findings.ts"
import { type SourceFile, sourceFiles } from "./reading/source-file.ts"
import { isTest, packages, root } from "./reading/workspace.ts"

const page = "docs/api.md"

/**
 * Whether every way into a package is one file that only re-exports, nothing else re-exports, and every exported
 * name is explained. With `write`, docs/api.md is brought up to date; without, it must be.
 */
export function checkDoors(workspace: string, write = false): Findings {
  const files = new Map(sourceFiles(workspace).map((file) => [file.path, file]))
  const listed = packages(workspace).map((owner) => doors(owner))
  const opened = listed.flatMap((list) => list.doors).map((door) => open(door, files))
  const doorFiles = new Set(opened.map(({ door }) => door.file))
  const inner = [...files.values()].filter(({ path }) => !isTest(path) && !doorFiles.has(path))

  const text = apiPage(opened.map(({ door, names }) => ({ specifier: door.specifier, names })))
  const path = join(workspace, page)
  if (write) writeFileSync(path, text)
  const current = existsSync(path) && readFileSync(path, "utf8") === text

  return {
    problems: [
      ...listed.flatMap((list) => list.problems),
      ...opened.flatMap((one) => one.problems),
      ...inner.flatMap(innerFileProblems),
      ...(current ? [] : [`${page}: out of date: run "node scripts/doors.ts --write" and read what changed`]),
    ],
    note: `${opened.length} doors, ${opened.reduce((sum, { names }) => sum + names.length, 0)} public names`,
  }
}

interface OpenDoor {
  readonly door: Door
  readonly names: readonly ApiName[]
  readonly problems: readonly string[]
}

function open(door: Door, files: ReadonlyMap<string, SourceFile>): OpenDoor {
  const file = files.get(door.file)
  if (file === undefined)
    return { door, names: [], problems: [`${door.owner.folder}/package.json: no file ${door.file}`] }
  const { names, problems } = doorNames(file, files)
  const found = names.map((name) => ({ name, shown: findDeclared(name, files) }))
  const missing = found
    .filter(({ shown }) => shown === undefined)
    .map(
      ({ name: { line, target, declared } }) =>
        `${door.file}:${line}: ${target} does not declare "${declared}"`,
    )
  return {
    door,
    names: found.map(({ shown }) => shown).filter((shown) => shown !== undefined),
    problems: [...problems, ...missing],
  }
}

function findDeclared(wanted: DoorName, files: ReadonlyMap<string, SourceFile>): ApiName | undefined {
  const source = files.get(wanted.target)
  const found = declarations(source?.text ?? "").find(({ name }) => name === wanted.declared)
  return found && { name: wanted.name, kind: found.kind, sentence: firstSentence(found.doc ?? "") }
}

if (import.meta.main) report(checkDoors(root, process.argv.includes("--write")))

import { readdirSync, statSync } from "node:fs"
import { basename, join } from "node:path"

/** Files by path, each with a stamp that changes when the file is written. */
export type Snapshot = ReadonlyMap<string, string>

const counted = /\.(?:[cm]?[jt]sx?|json|html?|eta|hbs|njk|css|svg|sql|graphql|md|txt|ya?ml|toml)$/
const test = /\.(?:test|spec)\.[cm]?[jt]sx?$/
const passed = new Set(["node_modules", "dist", "coverage"])

/** Whether a file belongs to the program: tests and temporary files of editors do not. */
function isSource(name: string): boolean {
  return (counted.test(name) || name === ".env") && !test.test(name) && !name.startsWith(".#")
}

/**
 * Lists the files of a program: those below its folder and single files elsewhere. `enter` is called for each folder
 * before it is read, so that a watcher started there sees all later changes.
 */
export function takeSnapshot(
  folder: string,
  single: readonly string[],
  enter: (folder: string) => void = () => undefined,
): Snapshot {
  const files = new Map<string, string>()
  const note = (file: string) => {
    const stat = statSync(file, { throwIfNoEntry: false })
    if (stat?.isFile() === true) files.set(file, `${stat.mtimeMs} ${stat.size} ${stat.ino}`)
  }
  const walk = (at: string) => {
    enter(at)
    for (const entry of entriesOf(at)) {
      const path = join(at, entry.name)
      if (entry.isDirectory()) {
        if (!passed.has(entry.name) && !entry.name.startsWith(".")) walk(path)
      } else if (isSource(entry.name)) note(path)
    }
  }
  walk(folder)
  for (const file of single) if (isSource(basename(file))) note(file)
  return files
}

/** The paths in which two snapshots differ. */
export function changedFiles(before: Snapshot, after: Snapshot): readonly string[] {
  const paths = new Set([...before.keys(), ...after.keys()])
  return [...paths].filter((path) => before.get(path) !== after.get(path)).toSorted()
}

/** A folder may disappear while it is read. */
function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

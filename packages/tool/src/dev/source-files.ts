import { readdirSync, statSync } from "node:fs"
import { basename, join } from "node:path"

/** Files by path, each with what changes when it is written. */
export type Snapshot = ReadonlyMap<string, string>

const counted = /\.(?:[cm]?[jt]sx?|json|html?|eta|hbs|njk|css|svg|sql|graphql|md|txt|ya?ml|toml)$/
const test = /\.(?:test|spec)\.[cm]?[jt]sx?$/
const passed = new Set(["node_modules", "dist", "coverage"])

/** Whether a change of this file is one of the program: tests are not, nor what an editor leaves for a moment. */
function isSource(name: string): boolean {
  return (counted.test(name) || name === ".env") && !test.test(name) && !name.startsWith(".#")
}

/**
 * Everything that a program may be made of: the files below its folder and single files beside it. `enter` is called
 * for each folder before it is read, so that what comes after the look is seen by whoever watches it.
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

/** A folder may go while it is looked at. */
function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

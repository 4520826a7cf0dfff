import { execFileSync } from "node:child_process"
import {
  copyFileSync,
  globSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"

/** A private copy of the work tree, in which files may be changed. */
export interface WorkCopy {
  readonly folder: string
  remove(): void
}

/**
 * Copies the work tree with its uncommitted and untracked files, without those that Git ignores. Installed packages are
 * linked, and the links between workspace packages lead to the copy: a child process of a test runs the changed file.
 * Removes the folder again where copying fails.
 */
export function createWorkCopy(workspace: string): WorkCopy {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "trivet-mutants-"))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    copyWorkTree(workspace, folder)
  } catch (error) {
    remove()
    throw error
  }
  return { folder, remove }
}

function copyWorkTree(workspace: string, folder: string): void {
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: workspace,
    encoding: "utf8",
    maxBuffer: 2 ** 26,
  })
  for (const path of new Set(listed.split("\0")))
    if (path !== "") copy(join(workspace, path), join(folder, path))
  const installed = globSync(["node_modules", "{packages,examples}/*/node_modules", "bench/node_modules"], {
    cwd: workspace,
  })
  for (const path of installed) linkPackages(join(workspace, path), join(folder, path))
}

function copy(from: string, to: string): void {
  const stats = lstatSync(from, { throwIfNoEntry: false })
  // Deleted and not committed yet, or a repository within this one.
  if (stats === undefined || stats.isDirectory()) return
  mkdirSync(dirname(to), { recursive: true })
  if (stats.isSymbolicLink()) symlinkSync(readlinkSync(from), to)
  else copyFileSync(from, to)
}

function linkPackages(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    // Caches of tools are made anew.
    if (entry.name.startsWith(".") && entry.name !== ".bin") continue
    if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target)
    else if (entry.name.startsWith("@")) linkPackages(source, target)
    else symlinkSync(source, target)
  }
}

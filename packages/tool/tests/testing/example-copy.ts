import { cpSync, existsSync, mkdtempSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"

const root = join(import.meta.dirname, "../../../..")

/** A copy of an example's sources in a folder that finds the workspace's packages. */
export function copyExample(name: string): string {
  return copyApplication(join(root, "examples", name), ["src", "package.json"])
}

/** A copy of the named parts that an application has, in a folder that finds the workspace's packages. */
export function copyApplication(application: string, parts: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), `trivet-${basename(application)}-`))
  for (const part of parts) {
    const from = join(application, part)
    if (existsSync(from)) cpSync(from, join(folder, part), { recursive: true })
  }
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"))
  return folder
}

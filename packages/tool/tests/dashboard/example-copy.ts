import { cpSync, mkdtempSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const root = join(import.meta.dirname, "../../../..")

/** A copy of an example's sources, in a folder that finds the workspace's packages. */
export function copyExample(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `trivet-${name}-`))
  for (const part of ["src", "package.json"])
    cpSync(join(root, "examples", name, part), join(folder, part), { recursive: true })
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"))
  return folder
}

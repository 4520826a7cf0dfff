import { cpSync, existsSync, mkdtempSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const root = join(import.meta.dirname, "../../../..")

/** A copy of an example's sources, or of the named parts that it has, in a folder that finds the workspace's packages. */
export function copyExample(name: string, parts: readonly string[] = ["src", "package.json"]): string {
  const folder = mkdtempSync(join(tmpdir(), `trivet-${name}-`))
  for (const part of parts) {
    const from = join(root, "examples", name, part)
    if (existsSync(from)) cpSync(from, join(folder, part), { recursive: true })
  }
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"))
  return folder
}

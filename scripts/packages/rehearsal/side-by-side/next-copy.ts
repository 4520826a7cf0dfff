import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { root } from "../../../reading/workspace.ts"
import { makeNextVersion } from "../next-version.ts"

/** The sources of the next version, which run as they are. */
export interface NextCopy {
  readonly folder: string
  remove(): void
}

/** Copies the sources of all packages and makes the next version of them. What they depend on is linked. */
export function createNextCopy(): NextCopy {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "trivet-next-"))
  const program = "scripts/packages/rehearsal/side-by-side"
  for (const part of ["packages", program])
    cpSync(join(root, part), join(folder, part), {
      recursive: true,
      filter: (path) => !/\/(?:node_modules|dist|tests|fuzz|dashboard)$|\.test\.ts$/.test(path),
    })
  link(join(root, "node_modules"), join(folder, "node_modules"))
  for (const name of readdirSync(join(folder, "packages"))) {
    const scope = name.endsWith("trivet") ? "" : "@trivet"
    mkdirSync(join(folder, "node_modules", scope), { recursive: true })
    symlinkSync(join(folder, "packages", name), join(folder, "node_modules", scope, name))
  }
  makeNextVersion(folder)
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

function link(from: string, to: string): void {
  mkdirSync(to)
  for (const name of readdirSync(from))
    if (!/^(?:\.|trivet$|create-trivet$|@trivet$)/.test(name)) symlinkSync(join(from, name), join(to, name))
}

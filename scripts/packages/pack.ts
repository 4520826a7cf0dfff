import { globSync, mkdirSync, statSync } from "node:fs"
import { join, resolve } from "node:path"
import { build } from "./build.ts"
import { runTool } from "../check/run-tool.ts"
import { type Package, root } from "../reading/workspace.ts"
import { publicPackagesOf } from "./release/package-links.ts"

/** The packages that are published. */
export const publicPackages: readonly Package[] = publicPackagesOf(root)

/**
 * Packs public packages, all unless given, into a folder, as npm would publish them, after building what is older than
 * its sources. `trivet app --packages=<folder>` makes applications from there.
 */
export async function pack(folder: string, open: readonly Package[] = publicPackages): Promise<void> {
  mkdirSync(folder, { recursive: true })
  await buildIfStale(open)
  const workspaces = open.flatMap((one) => ["--workspace", one.folder])
  raise(await runTool("npm", "pack", "--silent", "--pack-destination", resolve(folder), ...workspaces))
}

/** Builds all packages if one of these, all public ones unless given, is older than its sources. */
export async function buildIfStale(open: readonly Package[] = publicPackages): Promise<void> {
  if (open.some((one) => isStale(one.folder))) raise(await build())
}

function isStale(folder: string): boolean {
  const newest = (pattern: string) =>
    Math.max(0, ...globSync(pattern, { cwd: join(root, folder) }).map((path) => changed(folder, path)))
  const built = newest("dist/**/*.js")
  return (
    built < newest("{src/**/!(*.test).ts,assets/*,scripts/*.ts,package.json,tsconfig.json}") ||
    built < changed("scripts/packages", "join-files.ts")
  )
}

function changed(folder: string, path: string): number {
  return statSync(join(root, folder, path)).mtimeMs
}

function raise({ ok, output }: { readonly ok: boolean; readonly output: string }): void {
  if (!ok) throw new Error(output)
}

if (import.meta.main) {
  const [folder] = process.argv.slice(2)
  if (folder === undefined) {
    console.log("Which folder? Type: npm run pack -- /tmp/trivet")
    process.exitCode = 2
  } else {
    await pack(folder)
    console.log(`The packages are in ${resolve(folder)}. Then: trivet app --packages=${resolve(folder)}`)
  }
}

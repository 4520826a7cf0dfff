import { globSync, mkdirSync, statSync } from "node:fs"
import { join, resolve } from "node:path"
import { build } from "./build.ts"
import { runTool } from "./check/run-tool.ts"
import { packages, root } from "./reading/workspace.ts"

/**
 * Packs every public package into a folder, as npm would publish it, after building what is older than its sources.
 * `trivet app --packages=<folder>` makes applications from there.
 */
export async function pack(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const open = packages(root).filter(({ manifest }) => manifest.private !== true)
  if (open.some((one) => isStale(one.folder))) raise(await build())
  const workspaces = open.flatMap((one) => ["--workspace", one.folder])
  raise(await runTool("npm", "pack", "--silent", "--pack-destination", resolve(folder), ...workspaces))
}

function isStale(folder: string): boolean {
  const newest = (pattern: string) =>
    Math.max(0, ...globSync(pattern, { cwd: join(root, folder) }).map((path) => changed(folder, path)))
  return newest("dist/**/*.js") < newest("{src/**/!(*.test).ts,scripts/*.ts,package.json,tsconfig.json}")
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

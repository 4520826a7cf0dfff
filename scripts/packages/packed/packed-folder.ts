import { createHash } from "node:crypto"
import { existsSync, globSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync } from "node:fs"
import { join } from "node:path"
import { buildIfStale, publicPackages } from "../pack.ts"
import { type Package, root } from "../../reading/workspace.ts"
import { packedCache } from "./fresh-build.ts"
import { oneAtATime } from "./one-at-a-time.ts"
import { unpack } from "./unpack.ts"

/**
 * A folder whose `node_modules` has these packages as their users get them. It is made once for each build and then
 * shared: tests of several processes can ask for it at the same time.
 */
export async function packedFolder(...names: readonly string[]): Promise<string> {
  const wanted = publicPackages.filter(({ manifest }) => names.includes(manifest.name))
  mkdirSync(packedCache, { recursive: true })
  return oneAtATime(join(packedCache, "lock"), async () => {
    await buildIfStale(wanted)
    const folder = join(packedCache, keyOf(wanted))
    if (!existsSync(folder)) await fill(folder, wanted)
    return folder
  })
}

async function fill(folder: string, wanted: readonly Package[]): Promise<void> {
  removeOld()
  const draft = mkdtempSync(join(packedCache, "draft-"))
  await unpack(draft, wanted)
  renameSync(draft, folder)
}

/** Of other builds. Another process may still be reading one that is not old. */
function removeOld(): void {
  const before = Date.now() - 60 * 60 * 1000
  for (const name of globSync("*", { cwd: packedCache, exclude: ["lock"] }))
    if (statSync(join(packedCache, name)).mtimeMs < before)
      rmSync(join(packedCache, name), { recursive: true, force: true })
}

const packedFiles = ["dist/**/*.*", "{assets,bin,src,templates}/**/*", "*.{json,md}", "LICENSE"]

/** Changes with every file that is packed. */
function keyOf(wanted: readonly Package[]): string {
  const hash = createHash("sha256")
  for (const { folder } of wanted)
    for (const path of globSync(packedFiles, { cwd: join(root, folder) }).toSorted()) {
      if (/^src\/.*\.test\.ts$/.test(path)) continue
      const { mtimeMs, size } = statSync(join(root, folder, path))
      hash.update(`${folder}/${path} ${mtimeMs} ${size}\n`)
    }
  return hash.digest("hex").slice(0, 16)
}

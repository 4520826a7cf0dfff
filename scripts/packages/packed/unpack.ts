import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pack, publicPackages } from "../pack.ts"
import type { Package } from "../../reading/workspace.ts"

/** A package as its users get it, in a folder of its own below a `node_modules`. */
export interface Unpacked extends Package {
  /** Its absolute path. */
  readonly path: string
  /** The absolute path of the archive that npm would publish. */
  readonly archive: string
}

/** Packs public packages, all unless given, and unpacks them below `node_modules` of a folder, without what they depend on. */
export async function unpack(
  folder: string,
  wanted: readonly Package[] = publicPackages,
): Promise<readonly Unpacked[]> {
  await pack(folder, wanted)
  return wanted.map((one) => {
    const path = join(folder, "node_modules", one.manifest.name)
    const name = `${one.manifest.name.replace("@", "").replace("/", "-")}-${one.manifest.version}.tgz`
    const archive = join(folder, name)
    mkdirSync(path, { recursive: true })
    execFileSync("tar", ["-xzf", archive, "-C", path, "--strip-components=1"])
    return { ...one, path, archive }
  })
}

/** Gives all public packages to a function, unpacked in a folder that is removed afterwards. */
export async function withUnpacked<Result>(
  use: (folder: string, packed: readonly Unpacked[]) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), "trivet-packed-"))
  try {
    return await use(folder, await unpack(folder))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The entry points of an unpacked package: as users import them, and the file that Node opens. */
export function entryPoints({ manifest, path }: Unpacked): readonly (readonly [string, string])[] {
  return Object.entries(manifest.exports ?? {}).flatMap(([key, value]) => {
    const file = (value as { readonly default?: string }).default
    return file === undefined ? [] : [[join(manifest.name, key), join(path, file)] as const]
  })
}

import { existsSync } from "node:fs"
import { join } from "node:path"
import { PublicError } from "trivet"

interface Dependencies {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

/** A package.json whose packages of Trivet come from a folder of what `npm pack` has made of them. */
export function packedVersions(manifest: string, folder: string): string {
  const given = JSON.parse(manifest) as Dependencies
  const packed = (some: Readonly<Record<string, string>> = {}) =>
    Object.fromEntries(Object.entries(some).map(([name, version]) => [name, locate(name, version, folder)]))
  const changed = {
    ...given,
    dependencies: packed(given.dependencies),
    devDependencies: packed(given.devDependencies),
  }
  return `${JSON.stringify(changed, null, 2)}\n`
}

function locate(name: string, version: string, folder: string): string {
  if (name !== "trivet" && !name.startsWith("@trivet/")) return version
  const file = join(folder, `${name.replace("@", "").replace("/", "-")}-${version}.tgz`)
  if (!existsSync(file)) throw new PublicError(400, `there is no ${file}, which --packages needs`)
  return `file:${file}`
}

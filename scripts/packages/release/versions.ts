import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { lockFile, type LockFile } from "../../reading/lock-file.ts"
import type { Manifest } from "../../reading/workspace.ts"
import { publicPackagesOf } from "./package-links.ts"

/** The one version of all packages. Throws if they have several. */
export function versionOf(workspace: string): string {
  const versions = new Set(publicPackagesOf(workspace).map(({ manifest }) => manifest.version))
  const [version] = versions
  if (version === undefined || versions.size > 1)
    throw new Error(`The packages have several versions: ${[...versions].join(", ")}`)
  return version
}

/** What must follow from the version of the packages, and does not yet: by file. */
export function versionProblems(workspace: string): string[] {
  return [...versionedFiles(workspace)]
    .filter(([path, text]) => readFileSync(join(workspace, path), "utf8") !== text)
    .map(
      ([path]) =>
        `${path}: does not follow from the version of the packages: run "npm run release -- --version"`,
    )
}

/** Writes what follows from the version of the packages. */
export function writeVersions(workspace: string): void {
  for (const [path, text] of versionedFiles(workspace)) writeFileSync(join(workspace, path), text)
  const lock = `${JSON.stringify(lockOf(workspace), null, 2)}\n`
  writeFileSync(join(workspace, "package-lock.json"), lock)
}

/** The constants by which boot finds packages of different versions, and the versions that a new application gets. */
function versionedFiles(workspace: string): Map<string, string> {
  const files = new Map<string, string>()
  for (const { folder, manifest } of publicPackagesOf(workspace)) {
    const path = manifest.name === "trivet" ? `${folder}/src/fault/version.ts` : `${folder}/src/version.ts`
    if (existsSync(join(workspace, path)))
      files.set(
        path,
        readFileSync(join(workspace, path), "utf8").replace(/"\d+\.\d+\.\d+[^"]*"/, `"${manifest.version}"`),
      )
  }
  for (const path of globSync("packages/tool/templates/*/package.json", { cwd: workspace })) {
    const text = readFileSync(join(workspace, path), "utf8")
    const own = text.replaceAll(
      /("(?:trivet|@trivet\/[\w-]+)": )"[^"]*"/g,
      (_, name: string) => `${name}"${versionOf(workspace)}"`,
    )
    files.set(path.replaceAll("\\", "/"), own)
  }
  return files
}

const fields = [
  "version",
  "dependencies",
  "devDependencies",
  "optionalDependencies",
  "peerDependencies",
] as const

/** The lock file with the workspace's packages as they are now. Everything else stays as it was checked. */
function lockOf(workspace: string): LockFile {
  const lock = lockFile(workspace)
  const packages = Object.entries(lock.packages).map(([path, locked]) => {
    const file = join(workspace, path, "package.json")
    if (path === "" || path.includes("node_modules") || !existsSync(file)) return [path, locked] as const
    const manifest = JSON.parse(readFileSync(file, "utf8")) as Manifest
    const now = Object.fromEntries(
      fields
        .filter((field) => field in locked && field in manifest)
        .map((field) => [field, manifest[field as keyof Manifest]]),
    )
    return [path, { ...locked, ...now }] as const
  })
  return { ...lock, packages: Object.fromEntries(packages) }
}

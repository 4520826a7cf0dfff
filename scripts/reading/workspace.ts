import { existsSync, globSync, readdirSync, readFileSync } from "node:fs"
import { join, sep } from "node:path"

/** The folder of the whole workspace. */
export const root: string = join(import.meta.dirname, "../..")

/** What the checks read of a package.json. */
export interface Manifest {
  readonly name: string
  readonly version?: string
  readonly private?: boolean
  readonly type?: string
  readonly exports?: Readonly<Record<string, unknown>>
  readonly scripts?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}

/** A package below `packages/`. Its folder is relative to the workspace, with `/` on every system. */
export interface Package {
  readonly folder: string
  readonly manifest: Manifest
}

/** The packages of a workspace, each after those it needs. */
export function packages(workspace: string): Package[] {
  const parent = join(workspace, "packages")
  if (!existsSync(parent)) return []
  const found = readdirSync(parent)
    .filter((name) => existsSync(join(parent, name, "package.json")))
    .toSorted()
    .map((name) => ({ folder: `packages/${name}`, manifest: manifestIn(join(parent, name)) }))
  return inOrderOfNeed(found)
}

function manifestIn(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest
}

function inOrderOfNeed(found: readonly Package[]): Package[] {
  const ordered = new Set<Package>()
  const visit = (one: Package, path: readonly Package[]) => {
    if (path.includes(one)) throw new Error(`Packages need each other: ${one.manifest.name}`)
    const { dependencies, peerDependencies, optionalDependencies } = one.manifest
    const needed = { ...dependencies, ...peerDependencies, ...optionalDependencies }
    for (const other of found) if (other.manifest.name in needed) visit(other, [...path, one])
    ordered.add(one)
  }
  for (const one of found) visit(one, [])
  return [...ordered]
}

/** The TypeScript files below a package's `src`, tests included, as paths relative to the workspace. */
export function sources(workspace: string, folder: string): string[] {
  return globSync(`${folder}/src/**/*.ts`, { cwd: workspace })
    .map((path) => path.split(sep).join("/"))
    .toSorted()
}

/** Whether a file is a test: it ships with no package and may import whatever it tests. */
export function isTest(path: string): boolean {
  return path.endsWith(".test.ts")
}

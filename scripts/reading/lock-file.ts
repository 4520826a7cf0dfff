import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { Manifest } from "./workspace.ts"

/** One package as package-lock.json has it. */
export interface LockedPackage extends Pick<
  Manifest,
  "dependencies" | "optionalDependencies" | "peerDependencies"
> {
  readonly version?: string
  readonly hasInstallScript?: boolean
  readonly link?: boolean
  readonly resolved?: string
  readonly dev?: boolean
  readonly optional?: boolean
  readonly peer?: boolean
  readonly os?: readonly string[]
  readonly cpu?: readonly string[]
  readonly libc?: readonly string[]
}

/** The parts of package-lock.json that are read here, by the folder each package goes to. */
export interface LockFile {
  readonly packages: Readonly<Record<string, LockedPackage>>
}

/** Reads the lock file of a workspace. */
export function lockFile(workspace: string): LockFile {
  return JSON.parse(readFileSync(join(workspace, "package-lock.json"), "utf8")) as LockFile
}

/** Where a package finds one that it needs: in the nearest `node_modules` on the way up. */
export function findLocked({ packages }: LockFile, from: string, name: string): string | undefined {
  for (let at = from; at !== ""; at = at.slice(0, Math.max(0, at.lastIndexOf("/"))))
    if (`${at}/node_modules/${name}` in packages) return `${at}/node_modules/${name}`
  return `node_modules/${name}` in packages ? `node_modules/${name}` : undefined
}

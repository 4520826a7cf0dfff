import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { type Findings, report } from "./reading/findings.ts"
import { type Manifest, type Package, packages, root } from "./reading/workspace.ts"

const installScripts = ["preinstall", "install", "postinstall", "preprepare", "prepare", "postprepare"]

interface LockedPackage extends Pick<Manifest, "dependencies" | "optionalDependencies" | "peerDependencies"> {
  readonly hasInstallScript?: boolean
  readonly link?: boolean
  readonly resolved?: string
}

/** Whether users can install the packages as promised: without install scripts, the main one without dependencies. */
export function checkManifests(workspace: string): Findings {
  const open = packages(workspace).filter(({ manifest }) => manifest.private !== true)
  const problems = open.flatMap(({ folder, manifest }) => [
    ...installScripts
      .filter((name) => name in (manifest.scripts ?? {}))
      .map((name) => `${folder}/package.json: has the install script "${name}"`),
    ...(manifest.name === "trivet" ? dependencies(manifest) : []).map(
      (name) => `${folder}/package.json: depends on "${name}": the main package depends on nothing`,
    ),
  ])
  return { problems: [...problems, ...scriptsBelow(workspace, open)] }
}

function dependencies({
  dependencies: some,
  optionalDependencies: more,
  peerDependencies: others,
}: Partial<Manifest>) {
  return Object.keys({ ...some, ...more, ...others })
}

/** Walks what users will install, as the lock file has it, and finds the install scripts that npm would block. */
function scriptsBelow(workspace: string, open: readonly Package[]): string[] {
  const path = join(workspace, "package-lock.json")
  if (!existsSync(path)) return ["package-lock.json: is missing"]
  const { packages: locked } = JSON.parse(readFileSync(path, "utf8")) as {
    packages: Record<string, LockedPackage>
  }
  const seen = new Set<string>()
  const visit = (key: string): string[] => {
    const one = locked[key]
    if (one === undefined || seen.has(key)) return []
    seen.add(key)
    if (one.link === true) return visit(one.resolved ?? "")
    const own = one.hasInstallScript === true ? [`package-lock.json: ${key} has an install script`] : []
    return [...own, ...dependencies(one).flatMap((name) => visit(findKey(locked, key, name)))]
  }
  return open.flatMap(({ folder }) => visit(folder))
}

/** The key of a dependency in the lock file: the nearest `node_modules` on the way up that has it. */
function findKey(locked: Readonly<Record<string, unknown>>, from: string, name: string): string {
  for (let at = from; at !== ""; at = at.slice(0, Math.max(0, at.lastIndexOf("/"))))
    if (`${at}/node_modules/${name}` in locked) return `${at}/node_modules/${name}`
  return `node_modules/${name}`
}

if (import.meta.main) report(checkManifests(root))

import { missingOptionals } from "./lock.ts"
import { type Findings, report } from "./reading/findings.ts"
import { findLocked, type LockFile, lockFile } from "./reading/lock-file.ts"
import { type Manifest, type Package, packages, root } from "./reading/workspace.ts"

const installScripts = ["preinstall", "install", "postinstall", "preprepare", "prepare", "postprepare"]

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
  const lock = lockFile(workspace)
  const missing = missingOptionals(lock).map(
    ({ name }) => `package-lock.json: does not lock ${name}: run "node scripts/lock.ts"`,
  )
  return { problems: [...problems, ...scriptsBelow(lock, open), ...missing] }
}

function dependencies({
  dependencies: some,
  optionalDependencies: more,
  peerDependencies: others,
}: Partial<Manifest>) {
  return Object.keys({ ...some, ...more, ...others })
}

/** Walks what users will install, as the lock file has it, and finds the install scripts that npm would block. */
function scriptsBelow(lock: LockFile, open: readonly Package[]): string[] {
  const seen = new Set<string>()
  const visit = (key: string | undefined): string[] => {
    const one = key === undefined ? undefined : lock.packages[key]
    if (key === undefined || one === undefined || seen.has(key)) return []
    seen.add(key)
    if (one.link === true) return visit(one.resolved)
    const own = one.hasInstallScript === true ? [`package-lock.json: ${key} has an install script`] : []
    return [...own, ...dependencies(one).flatMap((name) => visit(findLocked(lock, key, name)))]
  }
  return open.flatMap(({ folder }) => visit(folder))
}

if (import.meta.main) report(checkManifests(root))

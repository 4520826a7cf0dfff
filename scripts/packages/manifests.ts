import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { missingOptionals } from "./lock.ts"
import { type CheckResult, report } from "../reading/check-result.ts"
import { findLocked, type LockFile, lockFile } from "../reading/lock-file.ts"
import { type Manifest, type Package, root } from "../reading/workspace.ts"
import { linkProblems, publicPackagesOf } from "./release/package-links.ts"
import { versionProblems } from "./release/versions.ts"

const installScripts = ["preinstall", "install", "postinstall", "preprepare", "prepare", "postprepare"]

/**
 * Whether users can install the packages as documented: without install scripts, the main one without dependencies, each
 * with its description and licence.
 */
export function checkManifests(workspace: string): CheckResult {
  const open = publicPackagesOf(workspace)
  const problems = open.flatMap(({ folder, manifest }) => [
    ...installScripts
      .filter((name) => name in (manifest.scripts ?? {}))
      .map((name) => `${folder}/package.json: has the install script "${name}"`),
    ...(manifest.name === "trivet" ? installedWith(manifest) : []).map(
      (name) => `${folder}/package.json: depends on "${name}": the main package depends on nothing`,
    ),
  ])
  const incomplete = open.flatMap((one) => metadataProblems(workspace, one))
  const lock = lockFile(workspace)
  const missing = missingOptionals(lock).map(
    ({ name }) => `package-lock.json: does not lock ${name}: run "node scripts/packages/lock.ts"`,
  )
  return {
    problems: [
      ...problems,
      ...incomplete,
      ...linkProblems(workspace),
      ...versionProblems(workspace),
      ...scriptsBelow(lock, open),
      ...missing,
    ],
  }
}

const described = ["version", "description", "keywords", "license", "author", "engines", "files"]

/** Whether a package says what it is, and is packed with the licence of the repository. */
function metadataProblems(workspace: string, { folder, manifest }: Package): string[] {
  const licence = join(workspace, folder, "LICENSE")
  const same =
    existsSync(licence) && readFileSync(licence, "utf8") === readFileSync(join(workspace, "LICENSE"), "utf8")
  return [
    ...described
      .filter((field) => !(field in manifest))
      .map((field) => `${folder}/package.json: has no "${field}"`),
    ...(same ? [] : [`${folder}/LICENSE: must be a copy of the repository's LICENSE`]),
  ]
}

function dependencies({
  dependencies: some,
  optionalDependencies: more,
  peerDependencies: others,
}: Partial<Manifest>) {
  return Object.keys({ ...some, ...more, ...others })
}

/** What is installed with a package: npm leaves peers alone that are optional. */
function installedWith(manifest: Manifest): readonly string[] {
  return dependencies(manifest).filter((name) => manifest.peerDependenciesMeta?.[name]?.optional !== true)
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

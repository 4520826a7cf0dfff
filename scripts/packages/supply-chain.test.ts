import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { findLocked, type LockFile, lockFile } from "../reading/lock-file.ts"
import { root } from "../reading/workspace.ts"

type Names = Readonly<Record<string, string>>

interface Manifest {
  readonly private?: boolean
  readonly dependencies?: Names
  readonly devDependencies?: Names
  readonly peerDependencies?: Names
  readonly peerDependenciesMeta?: Readonly<Record<string, object>>
  readonly optionalDependencies?: Names
}

const manifests = globSync("packages/*/package.json", { cwd: root }).map(
  (path) => JSON.parse(readFileSync(join(root, path), "utf8")) as Manifest,
)
const [, section = ""] = readFileSync(join(root, "docs/run/guarantees.md"), "utf8").split(
  "\n## Supply chain\n",
)
const named = (list: string) =>
  [...(new RegExp(`^- ${list}: (.+?)\\.$`, "ms").exec(section)?.[1] ?? "").matchAll(/`([^`]+)`/g)]
    .map(([, name]) => name!)
    .toSorted()

/** The places in the lock file of packages and of all that they need; `peer`s that are optional are left out by npm. */
function installedWith(lock: LockFile, names: readonly string[]): readonly string[] {
  const seen = new Set<string>()
  const visit = (from: string, wanted: readonly string[]) => {
    for (const name of wanted) {
      const found = findLocked(lock, from, name)
      const path =
        found === undefined
          ? undefined
          : (lock.packages[found]?.link && lock.packages[found].resolved) || found
      if (path === undefined || seen.has(path)) continue
      seen.add(path)
      const { dependencies, optionalDependencies } = lock.packages[path] ?? {}
      visit(path, Object.keys({ ...dependencies, ...optionalDependencies }))
    }
  }
  visit("", names)
  return [...seen]
}

describe("the supply chain in docs/run/guarantees.md", () => {
  it("names every package of others that users install", () => {
    const installed = manifests
      .filter((one) => one.private !== true)
      .flatMap((one) =>
        Object.keys({
          ...one.dependencies,
          ...one.peerDependencies,
          // PGlite is named only here: npm would install an optional peer for production too.
          ...one.peerDependenciesMeta,
          ...one.optionalDependencies,
        }),
      )
      .filter((name) => !/^(?:@trivet\/|trivet$)/.test(name))
    expect(named("Installed")).toEqual([...new Set(installed)].toSorted())
  })

  it("has exact versions in every package.json but for peers", () => {
    const ranges = globSync("{.,packages/*,examples/*,bench}/package.json", { cwd: root }).flatMap((path) => {
      const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, path), "utf8")) as Manifest
      const versions = Object.entries({ ...dependencies, ...devDependencies })
      return versions
        .filter(([, version]) => !/^\d+\.\d+\.\d+/.test(version))
        .map(([name]) => `${path}: ${name}`)
    })
    expect(ranges).toEqual([])
  })

  it("lets no package of a new application run a script at its installation", () => {
    const lock = lockFile(root)
    // Those that the workspace itself develops with: none is installed with a package of Trivet.
    const withScript = Object.entries(lock.packages)
      .filter(([, { hasInstallScript }]) => hasInstallScript === true)
      .map(([path]) => path.replace(/^.*node_modules\//, ""))
    expect(withScript.toSorted()).toEqual(["@scarf/scarf", "esbuild", "workerd"])
    const used = globSync("packages/tool/templates/*/package.json", { cwd: root }).flatMap((path) => {
      const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, path), "utf8")) as Manifest
      return Object.keys({ ...dependencies, ...devDependencies })
    })
    expect(installedWith(lock, used).filter((path) => lock.packages[path]?.hasInstallScript)).toEqual([])
    expect(installedWith(lock, used).length).toBeGreaterThan(80)
  })

  it("names every package of others that is copied into the build", () => {
    const scripts = globSync("packages/*/scripts/{bundle,copy}-*.ts", { cwd: root })
    expect(scripts.map((path) => path.replaceAll("\\", "/")).toSorted()).toEqual([
      "packages/openapi/scripts/copy-swagger-ui.ts",
      "packages/tool/scripts/bundle-prompts.ts",
    ])
    expect(named("Copied into the build")).toEqual(["@clack/prompts", "swagger-ui-dist"])
    for (const name of named("Copied into the build"))
      expect(
        globSync("packages/*/package.json", { cwd: root }).some((path) =>
          readFileSync(join(root, path), "utf8").includes(`"${name}"`),
        ),
      ).toBe(true)
  })
})

import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { root } from "./reading/workspace.ts"

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

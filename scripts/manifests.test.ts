import { describe, expect, it } from "vitest"
import { checkManifests } from "./manifests.ts"
import { tree } from "./reading/tree.ts"

function problems(
  manifests: readonly { name: string }[],
  locked: Record<string, object> = {},
): readonly string[] {
  const files = manifests.map((one) => [
    `packages/${one.name.replace(/^@trivet\//, "")}/package.json`,
    JSON.stringify(one),
  ])
  const lock = JSON.stringify({ packages: locked })
  return checkManifests(tree({ ...(Object.fromEntries(files) as object), "package-lock.json": lock }))
    .problems
}

describe("checkManifests", () => {
  it("takes a main package without dependencies, and others with some", () => {
    const redis = { name: "@trivet/redis", dependencies: { redis: "6.0.0" } }
    expect(
      problems([{ name: "trivet" }, redis], { "packages/redis": redis, "node_modules/redis": {} }),
    ).toEqual([])
  })

  it.each(["dependencies", "optionalDependencies", "peerDependencies"])(
    "refuses %s of the main package",
    (kind) => {
      const manifest = { name: "trivet", [kind]: { left: "1.0.0" } }
      expect(problems([manifest])).toEqual([expect.stringContaining('depends on "left"')])
    },
  )

  it("refuses an install script of a package, but not of one that stays private", () => {
    const scripts = { postinstall: "node setup.js" }
    expect(problems([{ name: "@trivet/a", scripts } as { name: string }])).toHaveLength(1)
    expect(problems([{ name: "@trivet/a", scripts, private: true } as { name: string }])).toEqual([])
  })

  it("refuses an install script anywhere below what users install, and nowhere else", () => {
    const auth = { name: "@trivet/auth", dependencies: { bcrypt: "6.0.0" } }
    const locked = {
      "packages/auth": auth,
      "node_modules/bcrypt": { dependencies: { gyp: "1.0.0" } },
      "node_modules/gyp": {},
      "node_modules/bcrypt/node_modules/gyp": { hasInstallScript: true },
      "node_modules/only-for-development": { hasInstallScript: true },
    }
    expect(problems([auth], locked)).toEqual([
      "package-lock.json: node_modules/bcrypt/node_modules/gyp has an install script",
    ])
  })

  it("refuses a lock file that npm ci would refuse", () => {
    const tool = { optionalDependencies: { "@tool/linux-x64": "1.0.0" } }
    expect(problems([], { "node_modules/tool": tool })).toEqual([
      expect.stringContaining("does not lock @tool/linux-x64"),
    ])
  })
})

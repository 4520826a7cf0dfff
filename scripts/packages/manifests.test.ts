import { describe, expect, it } from "vitest"
import { checkManifests } from "./manifests.ts"
import { tree } from "../reading/tree.ts"

const described = {
  version: "0.1.0",
  description: "A package.",
  keywords: ["trivet"],
  license: "MIT",
  author: "Trivet contributors",
  engines: { node: ">=24.12" },
  files: ["dist"],
}

function problems(
  manifests: readonly { name: string }[],
  locked: Record<string, object> = {},
  more: Record<string, string> = {},
): readonly string[] {
  const files = manifests.flatMap((one) => {
    const folder = `packages/${one.name.replace(/^@trivet\//, "")}`
    return [
      [`${folder}/package.json`, JSON.stringify({ ...described, ...one })],
      [`${folder}/LICENSE`, "MIT"],
    ]
  })
  const rest = {
    LICENSE: "MIT",
    "package.json": "{}",
    "package-lock.json": JSON.stringify({ packages: locked }),
  }
  return checkManifests(tree({ ...(Object.fromEntries(files) as object), ...rest, ...more })).problems
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

  it("reports a package without its description, and one without the licence", () => {
    const { author: _, ...rest } = described
    const manifest = JSON.stringify({ name: "@trivet/a", ...rest })
    expect(problems([], {}, { "packages/a/package.json": manifest, "packages/a/LICENSE": "BSD" })).toEqual([
      'packages/a/package.json: has no "author"',
      "packages/a/LICENSE: must be a copy of the repository's LICENSE",
    ])
  })

  it("reports a link that does not follow from the root's setting", () => {
    expect(problems([{ name: "@trivet/a", homepage: "https://example.com" } as { name: string }])).toEqual([
      expect.stringContaining('packages/a/package.json: "homepage" does not follow'),
    ])
  })

  it("refuses a lock file that npm ci would refuse", () => {
    const tool = { optionalDependencies: { "@tool/linux-x64": "1.0.0" } }
    expect(problems([], { "node_modules/tool": tool })).toEqual([
      expect.stringContaining("does not lock @tool/linux-x64"),
    ])
  })
})

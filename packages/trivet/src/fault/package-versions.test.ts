import { afterEach, describe, expect, it } from "vitest"
import { createApp } from "../engine/create-app.ts"
import { module } from "../module/module.ts"
import { api } from "../platform/api/api.ts"
import { packagesKey } from "./global-keys.ts"
import { declareVersion } from "./package-versions.ts"
import { version } from "./version.ts"

const before = new Map((globalThis as { [packagesKey]?: Map<string, string> })[packagesKey])
afterEach(() => {
  const versions = (globalThis as { [packagesKey]?: Map<string, string> })[packagesKey]!
  versions.clear()
  for (const [name, of] of before) versions.set(name, of)
})

const root = module({ name: "app", declarations: [] })

describe("packages of Trivet", () => {
  it("are all of one version, or boot names those that differ", async () => {
    declareVersion("@trivet/same", version)
    await expect(createApp(root, { platform: api() }).then((app) => app.stop())).resolves.toBeUndefined()
    declareVersion("@trivet/old", "0.0.9")
    declareVersion("@trivet/new", "0.10.0")
    await expect(createApp(root, { platform: api() })).rejects.toMatchObject({
      faults: [
        {
          code: "VERSIONS_MIXED",
          message: `Packages of different versions are loaded: \`trivet\` ${version} and \`@trivet/old\` 0.0.9, \`@trivet/new\` 0.10.0.`,
          fix: "Install the same version of all packages of Trivet.",
        },
      ],
    })
  })
})

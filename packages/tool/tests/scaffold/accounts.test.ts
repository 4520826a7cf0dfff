import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createNewApps, install, type NewApps, thisNode } from "./new-apps.ts"
import { succeed } from "./shell.ts"

// From nothing, with packed packages as a user installs them: a new site, its accounts, and all of its checks.
let apps: NewApps

beforeAll(async () => {
  apps = await createNewApps()
})
afterAll(() => apps?.remove())

describe("a new site", () => {
  it("gets accounts, installs their packages, and passes all of its checks", async () => {
    await apps.make("site", "web")
    const place = { cwd: join(apps.folder, "site"), programs: thisNode }
    await succeed(install, place)
    const { text } = await succeed("npx trivet g accounts", place)
    expect(text).toContain("create  src/accounts/accounts-module.ts")
    expect(text).toMatch(/"@trivet\/mail": "file:.*trivet-mail-[\d.]+\.tgz"/)
    await succeed(install, place)
    await succeed("npx trivet routes --access > access.txt", place)
    const checked = await succeed("npm run check", place)
    expect(checked.text).toContain("0 faults, 0 warnings")
    expect(checked.text).toMatch(/Test Files +6 passed/)
  })
})

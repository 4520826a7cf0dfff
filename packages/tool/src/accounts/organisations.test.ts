import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { createTestDatabase } from "@trivet/postgres/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { runTool } from "../../tests/testing/run-tool.ts"
import { createTemplateApp, type TemplateApp } from "../../tests/testing/template-app.ts"

let app: TemplateApp
const tool = (...args: readonly string[]) => runTool(args, { cwd: app.folder })

/** What must hold of an application after it got its organisations. */
async function expectSound(): Promise<void> {
  expect(await app.run("typescript/bin/tsc", ["--noEmit"])).toEqual({ code: 0, text: "" })
  expect(await app.run("oxfmt/bin/oxfmt", ["--check", "src"])).toMatchObject({ code: 0 })
  expect(await app.run("oxlint/bin/oxlint", ["--deny-warnings", "src"])).toMatchObject({ code: 0 })
  expect(await tool("check", "--strict")).toMatchObject({ code: 0, stdout: "0 faults, 0 warnings\n" })
}

/** Runs tests of the application, and returns what they print. */
async function expectTests(...tests: readonly string[]): Promise<string> {
  const server = await createTestDatabase()
  const env = { NO_COLOR: "1", TEST_DATABASE_URL: server.url }
  const flags = ["--no-isolate", "--maxWorkers=1", "--testTimeout=30000", "--hookTimeout=60000"]
  const { code, text } = await app.run(
    "vitest/vitest.mjs",
    ["run", ...flags, "--reporter=verbose", ...tests],
    env,
  )
  await server.drop()
  expect(text).toMatch(new RegExp(`Test Files +${tests.length} passed`))
  expect(code).toBe(0)
  return text
}

describe("trivet g organisations in an API", () => {
  beforeAll(async () => {
    app = await createTemplateApp("api")
  }, 300_000)
  afterAll(() => app.remove())

  it("is refused without accounts", async () => {
    const refused = await tool("g", "organisations")
    expect(refused.code).toBe(2)
    expect(refused.stderr).toContain("`--template=api` and then `trivet g accounts`")
  })

  it("writes routes that are sound, and edits all that it must", async () => {
    expect(await tool("g", "accounts")).toMatchObject({ code: 0 })
    const made = await tool("g", "organisations")
    expect(made).toMatchObject({ code: 0, stderr: "" })
    expect(made.stdout).toContain("create  src/database/migrations/004-organisations.ts\n")
    expect(made.stdout).toContain("edit    src/accounts/deletion-service.ts\n")
    expect(made.stdout).toContain("Next:\n  npx trivet diff --write\n")
  })

  it("gets webhooks beside them", async () => {
    const made = await tool("g", "webhooks")
    expect(made).toMatchObject({ code: 0, stderr: "" })
    expect(made.stdout).toContain("create  src/database/migrations/005-webhooks.ts\n")
    expect(made.stdout).toContain("edit    src/testing/access.ts\n")
    await expectSound()
  })

  it("passes its tests, and those of who may call what, with a member of another organisation", async () => {
    const text = await expectTests(
      "src/organisations/",
      "src/webhooks/deliveries.test.ts",
      "src/webhooks/endpoints.test.ts",
      "src/notes/",
      "src/accounts/accounts.test.ts",
      "src/access.test.ts",
    )
    for (const line of [
      "GET /orgs/:org/members: bob may not",
      "GET /orgs/:org/events: carol may not",
      "DELETE /webhooks/:id: bob may not",
    ])
      expect(text).toContain(line)
  })
})

describe("trivet g organisations in a site", () => {
  beforeAll(async () => {
    app = await createTemplateApp("web")
  }, 300_000)
  afterAll(() => app.remove())

  it("writes pages that are sound, and edits all that it must", async () => {
    expect(await tool("g", "accounts")).toMatchObject({ code: 0 })
    const made = await tool("g", "organisations")
    expect(made).toMatchObject({ code: 0, stderr: "" })
    expect(made.stdout).toContain("create  src/organisations/join-controller.ts\n")
    expect(made.stdout).toContain("edit    src/login/login-controller.ts\n")
    expect(made.stdout).toContain("Next:\n  npx trivet routes --access > access.txt\n")
    // Webhooks beside them.
    expect(await tool("g", "webhooks")).toMatchObject({ code: 0, stderr: "" })
    await expectSound()
  })

  it("passes its tests, and those of who may call what, with a member of another organisation", async () => {
    const { stdout } = await tool("routes", "--access")
    writeFileSync(join(app.folder, "access.txt"), stdout)
    // The columns: anonymous, an API key, a session without a role, admin, member, owner.
    expect(stdout).toMatch(/\nPOST \/orgs\/:org\/invitations +- +- +- +session +with admin\|owner +session\n/)
    const text = await expectTests("src/organisations/", "src/login/", "src/access.test.ts")
    for (const line of [
      "GET /orgs/:org: bob may not",
      "GET /orgs/:org/events: carol may not",
      "GET /account/webhooks/:id: bob may not",
    ])
      expect(text).toContain(line)
  })
})

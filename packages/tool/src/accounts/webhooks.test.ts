import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { createTestDatabase } from "@trivet/postgres/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { runTool } from "../../tests/testing/run-tool.ts"
import { createTemplateApp, type TemplateApp } from "../../tests/testing/template-app.ts"

/** What arrives is verified by the library of Standard Webhooks, with each secret that was shown. */
const verified = `import { Jobs } from "@trivet/jobs"
import { Webhook } from "standardwebhooks"
import { expect, it } from "vitest"
import { startAppWithReceiver } from "./testing/webhook-receiver.ts"
import { UsersStore } from "./users/users-store.ts"
import { EndpointsStore } from "./webhooks/endpoints-store.ts"
import { Webhooks } from "./webhooks/webhooks.ts"

it("is verified by the library of Standard Webhooks", async () => {
  const { app, received, stop } = await startAppWithReceiver()
  const user = crypto.randomUUID()
  const given = { email: "ada@example.com", password: "", name: "", role: "user", created_at: new Date() }
  await app.get(UsersStore).insert({ id: user, ...given })
  const endpoints = app.get(EndpointsStore)
  const { id, secret } = await endpoints.create(user, "https://hooks.example.com/ada", ["note.created"])
  const secrets = [secret, await endpoints.rotate(id)]
  const data = { note: "größer → 日本 \\u0000 \\ud800" }
  await app.get(Webhooks).send(user, "note.created", data)
  await app.get(Jobs).runDue()
  const [{ headers, body }] = received("/ada")
  for (const one of secrets) expect(new Webhook(one).verify(body, headers)).toMatchObject({ data })
  const other = await endpoints.rotate(id)
  expect(() => new Webhook(other).verify(body, headers)).toThrow("No matching signature")
  await stop()
}, 60_000)
`

describe("trivet g webhooks in a site", () => {
  let app: TemplateApp
  const tool = (...args: readonly string[]) => runTool(args, { cwd: app.folder })
  beforeAll(async () => {
    app = await createTemplateApp("web")
  }, 300_000)
  afterAll(() => app.remove())

  it("is refused without accounts", async () => {
    const refused = await tool("g", "webhooks")
    expect(refused.code).toBe(2)
    expect(refused.stderr).toContain("and then `trivet g accounts`")
  })

  it("writes pages that are sound, and edits all that it must", async () => {
    expect(await tool("g", "accounts")).toMatchObject({ code: 0 })
    const made = await tool("g", "webhooks")
    expect(made).toMatchObject({ code: 0, stderr: "" })
    expect(made.stdout).toContain("create  src/database/migrations/004-webhooks.ts\n")
    expect(made.stdout).toContain("edit    src/notes/notes-store.ts\n")
    expect(await app.run("typescript/bin/tsc", ["--noEmit"])).toEqual({ code: 0, text: "" })
    expect(await app.run("oxfmt/bin/oxfmt", ["--check", "src"])).toMatchObject({ code: 0 })
    expect(await app.run("oxlint/bin/oxlint", ["--deny-warnings", "src"])).toMatchObject({ code: 0 })
    expect(await tool("check", "--strict")).toMatchObject({ code: 0, stdout: "0 faults, 0 warnings\n" })
  })

  it("passes its tests, and those of who may call what, and sends what others verify", async () => {
    const { stdout } = await tool("routes", "--access")
    writeFileSync(join(app.folder, "access.txt"), stdout)
    writeFileSync(join(app.folder, "src/verified.test.ts"), verified)
    const server = await createTestDatabase()
    const env = { NO_COLOR: "1", TEST_DATABASE_URL: server.url }
    const flags = ["--no-isolate", "--maxWorkers=1", "--testTimeout=30000", "--hookTimeout=60000"]
    const tests = ["src/webhooks/", "src/notes/", "src/access.test.ts", "src/verified.test.ts"]
    const { code, text } = await app.run(
      "vitest/vitest.mjs",
      ["run", ...flags, "--reporter=verbose", ...tests],
      env,
    )
    await server.drop()
    expect(text).toMatch(/Test Files +5 passed/)
    expect(code).toBe(0)
    expect(text).toContain("GET /account/webhooks/:id: bob may not")
  })
})

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

/** What happens while an event is on its way. */
const races = `import { Jobs } from "@trivet/jobs"
import { sql } from "kysely"
import { Webhook } from "standardwebhooks"
import { provide } from "trivet"
import { expect, it } from "vitest"
import { Db } from "./database/db.ts"
import { createApp } from "./testing/create-app.ts"
import { UsersStore } from "./users/users-store.ts"
import { DeliveriesStore } from "./webhooks/deliveries-store.ts"
import { EndpointsStore } from "./webhooks/endpoints-store.ts"
import { SendWebhook } from "./webhooks/send-webhook.ts"
import { Webhooks } from "./webhooks/webhooks.ts"

it("survives that its endpoint is deleted, and that its secret changes", async () => {
  const sent: { headers: Record<string, string>; body: string }[] = []
  let during: () => Promise<unknown> = async () => undefined
  const send = (async (_, options) => {
    sent.push({ headers: { ...(options!.headers as object) }, body: String(options!.body) })
    await during()
    return new Response(null, { status: 503 })
  }) as SendWebhook
  const app = await createApp({ replace: [provide(SendWebhook, () => send)] })
  const [db, endpoints, webhooks] = [app.get(Db), app.get(EndpointsStore), app.get(Webhooks)]
  const user = crypto.randomUUID()
  const given = { email: "ada@example.com", password: "", name: "", role: "user", created_at: new Date() }
  await app.get(UsersStore).insert({ id: user, ...given })
  const create = () => endpoints.create(user, "https://hooks.example.com/ada", ["note.created"])
  const event = () => webhooks.send(user, "note.created", { title: "Milk" })
  const runJobs = () => app.get(Jobs).runDue()
  const jobs = async () => (await sql\`select state, count(*)::int as n from pgboss.job
    where name = 'webhooks/deliver' group by state order by state\`.execute(db)).rows

  // The secret changes while an attempt is on its way, and the next one is signed with both.
  const { id, secret } = await create()
  let fresh = ""
  during = async () => (fresh = await endpoints.rotate(id))
  await event()
  await runJobs()
  expect(() => new Webhook(fresh).verify(sent[0]!.body, sent[0]!.headers)).toThrow("No matching signature")
  during = async () => undefined
  await sql\`update pgboss.job set start_after = now() where state = 'created'\`.execute(db)
  await runJobs()
  for (const one of [secret, fresh]) expect(new Webhook(one).verify(sent[1]!.body, sent[1]!.headers)).toBeDefined()
  expect(await app.get(DeliveriesStore).list(id)).toMatchObject([{ status: "waiting", attempts: 2 }])

  // Deleted while an attempt is on its way: the attempt ends, and its successor is the last job.
  during = () => endpoints.delete(id)
  await sql\`update pgboss.job set start_after = now() where state = 'created'\`.execute(db)
  await runJobs()
  during = async () => undefined
  await sql\`update pgboss.job set start_after = now() where state = 'created'\`.execute(db)
  await runJobs()
  expect(await jobs()).toEqual([{ state: "completed", n: 4 }])
  expect(sent).toHaveLength(3)

  // Deleted while an event is stored: the transaction of the event never fails, and nothing is left of the endpoint.
  for (let round = 0; round < 20; round++) {
    const { id: other } = await create()
    await Promise.all([event(), endpoints.delete(other), event()])
    expect(await app.get(DeliveriesStore).list(other)).toEqual([])
  }
  await runJobs()
  const { rows } = await sql\`select from pgboss.job where state not in ('completed', 'created')\`.execute(db)
  expect(rows).toEqual([])
  await app.stop()
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
    writeFileSync(join(app.folder, "src/races.test.ts"), races)
    const server = await createTestDatabase()
    const env = { NO_COLOR: "1", TEST_DATABASE_URL: server.url }
    const flags = ["--no-isolate", "--maxWorkers=1", "--testTimeout=30000", "--hookTimeout=60000"]
    const tests = [
      "src/webhooks/",
      "src/notes/",
      "src/access.test.ts",
      "src/verified.test.ts",
      "src/races.test.ts",
    ]
    const { code, text } = await app.run(
      "vitest/vitest.mjs",
      ["run", ...flags, "--reporter=verbose", ...tests],
      env,
    )
    await server.drop()
    expect(text).toMatch(/Test Files +6 passed/)
    expect(code).toBe(0)
    expect(text).toContain("GET /account/webhooks/:id: bob may not")
  })
})

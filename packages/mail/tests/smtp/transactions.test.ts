import { jobMigrations, Jobs, jobs } from "@trivet/jobs"
import { Database, postgres } from "@trivet/postgres"
import { createTestDatabase, type TestDatabase } from "@trivet/postgres/testing"
import { module } from "trivet"
import { createTestApp, type TestApp } from "trivet/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { mail } from "../../src/index.ts"
import { mailQueue, MailQueue } from "../../src/jobs.ts"
import { MailServer, refusal } from "./mail-server.ts"

class Db extends Database<object> {}

let database: TestDatabase
let server: MailServer
let app: TestApp
let isGreylisting = false
let rejected = 0

beforeAll(async () => {
  database = await createTestDatabase()
  server = await MailServer.start({
    onRcptTo: (_address, _session, done) => {
      if (isGreylisting) rejected++
      done(isGreylisting ? refusal(450, "try again later") : undefined)
    },
  })
  const DatabaseModule = postgres(Db, {
    url: database.url,
    migrations: [jobMigrations],
    migrateAtStart: true,
  })
  const MailModule = mail({ from: "shop@example.com", url: server.url })
  const JobsModule = jobs({ database: Db, imports: [DatabaseModule] })
  const imports = [
    DatabaseModule,
    MailModule,
    JobsModule,
    mailQueue({ imports: [MailModule, JobsModule], retry: { times: 5, delay: 1_000 } }),
  ]
  app = await createTestApp(module({ name: "shop", imports }))
})
afterAll(async () => {
  await app?.stop()
  await server?.stop()
  await database?.drop()
})

class RolledBack extends Error {}

/** Enqueues a mail in a transaction that commits or not. */
async function enqueue(at: number, commits: boolean): Promise<void> {
  const work = app.get(Db).transact(async () => {
    await app.get(MailQueue).enqueue({ to: `ann${at}@example.com`, subject: `Order ${at}`, text: "Thanks" })
    if (!commits) throw new RolledBack()
  })
  await work.catch((error: unknown) => {
    if (!(error instanceof RolledBack)) throw error
  })
}

describe("mails that are enqueued in a transaction, over SMTP", () => {
  it("are sent once if it commits, and not at all if it does not", async () => {
    for (let at = 0; at < 40; at++) await enqueue(at, at % 2 === 0)
    expect(server.mails).toEqual([])
    expect(await app.get(Jobs).runDue()).toBe(20)
    const sent = server.mails.map(({ to }) => to[0]!).toSorted()
    const committed = Array.from({ length: 20 }, (_, at) => `ann${2 * at}@example.com`)
    expect(sent).toEqual(committed.toSorted())
    expect(await app.get(Jobs).runDue()).toBe(0)
  })

  it("wait while the server rejects the first attempts, and then arrive once", async () => {
    const before = server.mails.length
    isGreylisting = true
    await enqueue(100, true)
    await app.get(Jobs).runDue()
    expect([rejected, server.mails.length]).toEqual([1, before])
    isGreylisting = false
    // PostgreSQL's own clock decides when a job is due.
    await expect.poll(() => app.get(Jobs).runDue(), { timeout: 10_000, interval: 200 }).toBe(1)
    expect(server.mails.slice(before).map(({ to }) => to)).toEqual([["ann100@example.com"]])
  })
})

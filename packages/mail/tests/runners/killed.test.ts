import { join } from "node:path"
import { Jobs } from "@trivet/jobs"
import { createTestDatabase, type TestDatabase } from "@trivet/postgres/testing"
import { createTestApp, type TestApp } from "trivet/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { RunnerProcess } from "../../../jobs/tests/runners/runner-process.ts"
import { MailQueue } from "../../src/jobs.ts"
import { MailServer } from "../smtp/mail-server.ts"
import { headerTextOf, parseMail } from "../smtp/received-mail.ts"
import { mailing } from "./programs/mailing.ts"

const program = join(import.meta.dirname, "programs/runner.ts")
/** Where the server stops answering, until the process that sends has been killed. */
let holds: "recipient" | "reply" | undefined
let held = 0

let database: TestDatabase
let server: MailServer
let app: TestApp
const runners: RunnerProcess[] = []

async function startRunner(): Promise<RunnerProcess> {
  const runner = await RunnerProcess.start(database, program, { MAIL_SERVER: server.url })
  runners.push(runner)
  return runner
}

beforeAll(async () => {
  database = await createTestDatabase()
  server = await MailServer.start({
    onRcptTo: (_address, _session, done) => {
      if (holds === "recipient") held++
      else done()
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on("data", (chunk: Buffer) => chunks.push(chunk))
      stream.on("end", () => {
        const to = session.envelope.rcptTo.map(({ address }) => address)
        server.mails.push(parseMail("", to, Buffer.concat(chunks).toString("latin1")))
        // The server has the mail, and the process that sent it does not know.
        if (holds === "reply") held++
        else done()
      })
    },
  })
  app = await createTestApp(mailing({ database: database.url, server: server.url }))
})
afterAll(async () => {
  await Promise.all(runners.map((runner) => runner.kill()))
  await app?.stop()
  await server?.stop()
  await database?.drop()
})

/** Enqueues a mail, kills the process while it sends it, and returns its job when another process has ended it. */
async function killWhile(place: "recipient" | "reply", to: string) {
  holds = place
  held = 0
  const first = await startRunner()
  const id = await app.get(MailQueue).enqueue({ to, subject: "Order", text: "Thanks" })
  await expect.poll(() => held).toBe(1)
  await first.kill()
  holds = undefined
  const second = await startRunner()
  const find = () => app.get(Jobs).find(id)
  await expect.poll(async () => (await find())?.state, { timeout: 40_000, interval: 200 }).toBe("done")
  await second.kill()
  return find()
}

const mailsTo = (address: string) => server.mails.filter(({ to }) => to.includes(address))

describe("a process that is killed while it sends a mail", { timeout: 90_000 }, () => {
  it("leaves the mail to another one, which sends it once, if the server did not have it", async () => {
    expect(await killWhile("recipient", "ann@example.com")).toMatchObject({ state: "done", attempts: 2 })
    expect(mailsTo("ann@example.com")).toHaveLength(1)
  })

  it("has it sent twice with one Message-ID, if the server had it", async () => {
    const job = await killWhile("reply", "bob@example.com")
    expect(job).toMatchObject({ state: "done", attempts: 2 })
    const ids = mailsTo("bob@example.com").map((mail) => headerTextOf(mail, "message-id"))
    expect(ids).toEqual(Array.from({ length: 2 }, () => `<${job!.id}@example.com>`))
  })
})

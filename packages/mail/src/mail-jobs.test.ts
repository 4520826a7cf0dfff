import { Jobs, jobs } from "@trivet/jobs"
import { afterEach, describe, expect, it } from "vitest"
import { module, provide } from "trivet"
import { html } from "trivet/web"
import { createTestApp, type TestApp } from "trivet/testing"
import { fault } from "./faults.ts"
import { mail, Mailer, type MailMessage, type SentMail } from "./index.ts"
import { mailQueue, MailQueue } from "./jobs.ts"
import { MemoryMailer } from "./testing.ts"

/** Fails as it is told before it accepts mails. */
class MoodyMailer extends MemoryMailer {
  readonly failures: Error[] = []
  readonly tried: string[] = []

  override async deliver(message: MailMessage): Promise<SentMail> {
    this.tried.push(message.id)
    const failure = this.failures.shift()
    if (failure !== undefined) throw failure
    return super.deliver(message)
  }
}

const opened: TestApp[] = []
afterEach(async () => {
  for (const app of opened.splice(0)) await app.stop()
})

async function start() {
  const [MailModule, JobsModule] = [mail({ from: "shop@example.com", url: () => undefined }), jobs()]
  const enqueued = mailQueue({ imports: [MailModule, JobsModule] })
  const App = module({ name: "app", imports: [MailModule, JobsModule, enqueued], declarations: [] })
  const mailer = new MoodyMailer()
  const app = await createTestApp(App, { replace: [provide(Mailer, () => mailer)] })
  opened.push(app)
  return { app, mailer, mails: app.get(MailQueue), queue: app.get(Jobs) }
}

const least = { to: "ann@example.com", subject: "a", text: "b" }
const server = "mail.example:587"

describe("MailQueue", () => {
  it("sends a mail as a job, with all that it has", async () => {
    const { mailer, mails, queue } = await start()
    const given = {
      to: [{ name: "Ann", address: "ann@example.com" }],
      bcc: "dora@example.com",
      replyTo: "help@example.com",
      subject: "a",
      html: html`<p>${"<b>"}</p>`,
      headers: { "X-Order": "7" },
    }
    const id = await mails.enqueue(given)
    expect(mailer.mails).toEqual([])
    expect(await queue.runDue()).toBe(1)
    const expected = await mailer.message(given)
    expect(mailer.mails).toEqual([{ ...expected, id: `<${id}@example.com>` }])
  })

  it("checks a mail before it is enqueued, and again before it is sent", async () => {
    const { mailer, mails, queue } = await start()
    await expect(mails.enqueue({ ...least, subject: "a\r\nBcc: eve@example.net" })).rejects.toMatchObject({
      code: "MAIL_LINE_INVALID",
    })
    expect(await queue.list()).toEqual([])
    const from = { address: "shop@example.com" }
    const forged = { from, to: [from], cc: [], bcc: [], subject: "a\r\nBcc: eve@example.net", headers: [] }
    await queue.runNow("mail/send", forged)
    expect(mailer.tried).toEqual([])
    expect(await queue.list()).toMatchObject([{ state: "dead", attempts: 1 }])
  })

  it.each(["MAIL_POSTPONED", "MAIL_SERVER_UNAVAILABLE"] as const)(
    "sends a mail again after %s, with the same Message-ID",
    async (code) => {
      const { app, mailer, mails, queue } = await start()
      mailer.failures.push(fault(code, { server, reply: "450 greylisted", reason: "no answer" }))
      const id = await mails.enqueue(least)
      expect(await queue.runDue()).toBe(1)
      expect(await queue.find(id)).toMatchObject({ state: "waiting", attempts: 1 })
      app.clock.advance({ seconds: 20 })
      expect(await queue.runDue()).toBe(1)
      expect(await queue.find(id)).toMatchObject({ state: "done" })
      expect(mailer.tried).toEqual([`<${id}@example.com>`, `<${id}@example.com>`])
      expect(mailer.mails).toHaveLength(1)
    },
  )

  it("ends the job at once if the server rejects the mail", async () => {
    const { mailer, mails, queue } = await start()
    mailer.failures.push(fault("MAIL_REJECTED", { server, reply: "550 no such user" }))
    const id = await mails.enqueue(least)
    await queue.runDue()
    const dead = await queue.find(id)
    expect(dead).toMatchObject({ state: "dead", attempts: 1 })
    expect(dead!.error).toContain("550 no such user")
  })
})

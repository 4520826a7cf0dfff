import { randomBytes } from "node:crypto"
import { Jobs, jobs } from "@trivet/jobs"
import { module, provide, token } from "trivet"
import { html } from "trivet/web"
import { createTestApp } from "trivet/testing"
import { afterEach, describe, expect, it } from "vitest"
import { Mailer, mail, type MailAttachment, SmtpMailer } from "../../src/index.ts"
import { mailQueue, MailQueue } from "../../src/jobs.ts"
import { badLines } from "../attacks/addresses.ts"
import { MailServer, refusal } from "./mail-server.ts"

const ended: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ended.splice(0).toReversed()) await end()
})

async function start(options: Parameters<typeof MailServer.start>[0] = {}) {
  const server = await MailServer.start(options)
  ended.push(() => server.stop())
  const mailer = new SmtpMailer("shop@example.com", { url: server.url })
  ended.push(() => mailer.onStop())
  return { server, mailer }
}

const least = { to: "ann@example.com", subject: "a", text: "b" }
const photo = randomBytes(300_000)

describe("an attachment", () => {
  it("arrives with each of its bytes, beside text and markup", async () => {
    const { server, mailer } = await start()
    const lines = new File(["a\r\nb\n.\nc"], "märz.txt", { type: "text/plain" })
    const attachments = [new File([photo], "photo.png", { type: "image/png" }), lines]
    await mailer.send({ ...least, html: html`<p>b</p>`, attachments })
    const [{ files, text, html: markup }] = server.mails as [(typeof server.mails)[0]]
    expect([text, markup]).toEqual(["b", "<p>b</p>"])
    expect(files.map(({ type }) => type.split(";", 1)[0])).toEqual(["image/png", "text/plain"])
    expect(files[0]!.disposition).toBe("attachment; filename=photo.png")
    expect(files[0]!.bytes.equals(photo)).toBe(true)
    expect(String(files[1]!.bytes)).toBe("a\r\nb\n.\nc")
  })

  it.each(Object.entries(badLines))("adds no header and no part if its name has %s", async (_, line) => {
    const { server, mailer } = await start()
    for (const name of [line, `../${line}"; x=y`, ""])
      await mailer.send({ ...least, attachments: [new File(["abc"], name, { type: "text/html" })] })
    for (const { files, headers } of server.mails) {
      expect(headers.map(([name]) => name.toLowerCase())).not.toContain("bcc")
      expect(files).toHaveLength(1)
      expect(files[0]!.disposition).toMatch(/^attachment; ?filename/)
      expect(files[0]!.disposition).not.toMatch(/[/\\](?!")/)
      expect(String(files[0]!.bytes)).toBe("abc")
    }
  })

  it.each(["multipart/mixed", "message/rfc822", "text/html\r\nBcc: eve@example.net", "x", ""])(
    "is only bytes if its type is %j",
    async (type) => {
      const { server, mailer } = await start()
      const stream = () => new Blob(["--a\r\n\r\nabc"]).stream()
      await mailer.send({ ...least, attachments: [{ name: "a", type, stream }] })
      const [file] = server.mails[0]!.files
      expect(file!.type).toMatch(/^application\/octet-stream(?:;|$)/)
    },
  )

  it("that cannot be read ends the mail, and no part of it arrives", async () => {
    const { server, mailer } = await start()
    async function* broken() {
      yield photo
      throw new Error("the file is gone")
    }
    await expect(
      mailer.send({ ...least, attachments: [{ name: "a", stream: broken }] }),
    ).rejects.toMatchObject({ code: "MAIL_SERVER_UNAVAILABLE" })
    expect(server.mails).toEqual([])
    await mailer.send(least)
    expect(server.mails).toHaveLength(1)
  })

  it("must have a name and a stream", async () => {
    const { mailer } = await start()
    for (const bad of ["/etc/passwd", { path: "/etc/passwd" }, { name: "a", path: "/etc/passwd" }, null])
      await expect(mailer.send({ ...least, attachments: [bad as never] })).rejects.toMatchObject({
        code: "MAIL_CONTENT_INVALID",
      })
  })
})

describe("an attachment of an enqueued mail", () => {
  class Stored {
    readonly files = new Map<string, MailAttachment>()
    async get(id: string) {
      return this.files.get(id)
    }
  }
  const Files = token<Stored>("Files")

  async function startQueue(server?: Parameters<typeof MailServer.start>[0]) {
    const started = await start(server)
    const [stored, JobsModule] = [new Stored(), jobs()]
    const MailModule = mail({ from: "shop@example.com", url: () => undefined })
    const FilesModule = module({
      name: "files",
      exports: [Files],
      declarations: [provide(Files, () => stored)],
    })
    const Queue = mailQueue({ imports: [MailModule, JobsModule, FilesModule], files: Files })
    const App = module({ name: "app", imports: [MailModule, JobsModule, Queue] })
    const app = await createTestApp(App, { replace: [provide(Mailer, () => started.mailer)] })
    ended.push(() => app.stop())
    return { ...started, app, stored, mails: app.get(MailQueue), queue: app.get(Jobs) }
  }
  const fileOf = (id: string, opened: string[] = []): MailAttachment => ({
    id,
    name: "photo.png",
    type: "image/png",
    stream: () => {
      opened.push(id)
      return new Blob([photo]).stream()
    },
  })

  it("is the id of a file in the job, and is read in each attempt", async () => {
    let busy = true
    const { app, stored, server, mails, queue } = await startQueue({
      onRcptTo: (_address, _session, done) => done(busy ? refusal(450, "busy") : null),
    })
    const opened: string[] = []
    stored.files.set("f-1", fileOf("f-1", opened))
    const id = await mails.enqueue({ ...least, attachments: [fileOf("f-1")] })
    const [job] = await queue.list()
    expect(JSON.stringify(job).length).toBeLessThan(2_000)
    await queue.runDue()
    busy = false
    app.clock.advance({ seconds: 20 })
    await queue.runDue()
    expect(await queue.find(id)).toMatchObject({ state: "done" })
    expect(opened).toEqual(["f-1", "f-1"])
    expect(server.mails[0]!.files[0]!.bytes.equals(photo)).toBe(true)
  })

  it("ends the job at once if the file was deleted", async () => {
    const { server, mails, queue } = await startQueue()
    const id = await mails.enqueue({ ...least, attachments: [fileOf("f-2")] })
    await queue.runDue()
    expect(await queue.find(id)).toMatchObject({ state: "dead", attempts: 1 })
    expect(server.mails).toEqual([])
  })

  it("must be stored", async () => {
    const { mails, queue } = await startQueue()
    const attachments = [new File(["abc"], "a.txt")]
    await expect(mails.enqueue({ ...least, attachments })).rejects.toMatchObject({
      code: "MAIL_CONTENT_INVALID",
    })
    expect(await queue.list()).toEqual([])
  })
})

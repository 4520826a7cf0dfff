import { afterEach, describe, expect, it, vi } from "vitest"
import { inject, module, provide } from "trivet"
import { createTestApp, type TestApp } from "trivet/testing"
import { mail, Mailer, type MailOptions, SmtpMailer } from "./index.ts"
import { MemoryMailer } from "./testing.ts"

class Shop {
  readonly mailer = inject(Mailer)
}

const opened: TestApp[] = []
async function start(options: MailOptions, more: object = {}): Promise<TestApp> {
  const App = module({ name: "app", imports: [mail(options)], declarations: [Shop] })
  const app = await createTestApp(App, more)
  opened.push(app)
  return app
}
afterEach(async () => {
  vi.unstubAllEnvs()
  for (const app of opened.splice(0)) await app.stop()
})

const from = "shop@example.com"

describe("mail()", () => {
  it("keeps mails in memory if no server is set", async () => {
    vi.stubEnv("MAIL_URL", "")
    const { mailer } = (await start({ from })).get(Shop)
    expect(mailer).toBeInstanceOf(MemoryMailer)
    for (let at = 0; at < 101; at++)
      await mailer.send({ to: "ann@example.com", subject: String(at), text: "" })
    const { mails } = mailer as MemoryMailer
    expect([mails.length, mails[0]!.subject, mails[0]!.from]).toEqual([100, "1", { address: from }])
  })

  it("uses the server of `MAIL_URL`, or of `url`, without connecting", async () => {
    vi.stubEnv("MAIL_URL", "smtp://mail.example")
    expect((await start({ from })).get(Shop).mailer).toBeInstanceOf(SmtpMailer)
    expect((await start({ from, url: () => undefined })).get(Shop).mailer).toBeInstanceOf(MemoryMailer)
    vi.stubEnv("MAIL_URL", "")
    expect((await start({ from, url: "smtps://mail.example" })).get(Shop).mailer).toBeInstanceOf(SmtpMailer)
  })

  it("is replaced in tests", async () => {
    vi.stubEnv("MAIL_URL", "smtp://mail.example")
    const mailer = new MemoryMailer()
    const app = await start({ from }, { replace: [provide(Mailer, () => mailer)] })
    await app.get(Shop).mailer.send({ to: "ann@example.com", subject: "a", text: "b" })
    expect(mailer.mails).toMatchObject([{ subject: "a", text: "b\n".trim() }])
  })

  it.each([{}, { replace: [provide(Mailer, () => new MemoryMailer())] }])(
    "keeps mails for `mailTo()` of a test: case %#",
    async (more) => {
      vi.stubEnv("MAIL_URL", "")
      const app = await start({ from }, more)
      await app
        .get(Shop)
        .mailer.send({ to: { name: "Ann", address: "ann@example.com" }, subject: "a", text: "b" })
      expect(await app.mailTo("ann@example.com")).toMatchObject({ subject: "a", text: "b" })
    },
  )

  it("is a fault at boot in production without a server, with an invalid one, and with an invalid sender", async () => {
    vi.stubEnv("MAIL_URL", "")
    await expect(start({ from }, { production: true })).rejects.toThrow(/`MAIL_URL` is not set/)
    await expect(start({ from, url: "smtp://u:hush@a?b=c" })).rejects.toThrow(
      /URL of the mail server is invalid/,
    )
    await expect(start({ from, url: "smtp://u:hush@a?b=c" })).rejects.not.toThrow(/hush/)
    await expect(start({ from: "shop" })).rejects.toThrow(/`from` of a mail contains the address "shop"/)
    expect(() => mail({ from, form: "" } as never)).toThrow(/write `from`/)
  })
})

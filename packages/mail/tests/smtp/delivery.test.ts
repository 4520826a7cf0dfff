import { afterEach, describe, expect, it } from "vitest"
import { html } from "trivet/web"
import { noteFigure } from "../../../../scripts/suite/note-figure.ts"
import { SmtpMailer, type SmtpOptions } from "../../src/index.ts"
import { goodAddresses, oddLines } from "../attacks/addresses.ts"
import { MailServer, refusal } from "./mail-server.ts"
import { headerTextOf } from "./received-mail.ts"
import { ScriptedServer } from "./scripted-server.ts"

const ended: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ended.splice(0).toReversed()) await end()
})

async function start(
  server: Parameters<typeof MailServer.start>[0] = {},
  options: Partial<SmtpOptions> = {},
) {
  const started = await MailServer.start(server)
  ended.push(() => started.stop())
  const mailer = new SmtpMailer(
    { name: "Shop", address: "shop@example.com" },
    { url: started.url, ...options },
  )
  ended.push(() => mailer.onStop())
  return { server: started, mailer }
}

const least = { to: "ann@example.com", subject: "a", text: "b" }

describe("a mail that is sent", () => {
  it("arrives with its headers, its text and its markup", async () => {
    const { server, mailer } = await start()
    const { id } = await mailer.send({
      to: [{ name: "Ann Lee", address: "ann@example.com" }, "bob@example.com"],
      cc: "carl@example.com",
      bcc: "dora@example.com",
      replyTo: "help@example.com",
      subject: "Grüße",
      html: html`<p>Hällo ${"<Ann>"}, <a href="https://shop.example/?a=1&b=2">go</a></p>`,
      headers: { "List-Unsubscribe": "<https://shop.example/u>" },
    })
    const [mail] = server.mails
    expect([mail!.from, mail!.to]).toEqual([
      "shop@example.com",
      ["ann@example.com", "bob@example.com", "carl@example.com", "dora@example.com"],
    ])
    expect(mail!.headers.map(([name]) => name).toSorted()).toEqual(
      "Cc,Content-Type,Date,From,List-Unsubscribe,MIME-Version,Message-ID,Reply-To,Subject,To".split(","),
    )
    const header = (name: string) => headerTextOf(mail!, name)
    expect(header("from")).toBe("Shop <shop@example.com>")
    expect(header("to")).toBe("Ann Lee <ann@example.com>, bob@example.com")
    expect([header("message-id"), header("subject")]).toEqual([id, "Grüße"])
    expect(mail!.text).toBe("Hällo <Ann>, go (https://shop.example/?a=1&b=2)\r\n")
    expect(mail!.html).toBe('<p>Hällo &lt;Ann&gt;, <a href="https://shop.example/?a=1&b=2">go</a></p>')
    expect(mail!.source).not.toContain("dora")
  })

  it.each(oddLines)("keeps a subject and a name as they are: %j", async (line) => {
    const { server, mailer } = await start()
    await mailer.send({ ...least, to: { name: line, address: "ann@example.com" }, subject: line })
    const [mail] = server.mails
    expect(mail!.to).toEqual(["ann@example.com"])
    const shown = headerTextOf(mail!, "to").replace(/ <ann@example\.com>$/, "")
    expect(shown.replace(/^"([^]*)"$/, "$1").replaceAll(/\\(.)/g, "$1")).toBe(line)
    expect(headerTextOf(mail!, "subject")).toBe(line)
    expect(mail!.headers.some(([name]) => name.toLowerCase() === "bcc")).toBe(false)
  })

  it.each(Object.entries(goodAddresses))("goes to the address %s", async (given, address) => {
    // `smtp-server` shows domains in Unicode: what counts are the bytes that are sent.
    const server = await ScriptedServer.start(() => false)
    ended.push(() => server.stop())
    const mailer = new SmtpMailer("shop@example.com", { url: server.url })
    ended.push(() => mailer.onStop())
    await mailer.send({ ...least, to: given })
    expect(server.lines.filter((line) => line.startsWith("RCPT"))).toEqual([`RCPT TO:<${address}>`])
    expect(server.lines).toContain(`To: ${address}`)
  })

  it("keeps lines that begin with a dot, and a dot alone", async () => {
    const { server, mailer } = await start()
    await mailer.send({ ...least, text: "a\n.\nRCPT TO:<eve@example.net>\n..b\n" })
    expect(server.mails.map(({ text }) => text)).toEqual(["a\r\n.\r\nRCPT TO:<eve@example.net>\r\n..b\r\n"])
  })

  it("is sent once, as one of 200, through at most 3 connections", async () => {
    const { server, mailer } = await start({}, { maxConnections: 3 })
    const began = performance.now()
    const all = Array.from({ length: 200 }, (_, at) => String(at))
    await Promise.all(all.map((subject) => mailer.send({ ...least, subject })))
    const milliseconds = Math.round(performance.now() - began)
    noteFigure(
      "200 mails through 3 connections",
      "@trivet/mail, a server in the same process",
      `${milliseconds} ms`,
    )
    const subjects = server.mails.map((mail) => headerTextOf(mail, "subject"))
    expect(subjects.toSorted()).toEqual(all.toSorted())
    expect(server.connections).toBe(3)
  })
})

describe("a server that rejects", () => {
  it.each([
    [
      "the sender now",
      451,
      "MAIL_POSTPONED",
      { onMailFrom: (_: unknown, __: unknown, done: (e: Error) => void) => done(refusal(451, "busy")) },
    ],
    [
      "the sender",
      550,
      "MAIL_REJECTED",
      { onMailFrom: (_: unknown, __: unknown, done: (e: Error) => void) => done(refusal(550, "who?")) },
    ],
    [
      "the recipient now",
      450,
      "MAIL_POSTPONED",
      { onRcptTo: (_: unknown, __: unknown, done: (e: Error) => void) => done(refusal(450, "greylisted")) },
    ],
    [
      "the recipient",
      550,
      "MAIL_REJECTED",
      { onRcptTo: (_: unknown, __: unknown, done: (e: Error) => void) => done(refusal(550, "no such user")) },
    ],
  ])("%s", async (_, status, code, handlers) => {
    const { server, mailer } = await start(handlers)
    const failure: unknown = await mailer.send(least).catch((error: unknown) => error)
    expect(failure).toMatchObject({ code, message: expect.stringContaining(`: ${status} `) as string })
    expect(String(failure)).toContain(server.url.slice("smtp://".length))
    expect(server.mails).toEqual([])
  })

  it.each([
    [452, "MAIL_POSTPONED"],
    [552, "MAIL_REJECTED"],
  ])("the content with %i", async (status, code) => {
    const { mailer } = await start({
      onData: (stream, _, done) => {
        stream.resume().on("end", () => done(refusal(status, "no\r\nspace")))
      },
    })
    await expect(mailer.send(least)).rejects.toMatchObject({ code })
  })

  it("one recipient of two: the other gets the mail, and the result says so", async () => {
    const { server, mailer } = await start({
      onRcptTo: ({ address }, _, done) => done(address === "eve@example.com" ? refusal(550, "no") : null),
    })
    const sent = await mailer.send({ ...least, to: ["ann@example.com", "eve@example.com"] })
    expect(sent.rejected).toEqual(["eve@example.com"])
    expect(server.mails.map(({ to }) => to)).toEqual([["ann@example.com"]])
  })

  it("a mail keeps its connection for the next one", async () => {
    const { server, mailer } = await start(
      {
        onRcptTo: ({ address }, _, done) => done(address === "eve@example.com" ? refusal(550, "no") : null),
      },
      { maxConnections: 1 },
    )
    await expect(mailer.send({ ...least, to: "eve@example.com" })).rejects.toThrow(
      /rejected the mail: 550 no/,
    )
    await mailer.send(least)
    expect([server.mails.length, server.connections]).toEqual([1, 1])
  })
})

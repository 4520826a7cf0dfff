import { describe, expect, it } from "vitest"
import { html, raw } from "trivet/web"
import type { Mail, MailContent } from "./index.ts"
import { MemoryMailer } from "./testing.ts"

const welcome = ({ name }: { readonly name: string }): MailContent => ({
  subject: `Welcome, ${name}`,
  html: html`<p>Hello ${name}, <a href="https://shop.example/start">start here</a>.</p>`,
})

const least: Mail = { to: "ann@example.com", subject: "a", text: "b" }

describe("send()", () => {
  it("fills a template: values are escaped, and the text follows from the markup", async () => {
    const mailer = new MemoryMailer({ from: { name: "Shop", address: "shop@example.com" } })
    const sent = await mailer.send({ to: "ann@example.com", ...welcome({ name: "<b>Ann</b>" }) })
    expect(mailer.mails).toEqual([
      {
        id: sent.id,
        from: { name: "Shop", address: "shop@example.com" },
        to: [{ address: "ann@example.com" }],
        cc: [],
        bcc: [],
        replyTo: undefined,
        subject: "Welcome, <b>Ann</b>",
        html: `<p>Hello &lt;b&gt;Ann&lt;/b&gt;, <a href="https://shop.example/start">start here</a>.</p>`,
        text: "Hello <b>Ann</b>, start here (https://shop.example/start).\n",
        headers: {},
        attachments: [],
      },
    ])
    expect(sent.id).toMatch(/^<[\da-f-]{36}@example\.com>$/)
  })

  it("awaits markup with promises, and keeps a text that is given", async () => {
    const mailer = new MemoryMailer()
    await mailer.send({ ...least, html: html`<p>${Promise.resolve("late <")}</p>` })
    expect(mailer.mails).toMatchObject([
      { text: "b", html: "<p>late &lt;</p>", from: { address: "app@example.com" } },
    ])
  })

  it("keeps all fields", async () => {
    const mailer = new MemoryMailer()
    await mailer.send({
      ...least,
      to: ["a@example.com", { name: "B", address: "b@example.com" }],
      cc: "c@example.com",
      bcc: ["d@example.com"],
      from: "e@example.com",
      replyTo: "f@bücher.example",
      headers: { "List-Unsubscribe": "<https://shop.example/u>" },
    })
    expect(mailer.mails).toMatchObject([
      {
        to: [{ address: "a@example.com" }, { name: "B", address: "b@example.com" }],
        cc: [{ address: "c@example.com" }],
        bcc: [{ address: "d@example.com" }],
        from: { address: "e@example.com" },
        replyTo: { address: "f@xn--bcher-kva.example" },
        headers: { "List-Unsubscribe": "<https://shop.example/u>" },
      },
    ])
    mailer.clear()
    expect(mailer.mails).toEqual([])
  })

  it.each([
    ["no recipient", { to: [] }, /^A mail has no recipient/],
    ["no content", { text: undefined }, /^`text` of a mail is missing, and so is `html`/],
    ["markup that is a text", { html: "<p>" }, /^`html` of a mail is not made with `html` or `raw\(\)`/],
    ["NUL in the text", { text: "a\0b" }, /^`text` of a mail contains the character U\+0000/],
    [
      "a lone surrogate in the markup",
      { html: raw("\ud800") },
      /^`html` of a mail contains half of a surrogate/,
    ],
    ["a subject that is no text", { subject: 7 }, /^`subject` of a mail is no text/],
  ])("rejects %s", async (_, part, message) => {
    const mailer = new MemoryMailer()
    await expect(mailer.send({ ...least, ...part } as never)).rejects.toThrow(message)
    expect(mailer.mails).toEqual([])
  })

  it("keeps only so many mails as it is told", async () => {
    const mailer = new MemoryMailer({ maxMails: 2 })
    for (const subject of ["1", "2", "3"]) await mailer.send({ ...least, subject })
    expect(mailer.mails.map(({ subject }) => subject)).toEqual(["2", "3"])
  })
})

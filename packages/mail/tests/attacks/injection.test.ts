import { describe, expect, it } from "vitest"
import { MemoryMailer } from "../../src/testing.ts"
import { badAddresses, badLines, goodAddresses } from "./addresses.ts"

const least = { to: "ann@example.com", subject: "a", text: "b" }

/** Sends a mail, which must be rejected before anything is sent. */
async function codeOf(part: object): Promise<unknown> {
  const mailer = new MemoryMailer()
  const failure: unknown = await mailer.send({ ...least, ...part }).catch((error: unknown) => error)
  expect(mailer.mails).toEqual([])
  return (failure as { readonly code?: unknown }).code
}

describe("an address", () => {
  it.each(Object.entries(badAddresses))("with %s is rejected in every field", async (_, address) => {
    for (const field of ["to", "cc", "bcc", "from", "replyTo"])
      for (const given of [address, { name: "Ann", address }])
        expect(await codeOf({ [field]: given }), field).toBe("MAIL_ADDRESS_INVALID")
    expect(await codeOf({ to: ["ann@example.com", address] })).toBe("MAIL_ADDRESS_INVALID")
  })

  it.each(Object.entries(goodAddresses))("%s is accepted", async (given, address) => {
    const mailer = new MemoryMailer()
    await mailer.send({ ...least, to: given })
    expect(mailer.mails[0]!.to).toEqual([{ address }])
  })

  it.each([undefined, null, 7, {}, [["ann@example.com"]], { address: ["ann@example.com"] }])(
    "that is no text is rejected: %j",
    async (address) => {
      expect(await codeOf({ to: [address] })).toBe("MAIL_ADDRESS_INVALID")
    },
  )

  it("is shown in the fault in one line, and not whole if it is long", async () => {
    const mailer = new MemoryMailer()
    const failure = await mailer.send({ ...least, to: `a\r\n\u001b[2J${"b".repeat(1_000)}` }).catch(String)
    expect(failure).toMatch(/^Fault: `to` of a mail contains the address "a\\r\\n\\u001b\[2Jb+": /)
    expect((failure as string).length).toBeLessThan(500)
  })
})

describe("a line", () => {
  it.each(Object.entries(badLines))(
    "with %s is rejected in names, the subject and headers",
    async (_, line) => {
      expect(await codeOf({ subject: line })).toBe("MAIL_LINE_INVALID")
      for (const field of ["to", "cc", "bcc", "from", "replyTo"])
        expect(await codeOf({ [field]: { name: line, address: "ann@example.com" } }), field).toBe(
          "MAIL_LINE_INVALID",
        )
      expect(await codeOf({ headers: { "X-Order": line } })).toBe("MAIL_LINE_INVALID")
      expect(await codeOf({ headers: { [`X-${line}`]: "7" } })).toBe("MAIL_HEADER_INVALID")
    },
  )
})

describe("a header", () => {
  it.each([
    "To",
    "to",
    "CC",
    "Bcc",
    "From",
    "Sender",
    "Subject",
    "Reply-To",
    "Date",
    "Message-ID",
    "Return-Path",
    "Received",
    "Content-Type",
    "content-transfer-encoding",
    "MIME-Version",
    "DKIM-Signature",
    "Resent-To",
    "",
    "X:",
    "X: a\r\nBcc",
    "X Y",
    "X_Y",
    "\u00dc",
    "X\0",
    "-X",
    "a".repeat(77),
    "ARC-Seal",
  ])("cannot be set by `headers`: %j", async (name) => {
    expect(await codeOf({ headers: { [name]: "eve@example.net" } })).toBe("MAIL_HEADER_INVALID")
  })

  it("must be a text", async () => {
    for (const value of [7, null, ["a", "b"], { prepared: true, value: "a\r\nb" }])
      expect(await codeOf({ headers: { "X-Order": value } })).toBe("MAIL_HEADER_INVALID")
  })
})

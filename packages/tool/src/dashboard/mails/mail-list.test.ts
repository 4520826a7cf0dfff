import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import type { KeptMail } from "../shown-mail.ts"
import { MailFile } from "./mail-file.ts"
import { MailList } from "./mail-list.ts"

const mail = (id: string): KeptMail => ({
  id,
  from: "shop@example.com",
  to: ["ann@example.com"],
  cc: [],
  bcc: [],
  subject: `Order ${id}`,
  text: "Thank you",
  html: `<p>${id}</p>`,
  time: 1,
})

describe("MailList", () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "trivet-mails-"))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))
  const list = () => new MailList(new MailFile(folder))
  const idsOf = (mails: MailList) => {
    const answer = mails.answer({ what: "list" })
    return (JSON.parse("done" in answer ? answer.done : "") as { id: string }[]).map(({ id }) => id)
  }

  it("keeps the last 100 mails, newest first, over restarts of the tool", () => {
    mkdirSync(join(folder, "node_modules"))
    const first = list()
    for (let at = 0; at < 101; at++) first.add(mail(String(at)))
    const second = list()
    const ids = idsOf(second)
    expect([ids.length, ids[0], ids.at(-1)]).toEqual([100, "100", "1"])
    expect(second.answer({ what: "markup", id: "7" })).toEqual({ done: "<p>7</p>" })
    expect(second.answer({ what: "show", id: "0" })).toEqual({ problem: "This mail is no longer kept." })
    const { mode } = statSync(join(folder, "node_modules/.trivet/mails.json"))
    expect(mode & 0o077).toBe(0)
  })

  it("starts empty if the file is unreadable, and skips what is no mail", () => {
    mkdirSync(join(folder, "node_modules/.trivet"), { recursive: true })
    const file = join(folder, "node_modules/.trivet/mails.json")
    writeFileSync(file, "[{")
    expect(idsOf(list())).toEqual([])
    writeFileSync(
      file,
      JSON.stringify([mail("1"), { ...mail("2"), to: "ann" }, null, { ...mail("3"), html: 1 }]),
    )
    expect(idsOf(list())).toEqual(["1"])
  })

  it("writes nothing into a folder that has no `node_modules` of its own", () => {
    const elsewhere = mkdtempSync(join(tmpdir(), "trivet-modules-"))
    for (const prepare of [() => undefined, () => symlinkSync(elsewhere, join(folder, "node_modules"))]) {
      prepare()
      const mails = list()
      mails.add(mail("1"))
      expect(idsOf(mails)).toEqual(["1"])
      expect(idsOf(list())).toEqual([])
    }
    rmSync(elsewhere, { recursive: true })
  })
})

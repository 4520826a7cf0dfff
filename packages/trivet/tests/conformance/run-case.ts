import { expect } from "vitest"
import type { Case, Expected, HeaderRule, Sent, Step } from "./case.ts"
import { linesOf, type Received } from "./received.ts"

/** Sends the calls of a case and compares the replies. `first` is what the first call must give; `null`: it is not sent. */
export async function runCase(
  send: (sent: Sent) => Promise<Received>,
  one: Case,
  first: Expected | null = one.expect,
): Promise<void> {
  if (first !== null) check(await send(one.send), first, one)
  for (const step of one.after ?? []) check(await send(step.send), step.expect, step)
}

function checkHeader(received: Received, name: string, rule: HeaderRule): void {
  const lines = linesOf(received, name)
  if (rule === null) expect(lines, name).toEqual([])
  else if (typeof rule === "string") expect(lines.join(", "), name).toBe(rule)
  else if ("matches" in rule) expect(lines.join(", "), name).toMatch(new RegExp(rule.matches))
  else expect(lines, name).toEqual(rule)
}

function check(received: Received, wanted: Expected, { send }: Step): void {
  const text = Buffer.from(received.body).toString()
  expect(received.cut, "cut").toBe(wanted.cut ?? false)
  if (received.status !== undefined || !received.cut) expect(received.status, text).toBe(wanted.status)
  for (const [name, rule] of Object.entries(wanted.headers ?? {})) checkHeader(received, name, rule)
  if (wanted.json !== undefined) expect(JSON.parse(text)).toEqual(wanted.json)
  if (wanted.text !== undefined) expect(text).toBe(wanted.text)
  if (wanted.bytes !== undefined) expect([...received.body]).toEqual(wanted.bytes)
  const mayHold =
    send.headers?.some(([name]) => name === "X-May-Hold-Secrets") === true || send.path.includes("secret")
  if (!mayHold) expect(JSON.stringify([received.headers, text])).not.toContain("secret")
  checkFraming(received, send.method === "HEAD")
}

/** What HTTP demands of every reply. */
function checkFraming(received: Received, head: boolean): void {
  const { status, body, cut } = received
  const lengths = linesOf(received, "content-length")
  expect(linesOf(received, "content-type").length).toBeLessThan(2)
  expect(lengths.length).toBeLessThan(2)
  if (status === 204)
    expect([...lengths, ...linesOf(received, "transfer-encoding")], "framing of 204").toEqual([])
  else if (status !== 304 && !head && !cut && lengths.length > 0)
    expect(lengths).toEqual([String(body.length)])
}

import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type AccountsApp, startAccountsApp } from "./accounts-app.ts"

// Does a site reveal which addresses have an account? Asked over HTTP, each time from another network.
const rounds = 200
const people = 50
let site: AccountsApp
let network = 0

beforeAll(async () => {
  site = await startAccountsApp("web", { TRUSTED_PROXIES: "127.0.0.1" })
  for (let at = 0; at < people; at++)
    await send("/sign-up", { name: "Ada", email: emailOf(at), password: "correct horse" })
})
afterAll(() => site?.stop())

const emailOf = (at: number): string => `ada${at % people}@example.com`

interface Seen {
  readonly status: number
  readonly headers: readonly string[]
  readonly text: string
  readonly milliseconds: number
}

/** What somebody sees who sends a form: everything but what differs in every reply. */
async function send(path: string, fields: Readonly<Record<string, string>>, cookie = ""): Promise<Seen> {
  network++
  const began = performance.now()
  const reply = await fetch(`${site.url}${path}`, {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: {
      "x-forwarded-for": `10.${network >> 16}.${(network >> 8) & 255}.${network & 255}`,
      accept: "text/html",
      cookie,
    },
    redirect: "manual",
  })
  const text = await reply.text()
  const milliseconds = performance.now() - began
  const varying = ["date", "x-request-id", "content-security-policy"]
  const headers = [...reply.headers]
    .filter(([name]) => !varying.includes(name))
    .map((pair) => pair.join(": "))
  return { status: reply.status, headers, text, milliseconds }
}

/** Sends pairs of a known and an unknown address, in turns: the share of pairs in which the known one took longer. */
async function compare(
  path: string,
  fieldsFor: (email: string) => Record<string, string>,
  cookie?: string,
): Promise<number> {
  let slower = 0
  for (let round = 0; round < rounds; round++) {
    const known = () => send(path, fieldsFor(emailOf(round)), cookie)
    const unknown = () => send(path, fieldsFor(`bob${round % people}@example.com`), cookie)
    const isFirst = round % 2 === 0
    const first = await (isFirst ? known() : unknown())
    const second = await (isFirst ? unknown() : known())
    const [one, other] = isFirst ? [first, second] : [second, first]
    const { milliseconds: ours, ...seen } = one
    const { milliseconds: theirs, ...seenOther } = other
    const same = (text: string) => text.replaceAll(/(?:ada|bob)\d+@example\.com/g, "")
    expect({ ...seenOther, text: same(seenOther.text) }).toEqual({ ...seen, text: same(seen.text) })
    if (ours > theirs) slower++
  }
  return slower / rounds
}

// Of 200 fair coins, the share of heads is outside of these bounds once in 40,000 times.
const [least, most] = [0.35, 0.65]

describe("a site with accounts", () => {
  it("answers a request for a reset mail alike, and as fast, with and without an account", async () => {
    const share = await compare("/forgot-password", (email) => ({ email }))
    expect(share).toBeGreaterThan(least)
    expect(share).toBeLessThan(most)
    const reached = () => new Set(site.mails.mails.flatMap(({ to }) => to)).size
    await expect.poll(reached).toBe(people)
    expect(site.mails.mails.flatMap(({ to }) => to).filter((to) => to.startsWith("bob"))).toEqual([])
  })

  it("answers a user who wants another address alike, and as fast, whether somebody has it or not", async () => {
    const mallory = { email: "mallory@example.com", password: "tidal umbrella plinth" }
    await send("/sign-up", { name: "Mallory", ...mallory })
    const { headers } = await send("/sign-in", mallory)
    const cookie = headers
      .flatMap((line) => /^set-cookie: (session_id=[^;]+)/.exec(line)?.[1] ?? [])
      .join("; ")
    expect(cookie).not.toBe("")
    const { password } = mallory
    const share = await compare("/account/email", (email) => ({ email, password }), cookie)
    expect(share).toBeGreaterThan(least)
    expect(share).toBeLessThan(most)
  })

  it("answers a wrong password alike, and as fast, with and without an account", async () => {
    const share = await compare("/sign-in", (email) => ({ email, password: "wrong" }))
    expect(share).toBeGreaterThan(least)
    expect(share).toBeLessThan(most)
  })
})

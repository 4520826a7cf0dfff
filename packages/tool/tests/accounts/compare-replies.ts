import { expect } from "vitest"

/** How many accounts there are: each is asked for a few times only, because that is limited. */
export const people = 50
let network = 0

/** The address of one of the accounts. */
export const emailOf = (at: number): string => `ada${at % people}@example.com`

/** What somebody sees of a reply: everything but what differs in every reply. */
export interface Seen {
  readonly status: number
  readonly headers: readonly string[]
  readonly text: string
  readonly milliseconds: number
}

/** Sends a request from another network each time. */
export async function sendFromAnywhere(url: string, init: RequestInit): Promise<Seen> {
  network++
  const headers = new Headers(init.headers)
  headers.set("x-forwarded-for", `10.${network >> 16}.${(network >> 8) & 255}.${network & 255}`)
  const began = performance.now()
  const reply = await fetch(url, { ...init, headers, redirect: "manual" })
  const text = await reply.text()
  const milliseconds = performance.now() - began
  const varying = ["date", "x-request-id", "content-security-policy"]
  const shown = [...reply.headers].filter(([name]) => !varying.includes(name))
  return { status: reply.status, headers: shown.map((pair) => pair.join(": ")), text, milliseconds }
}

/**
 * Sends pairs of a known and an unknown address, and expects the same reply for both. The time must tell them apart no
 * better than a coin would. Which one is first is random: what happens every few requests, such as a run of jobs, would
 * otherwise meet the same one of the two each time.
 */
export async function expectAlike(send: (email: string) => Promise<Seen>, rounds = 200): Promise<void> {
  let slower = 0
  for (let round = 0; round < rounds; round++) {
    const known = () => send(emailOf(round))
    const unknown = () => send(`bob${round % people}@example.com`)
    const isFirst = Math.random() < 0.5
    const first = await (isFirst ? known() : unknown())
    const second = await (isFirst ? unknown() : known())
    const [one, other] = isFirst ? [first, second] : [second, first]
    const { milliseconds: ours, ...seen } = one
    const { milliseconds: theirs, ...seenOther } = other
    const same = (text: string) => text.replaceAll(/(?:ada|bob)\d+@example\.com/g, "")
    expect({ ...seenOther, text: same(seenOther.text) }).toEqual({ ...seen, text: same(seen.text) })
    if (ours > theirs) slower++
  }
  // Of as many fair coins, the share of heads is outside of these bounds once in 20,000 times.
  const bound = 4.1 * Math.sqrt(0.25 / rounds)
  expect(slower / rounds).toBeGreaterThan(0.5 - bound)
  expect(slower / rounds).toBeLessThan(0.5 + bound)
}

import { Agent } from "node:http"
import { afterEach, describe, expect, it } from "vitest"
import { noteFigure } from "../../../../scripts/suite/note-figure.ts"
import { call, closedLoop, ends, type Fate, openLoop, quantile } from "./open-loop.ts"
import { startUpload } from "./slow-sockets.ts"
import { pause, startWork, until, type Work } from "./start-work.ts"

// TRIVET_LONG=1 is the full length, with strict bounds: for a machine that is left alone.
const long = process.env["TRIVET_LONG"] === "1"

let work: Work | undefined
afterEach(() => work?.signal("SIGKILL"))

const kinds = [
  ["a handler that computes for 4 ms", "/burn/4"],
  ["a handler that waits for 5 ms and then computes for 4 ms", "/burn-later/4"],
] as const

interface Loaded {
  /** Calls a second that the process can carry. */
  readonly ceiling: number
  readonly fates: readonly Fate[]
  readonly probed: readonly Fate[]
  /** Calls from 2 s after the load on, at a third of what the process can carry. */
  readonly calm: readonly Fate[]
}

/**
 * Sends three times what the process can carry. A neighbour that comes or goes meanwhile changes what it can carry, and
 * then the load was another: so the ceiling is measured before and after, and the load is sent again if they differ.
 */
async function loadThreefold(port: number, path: string, seconds: number): Promise<Loaded> {
  const measure = () => closedLoop({ port, path }, 16, long ? 5_000 : 1_000)
  let next = await measure()
  for (let triesLeft = long ? 0 : 4; ; triesLeft--) {
    const ceiling = next
    const load = openLoop({ port, path }, ceiling * 3)
    const probes = openLoop({ port, path: "/health/live" }, 5)
    await pause(seconds * 1_000)
    const [fates, probed] = [await load.end(), await probes.end()]
    await pause(2_000)
    const after = openLoop({ port, path }, ceiling * 0.3)
    await pause(long ? 2_000 : 1_000)
    const loaded = { ceiling, fates, probed, calm: await after.end() }
    if (triesLeft === 0) return loaded
    next = await measure()
    if (next < ceiling * 1.5 && ceiling < next * 1.5) return loaded
  }
}

describe("three times the load that a process can carry", () => {
  it.each(kinds)("is carried by as much as it can, and the rest is refused: %s", async (kind, path) => {
    const seconds = long ? 60 : 3
    work = await startWork()
    const { port, log } = work
    await closedLoop({ port, path }, 16, 1_000)
    const { ceiling, fates, probed, calm } = await loadThreefold(port, path, seconds)

    const answered = fates.filter(({ end }) => end === 200)
    const refused = fates.filter(({ end }) => end === 503)
    const share = answered.length / seconds / ceiling
    const p99 = quantile(answered, 0.99)
    expect(answered.length + refused.length).toBe(fates.length)
    expect(refused.length).toBeGreaterThan(fates.length / 4)
    expect(refused.every(({ retryAfter = "" }) => /^[123]$/.test(retryAfter))).toBe(true)
    expect(new Set(refused.map(({ body }) => body))).toEqual(new Set(['{"error":"Service Unavailable"}']))
    // A probe is never refused, however late it may be answered.
    expect(ends(probed)).toEqual({ 200: probed.length })
    expect(p99).toBeLessThan(long ? 1_000 : 5_000)
    expect(share).toBeGreaterThan(long ? 0.8 : 0.4)
    if (long) expect(ends(calm)).toEqual({ 200: calm.length })
    expect(quantile(calm, 0.5)).toBeLessThan(long ? 50 : 1_000)
    expect(log.some(({ msg }) => msg.startsWith("overloaded"))).toBe(true)
    noteFigure(
      "three times the load",
      `${kind}, ${seconds} s`,
      `ceiling ${Math.round(ceiling)}/s; answered ${Math.round(share * 100)} % of it, p99 ${p99} ms; ${refused.length} refused, p99 ${quantile(refused, 0.99)} ms; 2 s later p99 ${quantile(calm, 0.99)} ms`,
    )
  })
})

describe("more calls at once than may be", () => {
  it("are refused before they begin; those that watch are not, and the log has a beginning and an end", async () => {
    work = await startWork({ IN_FLIGHT: "10" })
    const { port } = work
    // Ten clients: one alone gets half of the places.
    const addressOf = (at: number) => `127.0.0.${(at % 10) + 1}`
    let refused = 0
    const many = Promise.all(
      Array.from({ length: 30 }, async (_, at) => {
        const fate = await call({ port, path: "/wait/1500", address: addressOf(at) })
        if (fate.end === 503) refused++
        return fate
      }),
    )
    await until(() => refused === 20, "20 are refused")
    const [live, ready, head] = await Promise.all(
      ["/health/live", "/health/ready", "/hello"].map((path) => call({ port, path })),
    )
    expect([live?.end, ready?.end, head?.end]).toEqual([200, 200, 503])
    expect(ends(await many)).toEqual({ 200: 10, 503: 20 })
    expect((await call({ port, path: "/hello" })).end).toBe(200)
    const [begin] = await work.logged("overloaded: rejecting some requests with 503")
    const [end] = await work.logged("no longer overloaded")
    expect(begin?.level).toBe(40)
    expect(end?.rejected).toBe(21)
  })

  it("are not those that wait for the rest of their bodies", async () => {
    work = await startWork({ IN_FLIGHT: "10" })
    const { port } = work
    const sockets = Array.from({ length: 10 }, (_, at) => startUpload(port, `127.0.0.${at + 2}`))
    await pause(700)
    expect((await call({ port, path: "/wait/1" })).end).toBe(200)
    for (const socket of sockets) socket.destroy()
  })
})

describe("one call that blocks the event loop", () => {
  it("refuses none of those that wait behind it", async () => {
    work = await startWork()
    const { port } = work
    const calls = Array.from({ length: 20 }, (_, at) =>
      call({ port, path: at === 0 ? "/burn/800" : "/burn-later/1" }),
    )
    expect(ends(await Promise.all(calls))).toEqual({ 200: 20 })
  })
})

describe("eight clients that send 15 KB of malformed escapes in each call", () => {
  const malformed = `/query?${"%zz&".repeat(3_750)}`
  const good = `/query?${"%7a&".repeat(3_750)}`

  /** So many calls over eight connections; gives what became of them. */
  async function send(port: number, path: string, count: number): Promise<readonly Fate[]> {
    const agent = new Agent({ keepAlive: true, maxSockets: 8 })
    const fates = await Promise.all(Array.from({ length: count }, () => call({ port, path, agent })))
    agent.destroy()
    return fates
  }

  it("cost the process no more than well-formed ones would", async () => {
    // Every call is carried out, so that their cost can be compared on a machine that does other work too.
    work = await startWork({ OVERLOAD: "off" })
    const { port } = work
    const cpu = async () => (JSON.parse((await call({ port, path: "/state" })).body) as { cpu: number }).cpu
    const cost = { malformed: 0, good: 0 }
    for (let round = 0; round < 6; round++) {
      for (const [kind, path] of Object.entries({ malformed, good }) as ["malformed" | "good", string][]) {
        const before = await cpu()
        expect(ends(await send(port, path, 40))).toEqual({ 200: 40 })
        // The first round compiles the code.
        if (round > 0) cost[kind] += (await cpu()) - before
      }
    }
    expect(cost.malformed / cost.good).toBeLessThan(3)
    const each = (kind: "malformed" | "good") => (cost[kind] / 200).toFixed(2)
    noteFigure(
      "malformed escapes, 15 KB",
      "CPU for a call",
      `${each("malformed")} ms; well-formed ${each("good")} ms`,
    )
  })

  it.runIf(long)("have nobody refused", async () => {
    work = await startWork()
    const { port } = work
    const probes = openLoop({ port, path: "/hello" }, 50, 10)
    const attacks = await send(port, malformed, 2_000)
    const fates = await probes.end()
    expect(ends(attacks)).toEqual({ 200: attacks.length })
    expect(ends(fates)).toEqual({ 200: fates.length })
  })
})

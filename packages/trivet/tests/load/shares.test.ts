import { afterEach, describe, expect, it } from "vitest"
import { noteFigure } from "../../../../scripts/suite/note-figure.ts"
import { call, ends, openLoop, quantile } from "./open-loop.ts"
import { type RunningClients, startClients } from "./start-clients.ts"
import { pause, startWork, until, type Work } from "./start-work.ts"

let work: Work | undefined
const running: RunningClients[] = []
afterEach(() => {
  work?.signal("SIGKILL")
  for (const clients of running.splice(0)) clients.end()
})

describe("one client with 1,000 calls to a route that waits", () => {
  it("gets half of the places, and clients at other addresses are answered", async () => {
    work = await startWork()
    const { port } = work
    const plan = { port, path: "/hang", count: 1_000, perSecond: 500, kind: "read" } as const
    const flood = startClients({ ...plan, address: "127.0.0.1" })
    running.push(flood)
    await until(() => (flood.statuses[503] ?? 0) >= 400, "400 calls are refused")
    const loads = ["127.0.0.2", "127.0.0.3"].map((address) =>
      openLoop({ port, path: "/wait/1", address }, 50, 10),
    )
    await pause(3_000)
    const fates = (await Promise.all(loads.map((load) => load.end()))).flat()
    expect(ends(fates)[200]).toBeGreaterThanOrEqual(fates.length * 0.98)
    expect((await call({ port, path: "/hello" })).end).toBe(503)
    await until(() => (flood.statuses[503] ?? 0) === 500, "all of them have an end")
    noteFigure(
      "one client with 1,000 calls to a route that waits",
      "others make 100 calls a second",
      `${ends(fates)[200]} of ${fates.length} answered, p99 ${quantile(fates, 0.99)} ms`,
    )
  })
})

describe("one client with more connections than a process may have", () => {
  it("gets half of them, at once or not at all, and clients at other addresses are answered", async () => {
    work = await startWork({ MAX_CONNECTIONS: "200" })
    const { port } = work
    const plan = { port, path: "/hang", count: 400, perSecond: 400, kind: "read" } as const
    const flood = startClients({ ...plan, address: "127.0.0.1" })
    running.push(flood)
    // A process that is late answers some with 503 before it has so many.
    await until(() => flood.closed + (flood.statuses[503] ?? 0) >= 300, "300 connections have ended")
    const fates = await Promise.all(
      Array.from({ length: 50 }, (_, at) => call({ port, path: "/hello", address: `127.0.0.${at + 2}` })),
    )
    expect(ends(fates)).toEqual({ 200: 50 })
    expect((await call({ port, path: "/hello" })).end).toBe("ECONNRESET")
    expect(flood.closed).toBeLessThanOrEqual(300)
    noteFigure(
      "one client with 400 connections of 200",
      "50 others",
      "300 closed at once; the others all answered",
    )
  })
})

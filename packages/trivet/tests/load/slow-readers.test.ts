import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { noteFigure } from "../../../../scripts/suite/note-figure.ts"
import { call, ends, openLoop, quantile } from "./open-loop.ts"
import { readSlowly } from "./slow-sockets.ts"
import { type RunningClients, startClients } from "./start-clients.ts"
import { pause, startWork, type Work } from "./start-work.ts"

// TRIVET_LONG=1 is the full length, with strict bounds: for a machine that is left alone.
const long = process.env["TRIVET_LONG"] === "1"

const works: Work[] = []
const running: RunningClients[] = []
let folder = ""
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "trivet-load-"))
  writeFileSync(join(folder, "file"), Buffer.alloc(20e6, "x"))
})
afterAll(() => {
  for (const work of works) work.signal("SIGKILL")
  for (const clients of running) clients.end()
  rmSync(folder, { recursive: true, force: true })
})

async function start(): Promise<number> {
  const work = await startWork({ FILE: join(folder, "file") })
  works.push(work)
  return work.port
}

interface State {
  readonly memory: number
  readonly sockets: number
}

/** Looks at the process until few connections are left; gives the most memory and how many seconds it took. */
async function untilClosed(port: number, opened: number): Promise<{ memory: number; seconds: number }> {
  const began = performance.now()
  let memory = 0
  let most = 0
  for (;;) {
    const state = JSON.parse((await call({ port, path: "/state" })).body) as State
    memory = Math.max(memory, state.memory)
    most = Math.max(most, state.sockets)
    const seconds = (performance.now() - began) / 1000
    // The others' own connections are some ten.
    if (most > opened && state.sockets < 30) return { memory, seconds }
    if (seconds > 100) throw new Error(`${state.sockets} connections are still open after 100 s`)
    await pause(200)
  }
}

describe.concurrent("clients that never read a file of 20 MB or a reply of 8 MB", () => {
  it("are all closed, in bounded memory, and others are answered meanwhile", async () => {
    const port = await start()
    const load = openLoop({ port, path: "/hello", address: "127.0.0.2" }, 50, 20)
    await pause(1_000)
    const began = performance.now()
    const count = long ? 300 : 150
    const plan = { port, count, perSecond: 10, address: "127.0.0.1", kind: "hold" } as const
    running.push(startClients({ ...plan, path: "/file" }), startClients({ ...plan, path: "/large" }))
    // Some 130 at once: beyond 256 MB that wait for them, new ones are closed.
    const { memory, seconds } = await untilClosed(port, 60)
    const fates = (await load.end()).filter(({ due }) => due >= began)
    // Apart: to make a reply of 8 MB takes the event loop some 30 ms, whoever reads it.
    const arrived = began + (count / plan.perSecond) * 1_000
    const p99 = quantile(
      fates.filter(({ due }) => due > arrived),
      0.99,
    )
    noteFigure(
      "clients that never read",
      `${count} of a 20 MB file, ${count} of an 8 MB JSON reply`,
      `all closed ${seconds.toFixed(0)} s after the first; at most ${memory} MB; p99 of others ${quantile(fates, 0.99)} ms while they come, ${p99} ms while they hold`,
    )
    // 256 MB of them may wait, and what comes within 2 s; the rest is what V8 has not collected yet.
    expect(memory).toBeLessThan(long ? 1_600 : 1_400)
    // The last comes after 30 s and has 30 s.
    expect(seconds).toBeLessThan(long ? 65 : 90)
    expect(seconds).toBeGreaterThan(30)
    // On a machine that is busy with other things, large replies alone are more than this process can carry.
    expect(ends(fates)[200]).toBeGreaterThanOrEqual(fates.length * (long ? 0.98 : 0.5))
    expect(p99).toBeLessThan(long ? 50 : 2_000)
    expect(quantile(fates, 0.99)).toBeLessThan(long ? 500 : 5_000)
  }, 150_000)
})

describe.concurrent("a client that reads slowly but steadily", () => {
  it("gets all of a file, and one that waits for events is not closed", async () => {
    const port = await start()
    let ended = false
    const events = connect(port, "127.0.0.1", () => events.write("GET /events HTTP/1.1\r\nHost: a\r\n\r\n"))
    events.on("close", () => (ended = true)).resume()
    const paused = readSlowly(port, "/file", { bytesPerSecond: 1e6, milliseconds: 4_000, pause: 8_000 })
    // The system takes up to 1.4 MB in one step: at this pace 14 s pass between two.
    const length = await readSlowly(port, "/file", { bytesPerSecond: 1e5, milliseconds: 45_000, pause: 0 })
    expect(length).toBeGreaterThan(20e6)
    expect(await paused).toBe(length)
    expect(ended).toBe(false)
    events.destroy()
    noteFigure("a slow reader", "100 kB/s for 45 s, 14 s between two steps", "gets all of 20 MB")
  })
})

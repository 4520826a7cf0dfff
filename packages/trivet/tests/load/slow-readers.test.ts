import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { noteFigure } from "../../../../scripts/suite/note-figure.ts"
import { call, ends, openLoop, quantile } from "./open-loop.ts"
import { readSlowly } from "./slow-sockets.ts"
import { type RunningClients, startClients } from "./start-clients.ts"
import { pause, startWork, until, type Work } from "./start-work.ts"

// TRIVET_LONG=1 is the full length, with strict bounds: for a machine that is left alone. Otherwise time passes three
// times as fast for the server, and clients read three times as fast.
const long = process.env["TRIVET_LONG"] === "1"
const speed = long ? 1 : 3

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
  // For the meter of the event loop a faster clock would be a delay.
  const fast = { CLOCK_SPEED: String(speed), OVERLOAD: "off" }
  const work = await startWork({ FILE: join(folder, "file"), ...(!long && fast) })
  works.push(work)
  return work.port
}

interface State {
  readonly memory: number
  readonly sockets: number
  /** How old the large reply was that was cut off soonest, in milliseconds of the server's clock. */
  readonly soonestCut: number
}

interface Closed {
  readonly memory: number
  readonly soonestCut: number
  readonly seconds: number
}

/** Looks at the process until few connections are left; gives the most memory and how many seconds it took. */
async function untilClosed(port: number, opened: number): Promise<Closed> {
  const began = performance.now()
  let memory = 0
  let most = 0
  for (;;) {
    const state = JSON.parse((await call({ port, path: "/state" })).body) as State
    memory = Math.max(memory, state.memory)
    most = Math.max(most, state.sockets)
    const seconds = (performance.now() - began) / 1000
    // The others' own connections are some ten.
    if (most > opened && state.sockets < 30) return { memory, soonestCut: state.soonestCut, seconds }
    if (seconds > 100) throw new Error(`${state.sockets} connections are still open after 100 s`)
    await pause(200 / speed)
  }
}

describe.concurrent("clients that never read a file of 20 MB or a reply of 8 MB", () => {
  it("are all closed, in bounded memory, and others are answered meanwhile", async () => {
    const port = await start()
    const load = openLoop({ port, path: "/hello", address: "127.0.0.2" }, 50, 20)
    await until(() => load.fates.length > 50, "the load is there")
    const began = performance.now()
    const [count, perSecond] = long ? [300, 10] : [80, 40]
    const plan = { port, count, perSecond, address: "127.0.0.1", kind: "hold" } as const
    running.push(startClients({ ...plan, path: "/file" }), startClients({ ...plan, path: "/large" }))
    // Some 130 at once: beyond 256 MB that wait for them, new ones are closed.
    const { memory, soonestCut, seconds } = await untilClosed(port, 40)
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
    // Some sooner than they would be if memory were no matter, unless a busy machine lets them come one by one.
    if (long || seconds < 15) expect(soonestCut).toBeLessThan(27_000)
    expect(seconds).toBeGreaterThan(30 / speed)
    expect(ends(fates)[200]).toBeGreaterThanOrEqual(fates.length * (long ? 0.98 : 0.9))
    if (!long) return
    // The last comes after 30 s and has 30 s.
    expect(seconds).toBeLessThan(65)
    expect(p99).toBeLessThan(50)
    expect(quantile(fates, 0.99)).toBeLessThan(500)
  })
})

describe.concurrent("a client that reads slowly but steadily", () => {
  it("gets all of a file, and one that waits for events is not closed", async () => {
    const port = await start()
    let ended = false
    const events = connect(port, "127.0.0.1", () => events.write("GET /events HTTP/1.1\r\nHost: a\r\n\r\n"))
    events.on("close", () => (ended = true)).resume()
    const paused = readSlowly(port, "/file", {
      bytesPerSecond: 1e6 * speed,
      milliseconds: 4_000 / speed,
      pause: 8_000 / speed,
    })
    // The system takes up to 1.4 MB in one step: at this pace 14 s pass between two.
    const length = await readSlowly(port, "/file", {
      bytesPerSecond: 1e5 * speed,
      milliseconds: 45_000 / speed,
      pause: 0,
    })
    expect(length).toBeGreaterThan(20e6)
    expect(await paused).toBe(length)
    expect(ended).toBe(false)
    events.destroy()
    noteFigure("a slow reader", "100 kB/s for 45 s, 14 s between two steps", "gets all of 20 MB")
  })
})

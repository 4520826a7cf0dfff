import { afterAll, describe, expect, it } from "vitest"
import { noteFigure } from "../../../../scripts/suite/note-figure.ts"
import { ends, openLoop, quantile } from "./open-loop.ts"
import { sendSlowly, sendSteadily } from "./slow-sockets.ts"
import { pause, startWork, until, type Work } from "./start-work.ts"

// TRIVET_LONG=1 is the full length, with strict bounds: for a machine that is left alone.
const long = process.env["TRIVET_LONG"] === "1"

const works: Work[] = []
afterAll(() => {
  for (const work of works) work.signal("SIGKILL")
})

async function start(): Promise<number> {
  const work = await startWork()
  works.push(work)
  return work.port
}

const head = "GET /hello HTTP/1.1\r\nHost: a\r\n"
const upload = "POST /upload HTTP/1.1\r\nHost: a\r\nContent-Length: 50000\r\n\r\n"

describe.concurrent("a client with a slow line", () => {
  it("may take as long as it needs, when it goes on sending", async () => {
    const seconds = long ? 40 : 5
    expect(await sendSteadily(await start(), seconds * 1_000, seconds * 10)).toBe("HTTP/1.1 200 OK")
    noteFigure("slow line", `an upload at 1 kB/s for ${seconds} s`, "answered")
  })
})

describe.concurrent("clients that send a byte a second", () => {
  it("are all closed in time, and others are answered meanwhile", async () => {
    const count = long ? 1_000 : 150
    const port = await start()
    const kinds = [
      () => sendSlowly(port, "", head),
      () => sendSlowly(port, head, "X: yyyy\r\n"),
      () => sendSlowly(port, upload, "x"),
    ]
    const load = openLoop({ port, path: "/hello" }, 100)
    await until(() => load.fates.length > 50, "the load is there")
    const began = performance.now()
    // One after the other: a thousand in one moment would measure how busy this client is.
    const slow = async (at: number) => {
      await pause((at * 1_000) / count)
      return kinds[at % 3]!()
    }
    const took = await Promise.all(Array.from({ length: count }, (_, at) => slow(at)))
    const fates = await load.end()
    const slowest = Math.max(...took) / 1_000
    // While they were there: what came before compiled the server's code.
    const meanwhile = fates.filter(({ due }) => due >= began)
    expect(meanwhile.length).toBeGreaterThan(300)
    const p99 = quantile(meanwhile, 0.99)
    expect(slowest).toBeLessThan(long ? 12 : 60)
    // Not before: a slow line is no attack.
    expect(Math.min(...took)).toBeGreaterThan(8_000)
    // On a machine that is busy with other things some may be one too many.
    expect(ends(fates)[200]).toBeGreaterThanOrEqual(long ? fates.length : fates.length * 0.9)
    if (long) expect(p99).toBeLessThan(50)
    noteFigure(
      "slow clients, a byte a second",
      `${count} sockets: in the head and in the body`,
      `all closed within ${slowest.toFixed(1)} s; p99 of others ${p99} ms`,
    )
  })
})

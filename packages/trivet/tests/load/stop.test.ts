import { Agent, get as ask } from "node:http"
import { connect } from "node:net"
import { describe, expect, it } from "vitest"
import { type Program, startProgram } from "../conformance/start-program.ts"
import { pause, until } from "./start-work.ts"

// TRIVET_LONG=1 stops ten times under load, with strict bounds: for a machine that is left alone.
const long = process.env["TRIVET_LONG"] === "1"
const count = long ? 10 : 3

/** What became of one call, and when it was sent. */
interface Fate {
  readonly sent: number
  readonly end: "answered" | "refused" | `lost: ${string}`
}

interface Load {
  readonly fates: readonly Fate[]
  /** Sends no more, and waits for what is on its way. */
  end(): Promise<void>
}

function call(port: number, path: string, agent: Agent, body?: string): Promise<Fate["end"]> {
  return new Promise((tell) => {
    const request = ask({ host: "127.0.0.1", port, path, agent }, (reply) => {
      let text = ""
      reply.on("data", (chunk: Buffer) => (text += chunk.toString()))
      reply.on("end", () =>
        tell(body === undefined || text === body ? "answered" : `lost: wrong body ${text}`),
      )
      reply.on("error", (error) => tell(`lost: in the reply, ${error.message}`))
    })
    request.on("error", (error: NodeJS.ErrnoException) => {
      const connection = request.reusedSocket ? "kept" : "new"
      tell(error.code === "ECONNREFUSED" ? "refused" : `lost: ${error.code}, ${connection} connection`)
    })
  })
}

/** Sends calls at a fixed rate over connections that are kept, whatever becomes of them. */
function load(port: number, perSecond: number): Load {
  const agent = new Agent({ keepAlive: true, maxSockets: 20 })
  const fates: Fate[] = []
  const calls: Promise<unknown>[] = []
  const began = performance.now()
  const timer = setInterval(() => {
    for (let id = calls.length; id < ((performance.now() - began) / 1000) * perSecond; id = calls.length) {
      const sent = performance.now()
      const ended = call(port, `/task/${(id * 7) % 50}?id=${id}`, agent, `{"done":"${id}"}`)
      calls.push(ended.then((end) => fates.push({ sent, end })))
    }
  }, 1)
  return {
    fates,
    end: async () => {
      clearInterval(timer)
      await Promise.all(calls)
      agent.destroy()
    },
  }
}

/**
 * Whether a call came in the very moment that the listener closed. The system had established its connection, and resets
 * it with the listener: no process can take it any more. The first refusal dates the moment.
 */
function arrivedAtTheStop({ sent, end }: Fate, fates: readonly Fate[]): boolean {
  const refused = Math.min(...fates.filter((fate) => fate.end === "refused").map((fate) => fate.sent))
  return end === "lost: ECONNRESET, new connection" && Math.abs(sent - refused) < (long ? 25 : 250)
}

/** What a program has written: its log lines as objects, without their time. */
function said({ lines }: Program): readonly unknown[] {
  return lines.map((line) => {
    if (!line.startsWith("{")) return line
    const { time: _, ...fields } = JSON.parse(line) as Record<string, unknown>
    return fields
  })
}

/** Waits until a handler has told that it is at work. */
function untilHandled({ lines }: Program): Promise<void> {
  return until(() => lines.includes("handling"), "a handler is at work")
}

async function stopUnderLoad(): Promise<{ code: number | string; fates: readonly Fate[]; program: Program }> {
  const program = await startProgram("stopping", { DRAIN_DELAY: "200" })
  const { fates, end } = load(program.told.port, 200)
  await pause(600)
  program.signal("SIGTERM")
  const { code } = await program.ended
  await pause(50)
  await end()
  return { code, fates, program }
}

describe("SIGTERM", () => {
  it(`loses no call: ${count} stops at 200 calls a second over kept connections`, async () => {
    const stops: Awaited<ReturnType<typeof stopUnderLoad>>[] = []
    for (let stop = 0; stop < count; stop++) stops.push(await stopUnderLoad())
    const ends = stops.flatMap(({ fates }) => fates.map(({ end }) => end))
    const lost = stops.flatMap(({ fates }) => fates.filter(({ end }) => end.startsWith("lost")))
    const late = stops.flatMap(({ fates }) => fates.filter((fate) => arrivedAtTheStop(fate, fates)))
    expect(lost.filter((fate) => !late.includes(fate))).toEqual([])
    expect(late.length).toBeLessThan(5)
    expect(stops.map(({ code }) => code)).toEqual(Array.from({ length: count }, () => 0))
    // The load was really there before, and the listener really closed.
    expect(ends.filter((end) => end === "answered").length).toBeGreaterThan(50 * count)
    expect(ends).toContain("refused")
  })

  it("runs onStop() of dependents before what they inject, after the last call", async () => {
    const program = await startProgram("stopping")
    const agent = new Agent({ keepAlive: true })
    const answered = call(program.told.port, "/task/300?id=a&announced=1", agent, '{"done":"a"}')
    await untilHandled(program)
    program.signal("SIGTERM")
    expect(await answered).toBe("answered")
    expect((await program.ended).code).toBe(0)
    const stopped = ["work stopped", "mailer stopped", "store stopped"]
    expect(said(program)).toEqual([
      "handling",
      { level: 30, msg: "stopping", reason: "SIGTERM", in_flight: 1 },
      ...stopped,
      { level: 30, msg: "stopped", milliseconds: expect.any(Number) as number },
    ])
    agent.destroy()
  })

  it("does not wait for connections that are idle, become idle, or were never used", async () => {
    const program = await startProgram("stopping", { DRAIN_DELAY: "0", STOP_TIMEOUT: "60000" })
    const { port } = program.told
    const agent = new Agent({ keepAlive: true })
    expect(await call(port, "/task/0", agent)).toBe("answered")
    const unused = connect(port, "127.0.0.1").on("error", () => undefined)
    // Its head, which keeps the connection, is sent before the stop.
    const streamed = call(port, "/stream/200", new Agent({ keepAlive: true }), "first last")
    await untilHandled(program)
    const began = performance.now()
    program.signal("SIGTERM")
    expect(await streamed).toBe("answered")
    const { code, at } = await program.ended
    expect(code).toBe(0)
    expect(at - began).toBeLessThan(long ? 3_000 : 50_000)
    unused.destroy()
    agent.destroy()
  })

  it("ends event streams in an orderly way", async () => {
    const program = await startProgram("stopping", { DRAIN_DELAY: "0" })
    const fate = call(program.told.port, "/events", new Agent())
    await untilHandled(program)
    program.signal("SIGTERM")
    expect(await fate).toBe("answered")
    expect((await program.ended).code).toBe(0)
  })

  it("cuts a call off that hangs, within its bound, and exits with 1", async () => {
    const program = await startProgram("stopping", { STOP_TIMEOUT: "400", DRAIN_DELAY: "50" })
    const fate = call(program.told.port, "/hang", new Agent())
    await untilHandled(program)
    const began = performance.now()
    program.signal("SIGTERM")
    const { code, at } = await program.ended
    expect(code).toBe(1)
    expect(at - began).toBeGreaterThan(350)
    expect(at - began).toBeLessThan(long ? 900 : 9_000)
    expect(await fate).toBe("lost: ECONNRESET, new connection")
    const stopped = ["work stopped", "mailer stopped", "store stopped"]
    const end = { level: 40, msg: "stopped: what took too long was cut off" }
    expect(said(program)).toMatchObject(["handling", { reason: "SIGTERM" }, ...stopped, end])
  })

  it("ends at once when it comes a second time", async () => {
    const program = await startProgram("stopping", { STOP_TIMEOUT: "60000" })
    const fate = call(program.told.port, "/hang", new Agent())
    await untilHandled(program)
    program.signal("SIGTERM")
    await pause(50)
    const began = performance.now()
    program.signal("SIGINT")
    const { code, at } = await program.ended
    expect(code).toBe(1)
    expect(at - began).toBeLessThan(long ? 200 : 50_000)
    expect(await fate).toBe("lost: ECONNRESET, new connection")
    expect(said(program)).toMatchObject(["handling", { msg: "stopping", reason: "SIGTERM" }])
  })
})

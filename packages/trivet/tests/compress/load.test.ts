import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import type { IncomingMessage } from "node:http"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { noteFigure } from "../../../../scripts/suite/note-figure.ts"
import { ask, decoded, decoders, open } from "./ask.ts"

interface State {
  readonly begun: number
  readonly done: number
  readonly finished: number
  readonly cancelled: number
  /** What the process has in memory, encoders included. */
  readonly memory: number
}

interface Program {
  readonly port: number
  state(): Promise<State>
  stop(): void
}

async function start(env: Readonly<Record<string, string>> = {}): Promise<Program> {
  const file = join(import.meta.dirname, "programs/load.ts")
  const child: ChildProcess = spawn(process.execPath, ["--expose-gc", "--conditions=@trivet/source", file], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  })
  const [line] = (await once(createInterface(child.stdout!), "line")) as [string]
  const { port } = JSON.parse(line) as { port: number }
  return {
    port,
    state: async () => JSON.parse((await ask(port, "/state", {})).bytes.toString()) as State,
    stop: () => void child.kill("SIGKILL"),
  }
}

const encodings = Object.keys(decoders)
const count = process.env["TRIVET_LONG"] === "1" ? 5_000 : 150

describe(`${count} clients that go away in mid-stream`, () => {
  let program: Program
  beforeAll(async () => {
    program = await start()
  })
  afterAll(() => program?.stop())

  /** Waits until every call is over. */
  async function settled(): Promise<State> {
    await expect
      .poll(async () => {
        const { begun, done } = await program.state()
        return begun - done
      })
      .toBe(0)
    return program.state()
  }

  async function goAway(path: string, clients: number): Promise<void> {
    for (let at = 0; at < clients; at += 25)
      await Promise.all(
        Array.from({ length: 25 }, async (_, index) => {
          const encoding = encodings[index % 3]!
          const reply = await open(program.port, path, { "accept-encoding": encoding })
          expect(reply.headers["content-encoding"]).toBe(encoding)
          reply.on("error", () => undefined)
          await once(reply, "data")
          reply.destroy()
        }),
      )
  }

  it.each([
    ["/endless", "finished"],
    ["/silent", "cancelled"],
  ] as const)("leave no encoder and no source behind: %s", async (path, ended) => {
    await goAway(path, 75)
    const states = [await settled()]
    for (let round = 0; round < 2; round++) {
      await goAway(path, count)
      states.push(await settled())
    }
    const [before, between, after] = states as [State, State, State]
    expect(after.begun - before.begun).toBe(2 * count)
    await expect.poll(async () => (await program.state())[ended] - before[ended]).toBe(2 * count)
    // An encoder that stays has at least 340,000 bytes. What malloc keeps for the next grows once at most.
    const left = Math.min(between.memory - before.memory, after.memory - between.memory) / count
    expect(left).toBeLessThan(100_000)
    noteFigure("client gone", `compressed ${path}, ${count} times`, `${Math.round(left)} bytes each`)
  })

  it("have had 256 encoders at once, and no more", async () => {
    const before = await settled()
    const held: IncomingMessage[] = []
    for (let at = 0; at < 256; at++)
      held.push(await open(program.port, "/silent", { "accept-encoding": encodings[at % 3]! }))
    expect(held.every(({ headers }) => headers["content-encoding"] !== undefined)).toBe(true)
    const each = ((await program.state()).memory - before.memory) / 256
    noteFigure("memory", "an open compressed stream", `${Math.round(each / 1000)} kB`)
    expect(each).toBeLessThan(1_000_000)
    // The next are sent as they are. Whole bodies hold nothing, and are still compressed.
    const next = await open(program.port, "/silent", { "accept-encoding": "gzip" })
    expect([next.headers["content-encoding"], next.headers["vary"]]).toEqual([undefined, "Accept-Encoding"])
    const whole = await ask(program.port, "/large", { "accept-encoding": "gzip" })
    expect(whole.headers["content-encoding"]).toBe("gzip")
    for (const reply of [...held, next]) reply.on("error", () => undefined).destroy()
    await settled()
    const again = await open(program.port, "/silent", { "accept-encoding": "gzip" })
    expect(again.headers["content-encoding"]).toBe("gzip")
    again.on("error", () => undefined).destroy()
  })
})

describe("100 large bodies at once", () => {
  it("are in flight while they are compressed, so overload control rejects the excess", async () => {
    const program = await start({ IN_FLIGHT: "20" })
    const plain = await ask(program.port, "/large", {})
    const replies = await Promise.all(
      Array.from({ length: 100 }, (_, at) =>
        ask(program.port, "/large", { "accept-encoding": encodings[at % 3]! }),
      ),
    )
    program.stop()
    const good = replies.filter(({ status }) => status === 200)
    expect(good.length).toBeGreaterThanOrEqual(10)
    expect(good.every((reply) => decoded(reply).equals(plain.bytes))).toBe(true)
    const rejected = replies.filter(({ status }) => status === 503)
    expect(rejected.length).toBeGreaterThan(0)
    expect(good.length + rejected.length).toBe(100)
  })
})

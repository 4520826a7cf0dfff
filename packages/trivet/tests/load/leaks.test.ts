import { readdirSync } from "node:fs"
import { connect } from "node:net"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { noteFigure } from "../../../../scripts/suite/note-figure.ts"
import { type Program, startProgram } from "../conformance/start-program.ts"

// TRIVET_LONG=1 sends each kind 10,000 times.
const count = process.env["TRIVET_LONG"] === "1" ? 10_000 : 250
/** So many go away before the memory is looked at first. */
const warmUp = 100

let program: Program
beforeAll(async () => {
  program = await startProgram("leaks", {}, "--expose-gc")
})
afterAll(() => program.signal("SIGKILL"))

interface State {
  readonly begun: number
  readonly done: number
  readonly aborted: number
  readonly signals: number
  readonly cancelled: number
  readonly finished: number
  readonly sockets: number
  readonly heap: number
}

async function state(): Promise<State> {
  const reply = await fetch(`http://127.0.0.1:${program.told.port}/state`, {
    headers: { connection: "close" },
  })
  return (await reply.json()) as State
}

const upload = (path: string) =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 50000\r\n\r\n${"x".repeat(9_000)}`
const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`

/** Sends the beginning of a call and goes away: at once, or when something of the reply has come. */
function goAway(text: string, reads: boolean): Promise<void> {
  return new Promise((gone) => {
    const socket = connect(program.told.port, "127.0.0.1", () => {
      socket.write(text)
      if (!reads) setTimeout(() => socket.destroy(), 10)
    })
    socket.once("data", () => socket.destroy())
    socket.on("error", () => undefined)
    socket.on("close", () => gone())
  })
}

async function many(clients: number, text: string, reads: boolean): Promise<void> {
  for (let sent = 0; sent < clients; sent += 50)
    await Promise.all(Array.from({ length: 50 }, () => goAway(text, reads)))
}

/** Waits until every call that was begun is over. */
async function settled(): Promise<State> {
  let now = await state()
  for (let tries = 0; tries < 1_000 && (now.done < now.begun || now.sockets > 1); tries++) {
    await new Promise((go) => setTimeout(go, 20))
    now = await state()
  }
  return now
}

const kinds = [
  ["in mid-upload", upload("/upload"), false],
  ["in mid-upload, before anybody reads it", upload("/upload-late"), false],
  ["in mid-reply of a generator", ask("/iterable"), true],
  ["in mid-reply of a stream that is pending", ask("/pending"), true],
  ["before the reply", ask("/wait"), false],
] as const

/** How many files and sockets the process has open. */
function descriptors(): number {
  return readdirSync(`/proc/${program.pid}/fd`).length
}

describe(`${count} clients that go away`, () => {
  it.each(kinds)("leave nothing behind: %s", async (kind, text, reads) => {
    await many(warmUp, text, reads)
    const before = await settled()
    const open = descriptors()
    await many(count, text, reads)
    const after = await settled()
    expect(after.begun - before.begun).toBe(count)
    expect(after.done).toBe(after.begun)
    expect(after.aborted).toBe(after.begun)
    expect(after.signals).toBe(after.begun)
    // One connection: that of the question itself.
    expect(after.sockets).toBe(1)
    // A call that stays would hold five times that, with its request, reply and socket.
    const heap = (after.heap - before.heap) / count
    expect(heap).toBeLessThan(2_000)
    expect(descriptors() - open).toBeLessThan(5)
    noteFigure(
      "client gone",
      `${kind}, ${count} times`,
      `all told, 0 sockets left, ${descriptors() - open} more descriptors, ${Math.round(heap)} bytes of heap each`,
    )
  })

  it("have let go of every source", async () => {
    const { finished, cancelled } = await settled()
    expect([finished, cancelled]).toEqual([count + warmUp, count + warmUp])
  })
})

import { subscribe, unsubscribe } from "node:diagnostics_channel"
import type { Socket } from "node:net"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { module, routes, socket, type SocketContext } from "trivet"
import { api } from "trivet/api"
import { serve, type Served } from "trivet/node"
import type { RawSocket } from "../attacks/raw-socket.ts"
import { openRaw } from "./handshake.ts"
import { TestClient } from "./test-client.ts"

class Attacked {
  routes() {
    return routes([
      socket("/echo", this.echo),
      // Only what one ping costs bounds them here, not how many may come.
      socket("/unlimited", this.echo, { limits: { messagesPerSecond: 1e9 } }),
    ])
  }
  async echo(ctx: SocketContext) {
    for await (const message of ctx.messages) ctx.send(message)
  }
}

let served: Served
/** The server's side of each connection, by the client's port. */
const accepted = new Map<number, Socket>()
const onAccepted = (message: unknown) => {
  const { socket: one } = message as { readonly socket: Socket }
  accepted.set(one.remotePort!, one)
}

beforeAll(async () => {
  subscribe("net.server.socket", onAccepted)
  const App = module({ name: "frames", declarations: [Attacked] })
  served = await serve(App, { platform: api(), port: 0, signals: false, drainDelay: 0 })
})
afterAll(async () => {
  unsubscribe("net.server.socket", onAccepted)
  await served?.stop()
})

const count = 10_000
const closedBy1008 = /\x88[^]\x03\xf0/
const inTime = { timeout: 10_000 }
/** A frame of a client, whose mask changes nothing. */
const frame = (head: number, data: Uint8Array) =>
  Buffer.concat([Buffer.from([head, 0x80 | data.length, 0, 0, 0, 0]), data])
/** `count` pings with as much data as they can have: 1.3 MB. */
const pings = Buffer.concat(Array<Buffer>(count).fill(frame(0x89, Buffer.alloc(125))))

/** Opens a socket that reads nothing until `resume()`. */
async function openDeaf(path: string): Promise<RawSocket> {
  const raw = await openRaw(served.port, path)
  raw.pause()
  return raw
}

/** Sends pieces as the server takes them, and gives the most bytes that waited for the client meanwhile. */
async function flood(raw: RawSocket, pieces: Iterable<Uint8Array>): Promise<number> {
  const { port } = raw
  const server = accepted.get(port)!
  const before = process.memoryUsage().rss
  let most = 0
  for (const piece of pieces) {
    if (server.destroyed) break
    const from = server.bytesRead
    raw.write(piece)
    await expect
      .poll(() => server.destroyed || server.bytesRead >= from + piece.length, { interval: 1 })
      .toBe(true)
    most = Math.max(most, server.writableLength)
  }
  const grown = (process.memoryUsage().rss - before) / 2 ** 20
  console.log(`${server.bytesRead} bytes read, at most ${most} waited, RSS grew by ${grown.toFixed(1)} MiB`)
  return most
}

/** A client that opens a socket is served, whatever another one sends. */
async function expectServed(): Promise<void> {
  const other = await TestClient.open(`ws://127.0.0.1:${served.port}/echo`)
  other.send("served")
  expect(await other.next()).toBe("served")
  other.close()
}

describe("a client that reads nothing", () => {
  it("is closed with 1008 for 10,000 pings", async () => {
    const raw = await openDeaf("/echo")
    await flood(raw, [pings])
    raw.resume()
    await expect.poll(() => closedBy1008.test(raw.received), inTime).toBe(true)
    // As many as messages may come at once.
    expect(raw.received.match(/\x8a/g)!.length).toBeLessThanOrEqual(100)
    raw.end()
    await expectServed()
  })

  it("is closed with 1008 for 10,000 pongs that nobody asked for", async () => {
    const raw = await openDeaf("/echo")
    await flood(raw, [Buffer.concat(Array<Buffer>(count).fill(frame(0x8a, Buffer.alloc(0))))])
    raw.resume()
    await expect.poll(() => closedBy1008.test(raw.received), inTime).toBe(true)
    raw.end()
  })

  it("has one pong kept for it, however many pings it sends", async () => {
    const raw = await openDeaf("/unlimited")
    // 13 MB: more than the buffers of the system take.
    expect(await flood(raw, Array<Buffer>(10).fill(pings))).toBeLessThan(1_000)
    raw.write(frame(0x89, Buffer.from("last")))
    raw.resume()
    // The latest ping is answered in any case.
    await raw.until(/\x8a\x04last/)
    raw.end()
    await expectServed()
  })
})

describe("a message in many parts", () => {
  it("is closed with 1008 for 10,000 fragments of one byte", async () => {
    const raw = await openDeaf("/echo")
    const fragments = Array<Buffer>(count).fill(frame(0x00, Buffer.from("1")))
    await flood(raw, [Buffer.concat([frame(0x01, Buffer.from("1")), ...fragments])])
    raw.resume()
    await expect.poll(() => closedBy1008.test(raw.received), inTime).toBe(true)
    raw.end()
    await expectServed()
  })

  it("is closed with 1008 for a frame that comes byte by byte", async () => {
    const raw = await openDeaf("/echo")
    const server = accepted.get(raw.port)!
    await flood(raw, [Buffer.from([0x81, 0xfe, 0xff, 0xff, 0, 0, 0, 0])])
    const from = server.bytesRead
    raw.resume()
    await flood(
      raw,
      (function* () {
        for (let sent = 0; sent < count && !closedBy1008.test(raw.received); sent++) yield Buffer.from("1")
      })(),
    )
    await expect.poll(() => closedBy1008.test(raw.received), inTime).toBe(true)
    expect(server.bytesRead - from).toBeLessThan(1_000)
    raw.end()
    await expectServed()
  })

  it("is taken with fragments of 256 bytes", async () => {
    const raw = await openRaw(served.port, "/echo")
    const text = Buffer.from(JSON.stringify("x".repeat(65_000)))
    const pieces = Array.from({ length: Math.ceil(text.length / 256) }, (_, at) =>
      text.subarray(at * 256, (at + 1) * 256),
    )
    pieces.forEach((piece, at) => {
      const head = (at === 0 ? 0x01 : 0x00) | (at === pieces.length - 1 ? 0x80 : 0)
      const length = Buffer.from([0xfe, piece.length >> 8, piece.length & 0xff, 0, 0, 0, 0])
      raw.write(Buffer.concat([Buffer.from([head]), length, piece]))
    })
    expect(await raw.until(/\x81\x7e/)).toContain("101 Switching")
    raw.end()
  })
})

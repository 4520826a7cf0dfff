import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  cors,
  get,
  inject,
  MemoryTopics,
  module,
  post,
  provide,
  routes,
  socket,
  type SocketContext,
  Topics,
} from "trivet"
import { api } from "trivet/api"
import { serve, type Served } from "trivet/node"
import { createTestLog } from "trivet/testing"
import { handshake, RawSocket } from "./raw-socket.ts"
import { TestClient } from "./test-client.ts"

class Attacked {
  readonly #topics = inject(Topics)
  posted = 0

  routes() {
    return routes([
      socket("/echo", this.echo, { limits: { messagesPerSecond: 20, perNetwork: 50 } }),
      socket("/room/*", this.room, { limits: { bufferedBytes: 65_536 } }),
      get("/late", () => new Promise((go) => setTimeout(() => go({ late: true }), 100))),
      get("/plain", () => ({ plain: true })),
      post("/post", () => ({ posted: ++this.posted })),
    ])
  }
  async echo(ctx: SocketContext) {
    for await (const message of ctx.messages) ctx.send(message)
  }
  async room(ctx: SocketContext<"/room/*">) {
    const topic = ctx.param("*")
    await ctx.sendAll(await this.#topics.subscribe(ctx, topic))
  }
}

const { log, lines } = createTestLog()
const topics = new MemoryTopics({ history: 0, buffer: 50 })
let served: Served
let url: string

beforeAll(async () => {
  const App = module({ name: "attacked", declarations: [Attacked, provide(Topics, () => topics)] })
  const middlewares = [cors({ origin: "https://reader.example" })]
  served = await serve(App, { platform: api(), log, middlewares, port: 0, signals: false, drainDelay: 0 })
  url = `ws://127.0.0.1:${served.port}`
})
afterAll(() => served?.stop())

/** What one connection gets for bytes that are sent at once. */
async function exchange(text: string, until: RegExp): Promise<string> {
  const raw = await RawSocket.open(served.port)
  raw.socket.write(text)
  const received = await raw.until(until)
  raw.socket.destroy()
  return received
}

const hidden = "POST /post HTTP/1.1\r\nHost: a.example\r\nContent-Length: 0\r\n\r\n"

describe("requests hidden behind one that opens a socket", () => {
  it.each([
    ["a body", handshake("/echo", [`Content-Length: ${hidden.length}`]) + hidden],
    ["a chunked body", `${handshake("/echo", ["Transfer-Encoding: chunked"])}0\r\n\r\n${hidden}`],
    ["a route that is no socket", handshake("/plain") + hidden],
    ["a route that does not exist", handshake("/nowhere") + hidden],
    ["another protocol", handshake("/echo").replace("websocket", "h2c") + hidden],
    ["another method", handshake("/echo").replace("GET", "POST") + hidden],
    ["HTTP/1.0", handshake("/echo").replace("HTTP/1.1", "HTTP/1.0") + hidden],
  ])("are not answered: %s", async (_name, text) => {
    const received = await exchange(text, /^HTTP\/1\.1 \d+[^]*\r\n\r\n[^]*/)
    await new Promise((go) => setTimeout(go, 50))
    expect(received).not.toMatch(/^HTTP\/1\.1 101/)
    expect(received.match(/HTTP\/1\.1 \d+/g)).toHaveLength(1)
    expect(served.ready).toBe(true)
    const posted = (await (
      await fetch(`http://127.0.0.1:${served.port}/post`, { method: "POST" })
    ).json()) as object
    // Only those of this test.
    expect(Object.values(posted)[0]).toBeLessThanOrEqual(20)
  })

  it("are not answered after a handshake that is none", async () => {
    const broken = handshake("/echo").replace(/Sec-WebSocket-Key: .*/, "Sec-WebSocket-Key: short")
    const received = await exchange(broken + hidden, /^HTTP\/1\.1 400/)
    expect(received.match(/HTTP\/1\.1 \d+/g)).toHaveLength(1)
  })

  it("are not opened while an earlier request is not answered", async () => {
    const received = await exchange(
      `GET /late HTTP/1.1\r\nHost: a.example\r\n\r\n${handshake("/echo")}`,
      /late":true\}/,
    )
    expect(received.match(/HTTP\/1\.1 \d+/g)![0]).toBe("HTTP/1.1 200")
    expect(received).not.toContain("101 Switching")
  })
})

describe("half-open connections", () => {
  it("are closed when their head does not come, and others are served", async () => {
    const halves = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const raw = await RawSocket.open(served.port)
        raw.socket.write(handshake("/echo").slice(0, -4))
        return raw
      }),
    )
    const client = await TestClient.open(`${url}/echo`)
    client.send("served")
    expect(await client.next()).toBe("served")
    client.close()
    for (const half of halves) await half.closed
  })

  it("count as closed when their client is gone", async () => {
    for (let round = 0; round < 3; round++) {
      const all = await Promise.all(Array.from({ length: 50 }, () => RawSocket.open(served.port)))
      for (const raw of all) raw.socket.write(handshake("/echo"))
      await Promise.all(all.map((raw) => raw.until(/101 Switching/)))
      await expect(TestClient.open(`${url}/echo`)).rejects.toMatchObject({ status: 429 })
      for (const raw of all) raw.socket.resetAndDestroy()
      await expect
        .poll(() =>
          TestClient.open(`${url}/echo`).then(
            (client) => client.close(),
            () => "full",
          ),
        )
        .toBeUndefined()
    }
  })
})

describe("pages of other sites", () => {
  it.each([
    [{ origin: "https://evil.example" }],
    [{ origin: "https://evil.example", cookie: "session_id=1" }],
    // It may read what is public, and not what its visitor's cookies open.
    [{ origin: "https://reader.example", cookie: "session_id=1" }],
    [{ origin: "null" }],
  ])("open nothing: %j", async (headers) => {
    await expect(TestClient.open(`${url}/echo`, headers)).rejects.toMatchObject({ status: 403 })
  })
})

describe("floods", () => {
  it("end the connection that sends them, and others go on", async () => {
    const [flood, other] = [await TestClient.open(`${url}/echo`), await TestClient.open(`${url}/echo`)]
    for (let count = 0; count < 5_000; count++) flood.send(count)
    expect((await flood.closed).code).toBe(1008)
    other.send("still here")
    expect(await other.next()).toBe("still here")
    other.close()
  })

  it.each([
    ["a message without end", Buffer.from([0x81, 0xff, 0, 0, 0, 0, 0x7f, 0xff, 0xff, 0xff, 1, 2, 3, 4])],
    ["a frame without a mask", Buffer.from([0x81, 0x01, 0x61])],
    ["reserved bits", Buffer.from([0xf1, 0x81, 1, 2, 3, 4, 0x60])],
    ["text that is no UTF-8", Buffer.from([0x81, 0x81, 0, 0, 0, 0, 0xff])],
  ])("of no protocol end it too: %s", async (_name, frame) => {
    const raw = await RawSocket.open(served.port)
    raw.socket.write(handshake("/echo"))
    await raw.until(/101 Switching/)
    raw.socket.write(frame)
    await raw.closed
    // The server says why: 1002, 1007 or 1009.
    expect(raw.received).toMatch(/\x88\x02\x03[\xea\xef\xf1]$/)
  })
})

describe("topic names from a path", () => {
  it.each(["*", "a%5B", "a>", "%00", "x".repeat(300)])("have no meaning: %s", async (name) => {
    const client = await TestClient.open(`${url}/room/${name}`)
    expect((await client.closed).code).toBe(1011)
    expect(lines.some(({ err }) => (err as { code?: string } | undefined)?.code === "TOPIC_INVALID")).toBe(
      true,
    )
  })
})

describe("a slow reader in a full room", () => {
  it("is cut when its buffer is full, and the others get every message", async () => {
    const slow = await RawSocket.open(served.port)
    slow.socket.write(handshake("/room/full"))
    await slow.until(/101 Switching/)
    slow.socket.pause()
    const others = await Promise.all(Array.from({ length: 20 }, () => TestClient.open(`${url}/room/full`)))
    const text = "x".repeat(16_000)
    const count = 600
    for (let at = 0; at < count; at++) {
      await topics.publish("full", { at, text })
      await new Promise((go) => setImmediate(go))
    }
    for (const other of others)
      for (let at = 0; at < count; at++) expect(await other.next()).toMatchObject({ data: { at } })
    // It would otherwise hold 9.6 MB of this process.
    await expect
      .poll(() => lines.some(({ msg }) => /reads too slowly|a socket failed/.test(String(msg))))
      .toBe(true)
    slow.socket.resume()
    await slow.closed
    for (const other of others) other.close()
  })
})

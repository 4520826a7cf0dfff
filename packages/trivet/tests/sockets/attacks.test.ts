import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  type Context,
  cors,
  get,
  inject,
  MemoryTopics,
  type Middleware,
  module,
  type Next,
  type Outcome,
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
import { RawSocket } from "../attacks/raw-socket.ts"
import { handshake, openRaw } from "./handshake.ts"
import { TestClient } from "./test-client.ts"

/** How many connections of readers that never read are gone. */
let cut = 0
/** How many of the hidden requests were served. */
let posted = 0
/** How calls of sockets have ended. */
const done: Outcome[] = []
const noteDone: Middleware = {
  handle: (ctx: Context, next: Next) => {
    if (ctx.path === "/echo") ctx.onDone((outcome) => done.push(outcome))
    return next()
  },
}

class Attacked {
  readonly #topics = inject(Topics)

  routes() {
    return routes([
      socket("/echo", this.echo, { limits: { messagesPerSecond: 20, perNetwork: 50 } }),
      socket("/room/*", this.room, { limits: { bufferedBytes: 65_536 } }),
      socket("/deaf/*", this.deaf, { limits: { bufferedBytes: 65_536, heartbeatSeconds: 1 } }),
      get("/late", () => new Promise((go) => setTimeout(() => go({ late: true }), 100))),
      get("/plain", () => ({ plain: true })),
      get("/large", () => ({ text: "x".repeat(20_000_000) })),
      post("/post", () => ({ posted: ++posted })),
    ])
  }
  async echo(ctx: SocketContext) {
    for await (const message of ctx.messages) ctx.send(message)
  }
  async room(ctx: SocketContext<"/room/*">) {
    const topic = ctx.param("*")
    await ctx.sendAll(await this.#topics.subscribe(ctx, topic))
  }
  async deaf(ctx: SocketContext<"/deaf/*">) {
    await this.room(ctx)
    cut++
  }
}

const { log, lines } = createTestLog()
const topics = new MemoryTopics({ history: 0, buffer: 50 })
let served: Served
let url: string

beforeAll(async () => {
  const App = module({ name: "attacked", declarations: [Attacked, provide(Topics, () => topics)] })
  const middlewares = [noteDone, cors({ origin: "https://reader.example" })]
  served = await serve(App, { platform: api(), log, middlewares, port: 0, signals: false, drainDelay: 0 })
  url = `ws://127.0.0.1:${served.port}`
})
afterAll(() => served?.stop())

/** Everything that one connection gets for bytes that are sent at once, until the server closes it. */
async function exchange(text: string): Promise<string> {
  const raw = await RawSocket.open(served.port)
  raw.write(text)
  expect(await raw.closes(60_000)).toBe(true)
  return raw.received
}

/** The codes of what was logged. */
const failures = () => lines.map(({ err }) => (err as { code?: string } | undefined)?.code)

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
    const before = posted
    const received = await exchange(text)
    expect(received).not.toMatch(/^HTTP\/1\.1 101/)
    expect(received.match(/HTTP\/1\.1 \d+/g)).toHaveLength(1)
    expect(posted).toBe(before)
    expect(served.ready).toBe(true)
  })

  it("are not answered after a handshake that is none", async () => {
    const broken = handshake("/echo").replace(/Sec-WebSocket-Key: .*/, "Sec-WebSocket-Key: short")
    const received = await exchange(broken + hidden)
    expect(received).toMatch(/^HTTP\/1\.1 400/)
    expect(received.match(/HTTP\/1\.1 \d+/g)).toHaveLength(1)
  })

  it("are not opened while an earlier request is not answered", async () => {
    const received = await exchange(`GET /late HTTP/1.1\r\nHost: a.example\r\n\r\n${handshake("/echo")}`)
    expect(received.match(/HTTP\/1\.1 \d+/g)![0]).toBe("HTTP/1.1 200")
    expect(received).toContain('late":true}')
    expect(received).not.toContain("101 Switching")
  })

  it("end nothing while an earlier reply is not read", async () => {
    const raw = await RawSocket.open(served.port)
    raw.pause()
    raw.write("GET /large HTTP/1.1\r\nHost: a.example\r\n\r\n")
    // What is written meanwhile fills the buffers of the system: the reply is not sent.
    await sleep(300)
    raw.write(handshake("/echo", ["Origin: https://evil.example"]))
    await sleep(100)
    raw.reset()
    expect((await TestClient.open(`${url}/echo`)).close()).toBeUndefined()
  })
})

describe("requests for a socket that are rejected", () => {
  it("are told to onDone(), and leave no connection open that their client does not close", async () => {
    const before = done.length
    const raw = await RawSocket.open(served.port, true)
    raw.write(handshake("/echo", ["Origin: https://evil.example"]))
    await raw.until(/ 403 /)
    await expect.poll(() => done.slice(before)).toEqual([{ status: 403, aborted: false }])
    expect(await raw.closes(60_000)).toBe(true)
  })
})

describe("half-open connections", () => {
  it("are closed when their head does not come, and others are served", async () => {
    const halves = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const raw = await RawSocket.open(served.port)
        raw.write(handshake("/echo").slice(0, -4))
        return raw
      }),
    )
    const client = await TestClient.open(`${url}/echo`)
    client.send("served")
    expect(await client.next()).toBe("served")
    client.close()
    for (const half of halves) expect(await half.closes(60_000)).toBe(true)
  })

  it("count as closed when their client is gone", async () => {
    for (let round = 0; round < 3; round++) {
      const all = await Promise.all(Array.from({ length: 50 }, () => openRaw(served.port, "/echo")))
      await expect(TestClient.open(`${url}/echo`)).rejects.toMatchObject({ status: 429 })
      for (const raw of all) raw.reset()
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
    const raw = await openRaw(served.port, "/echo")
    raw.write(frame)
    expect(await raw.closes()).toBe(true)
    // The server says why: 1002, 1007 or 1009.
    expect(raw.received).toMatch(/\x88\x02\x03[\xea\xef\xf1]$/)
  })
})

describe("topic names from a path", () => {
  it.each(["*", "a%5B", "a>", "%00", "x".repeat(300)])("have no meaning: %s", async (name) => {
    const client = await TestClient.open(`${url}/room/${name}`)
    expect((await client.closed).code).toBe(1011)
    expect(failures()).toContain("TOPIC_INVALID")
  })
})

describe("a slow reader in a full room", () => {
  const text = "x".repeat(16_000)

  it("has little kept for it and is closed, and the others get every message", async () => {
    const slow = await openRaw(served.port, "/room/full")
    slow.pause()
    const others = await Promise.all(Array.from({ length: 20 }, () => TestClient.open(`${url}/room/full`)))
    const count = 600
    for (let at = 0; at < count; at++) {
      await topics.publish("full", { at, text })
      await new Promise((go) => setImmediate(go))
    }
    for (const other of others)
      for (let at = 0; at < count; at++) expect(await other.next()).toMatchObject({ data: { at } })
    // Before it reads again: nothing waits for it any more.
    await expect.poll(failures).toContain("TOPIC_READER_SLOW")
    slow.resume()
    // 1011, after what the system's buffers and the connection's have kept. Otherwise this process would hold 9.6 MB.
    await slow.until(/\x88[^]\x03\xf3/)
    expect(slow.received.match(/"at":\d+/g)!.length).toBeLessThan(count)
    slow.end()
    for (const other of others) other.close()
  })

  it("is cut if it never reads", async () => {
    const deaf = await openRaw(served.port, "/deaf/full")
    deaf.pause()
    const before = cut
    // More than the system's buffers take.
    for (let at = 0; at < 600; at++) {
      await topics.publish("full", { at, text })
      await new Promise((go) => setImmediate(go))
    }
    await expect.poll(() => cut).toBe(before + 1)
    deaf.end()
  })
})

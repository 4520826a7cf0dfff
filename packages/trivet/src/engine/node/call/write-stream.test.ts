import { createServer, get as ask, type IncomingMessage } from "node:http"
import { type AddressInfo, connect } from "node:net"
import { gzipSync } from "node:zlib"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createApp } from "../../create-app.ts"
import type { Context } from "../../../context/context.ts"
import type { Outcome } from "../../../context/reply/reply.ts"
import { get, routes } from "../../../module/routes/make-route.ts"
import { module } from "../../../module/module.ts"
import { api } from "../../../platform/api/api.ts"
import type { ServerEvent } from "../../../context/reply/event-stream.ts"
import { events } from "../../../http/events.ts"
import { createTestLog } from "../../../testing/test-log.ts"
import { serve } from "../serve.ts"
import type { Served } from "../served.ts"

/** What became of the last call of each kind. */
const fate: Record<
  string,
  { finished?: boolean; cancelled?: boolean; aborted?: boolean; outcome?: Outcome }
> = {}
const { log, lines } = createTestLog()
let upstream = ""

class Streams {
  routes() {
    return routes([
      get("/ticks", this.ticks),
      get("/pending", this.pending),
      get("/waiting", this.waiting),
      get("/fails", this.fails),
      get("/fails/length", this.failsWithLength),
      get("/events", this.events),
      get("/proxied", this.proxied),
      get("/big", this.big),
    ])
  }

  ticks(ctx: Context) {
    const own = this.#note("ticks", ctx)
    return (async function* () {
      try {
        for (let tick = 0; ; tick++) {
          yield `tick ${tick}\n`
          await new Promise((go) => setTimeout(go, 5))
        }
      } finally {
        own.finished = true
      }
    })()
  }
  pending(ctx: Context) {
    const own = this.#note("pending", ctx)
    return new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode("first")),
      pull: () => new Promise(() => undefined),
      cancel: () => void (own.cancelled = true),
    })
  }
  async waiting(ctx: Context) {
    this.#note("waiting", ctx)
    await new Promise((go) => ctx.signal.addEventListener("abort", go))
    return { nobody: "reads this" }
  }
  fails(ctx: Context) {
    this.#note("fails", ctx)
    return (async function* () {
      yield "first"
      await new Promise((go) => setTimeout(go, 5))
      throw new Error("the source broke")
    })()
  }
  failsWithLength(ctx: Context) {
    this.#note("fails/length", ctx)
    ctx.response().setHeader("content-length", "100")
    return this.fails(ctx)
  }
  events(ctx: Context) {
    const own = this.#note("events", ctx)
    return events(
      (async function* (): AsyncGenerator<ServerEvent> {
        try {
          yield { data: { n: 1 } }
          yield {
            event: "note\nevent: forged",
            id: "7",
            retry: 1500,
            data: "two\nlines\r\nand\revent: forged",
          }
          for (;;) await new Promise((go) => setTimeout(go, 5))
        } finally {
          own.finished = true
        }
      })(),
    )
  }
  proxied() {
    return fetch(upstream)
  }
  async *big() {
    for (let piece = 0; piece < 64; piece++) yield "x".repeat(64 * 1024)
  }

  #note(name: string, ctx: Context): (typeof fate)[string] {
    const own: (typeof fate)[string] = {}
    fate[name] = own
    ctx.signal.addEventListener("abort", () => (own.aborted = true))
    ctx.onDone((outcome) => (own.outcome = outcome))
    return own
  }
}

let served: Served
const proxiedServer = createServer((_, response) => {
  const body = gzipSync("inflated on the way")
  response.writeHead(200, { "content-encoding": "gzip", "content-type": "text/plain", "x-up": "yes" })
  response.end(body)
})

beforeAll(async () => {
  await new Promise<void>((ready) => proxiedServer.listen(0, ready))
  upstream = `http://127.0.0.1:${(proxiedServer.address() as AddressInfo).port}/`
  const app = await createApp(module({ name: "streams", declarations: [Streams] }), { platform: api(), log })
  served = await serve(app, { port: 0, drainDelay: 0, signals: false })
})
afterAll(async () => {
  proxiedServer.close()
  await served.stop()
})

function open(path: string): Promise<IncomingMessage> {
  return new Promise((give, refuse) => {
    ask({ host: "127.0.0.1", port: served.port, path, agent: false }, give).on("error", refuse)
  })
}

/** Waits until something holds, for a second at most. */
async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; tries < 200 && !holds(); tries++) await new Promise((go) => setTimeout(go, 5))
}

function firstChunk(reply: IncomingMessage): Promise<string> {
  return new Promise((give) => reply.once("data", (chunk: Buffer) => give(chunk.toString())))
}

async function leave(path: string): Promise<void> {
  const reply = await open(path)
  await firstChunk(reply)
  reply.destroy()
}

describe("a streamed reply", () => {
  it("arrives piece by piece", async () => {
    const reply = await open("/ticks")
    const pieces: string[] = []
    for await (const piece of reply) if (pieces.push(String(piece)) === 2) break
    expect(pieces).toEqual(["tick 0\n", "tick 1\n"])
  })

  it("is stopped at its source when the client goes away: a generator's finally runs", async () => {
    await leave("/ticks")
    await until(() => fate["ticks"]?.finished === true && fate["ticks"].outcome !== undefined)
    expect(fate["ticks"]).toEqual({ finished: true, aborted: true, outcome: { status: 200, aborted: true } })
  })

  it("is stopped at its source when the client goes away: a stream is cancelled while it is waited for", async () => {
    await leave("/pending")
    await until(() => fate["pending"]?.cancelled === true && fate["pending"].outcome !== undefined)
    expect(fate["pending"]).toEqual({
      cancelled: true,
      aborted: true,
      outcome: { status: 200, aborted: true },
    })
  })

  it.each(["/fails", "/fails/length"])(
    "that fails midway cuts the connection and is logged: %s",
    async (path) => {
      const reply = await open(path)
      let text = ""
      const ended = await new Promise<string>((end) => {
        reply.on("data", (chunk: Buffer) => (text += chunk.toString()))
        reply.on("end", () => end("complete"))
        reply.on("error", () => end("cut"))
      })
      expect([ended, text]).toEqual(["cut", "first"])
      expect(lines.at(-1)).toMatchObject({ level: 50, err: { message: "the source broke" } })
      await until(() => fate["fails"]?.outcome !== undefined)
      expect(fate["fails"]?.outcome).toEqual({ status: 200, aborted: true })
    },
  )

  it("that fails midway does not look complete to HTTP/1.0 either", async () => {
    const socket = connect(served.port, "127.0.0.1")
    socket.write("GET /fails HTTP/1.0\r\nHost: a\r\n\r\n")
    const ended = await new Promise<string>((end) => {
      socket.on("data", () => undefined)
      socket.on("end", () => end("complete"))
      socket.on("error", (error: NodeJS.ErrnoException) => end(error.code!))
    })
    expect(ended).toBe("ECONNRESET")
  })

  it("of another server is passed on: inflated, without what was true of its connection only", async () => {
    const reply = await open("/proxied")
    expect(await firstChunk(reply)).toBe("inflated on the way")
    expect(reply.headers).toMatchObject({ "x-up": "yes", "content-type": "text/plain" })
    expect(reply.headers["content-encoding"]).toBeUndefined()
    expect(reply.headers["transfer-encoding"]).toBe("chunked")
  })

  it("waits for a reader that is slow", async () => {
    const reply = await open("/big")
    let length = 0
    for await (const chunk of reply) {
      length += (chunk as Buffer).length
      if (length % 7 === 0) await new Promise((go) => setTimeout(go, 1))
    }
    expect(length).toBe(64 * 64 * 1024)
  })
})

describe("ctx.signal", () => {
  it("is aborted if the client disconnects before the reply, and `onDone` reports it", async () => {
    const socket = connect(served.port, "127.0.0.1")
    socket.write("GET /waiting HTTP/1.1\r\nHost: a\r\n\r\n")
    await until(() => fate["waiting"] !== undefined)
    socket.destroy()
    await until(() => fate["waiting"]?.outcome !== undefined)
    expect(fate["waiting"]).toEqual({ aborted: true, outcome: { status: 200, aborted: true } })
  })
})

describe("events()", () => {
  it("sends events as they come, and no text breaks out of its field", async () => {
    const reply = await open("/events")
    expect(reply.headers).toMatchObject({ "content-type": "text/event-stream", "cache-control": "no-store" })
    let text = ""
    reply.on("data", (chunk: Buffer) => (text += chunk.toString()))
    await until(() => text.includes("and"))
    expect(text.split("\n\n")).toEqual([
      ":",
      'data: {"n":1}',
      "event: note event: forged\nid: 7\nretry: 1500\ndata: two\ndata: lines\ndata: and\ndata: event: forged",
      "",
    ])
    reply.destroy()
    await until(() => fate["events"]?.aborted === true)
    expect(fate["events"]?.aborted).toBe(true)
  })
})

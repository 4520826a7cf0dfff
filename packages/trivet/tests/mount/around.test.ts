import { Agent, type IncomingMessage, request } from "node:http"
import { once } from "node:events"
import { callLog, type Context, cors, mount, type Next, module, Reply, requestId } from "trivet"
import type { MountedHandler } from "trivet/extend"
import { toFetch } from "trivet/fetch"
import { serve } from "trivet/node"
import { web } from "trivet/web"
import { createTestApp } from "trivet/testing"
import { describe, expect, it, onTestFinished } from "vitest"
import { moduleWith } from "./mounted-app.ts"
import { RawSocket } from "../attacks/raw-socket.ts"

const hello: MountedHandler = () =>
  new Response("hello", { headers: { "x-own": "handler", "set-cookie": "own=1", vary: "Cookie" } })

/** Sets headers, and notes what it hears of a call. */
class Around {
  readonly heard: unknown[] = []
  async handle(ctx: Context, next: Next) {
    ctx.response().setHeader("x-own", "middleware")
    ctx.response().setHeader("x-added", ctx.pattern ?? "")
    ctx.setCookie("added", "2")
    ctx.onReply((reply) => {
      this.heard.push(["reply", reply.status])
      reply.headers!.set("x-changed", "yes")
      return reply
    })
    ctx.onDone((outcome) => this.heard.push(["done", outcome]))
    return next()
  }
}

describe("around a mounted handler", () => {
  it("middlewares add headers, change the reply and hear of its end", async () => {
    const around = new Around()
    const app = await createTestApp(moduleWith(hello, [around]))
    const reply = await app.request("GET", "/m/x")
    expect(reply.text()).toBe("hello")
    expect([
      reply.headers.get("x-own"),
      reply.headers.get("x-added"),
      reply.headers.get("x-changed"),
    ]).toEqual(["handler", "/m/*", "yes"])
    expect(reply.headers.all("set-cookie")).toEqual(["own=1", expect.stringMatching(/^added=2;/)])
    expect(around.heard).toEqual([
      ["reply", 200],
      ["done", { status: 200, aborted: false }],
    ])
  })

  it("callLog() and requestId() work as for any route", async () => {
    const app = await createTestApp(moduleWith(hello), { middlewares: [requestId(), callLog()] })
    const reply = await app.request("PUT", "/m")
    expect(reply.headers.get("x-request-id")).toBeTruthy()
    expect(app.logs.find(({ msg }) => msg === "call")).toMatchObject({
      method: "PUT",
      route: "/m",
      status: 200,
    })
  })

  it("the web platform passes its reply on too, and shows its errors as pages", async () => {
    const handler: MountedHandler = ({ method }) => {
      if (method === "POST") throw new Error("broken")
      return new Response("<b>hello</b>", { headers: { "content-type": "text/html" } })
    }
    const app = await createTestApp(moduleWith(handler), { platform: web() })
    const reply = await app.request("GET", "/m")
    expect([reply.headers.get("content-type"), reply.text()]).toEqual(["text/html", "<b>hello</b>"])
    const failed = await app.request("POST", "/m", { headers: { accept: "text/html" } })
    expect([failed.status, failed.headers.get("content-type")]).toEqual([500, "text/html; charset=utf-8"])
  })

  it("cors() answers preflights itself and leaves other OPTIONS to the handler", async () => {
    const app = await createTestApp(moduleWith(hello), {
      middlewares: [cors({ origin: ["http://a.example"] })],
    })
    const preflight = { origin: "http://a.example", "access-control-request-method": "POST" }
    expect((await app.request("OPTIONS", "/m", { headers: preflight })).text()).toBe("")
    expect((await app.request("OPTIONS", "/m")).text()).toBe("hello")
  })

  it("a guard that answers keeps the handler from being called", async () => {
    let calls = 0
    const guard = { name: "guard", handle: () => Reply.error(403, "Forbidden") }
    const app = await createTestApp(moduleWith(() => new Response(String(++calls)), [guard]))
    for (const path of ["/m", "/m/", "/m/x/y"]) expect((await app.request("POST", path)).status).toBe(403)
    expect(calls).toBe(0)
  })

  it("errors become replies in the application's format, and are logged", async () => {
    const failing: MountedHandler = ({ method }) => {
      if (method === "GET") throw new Error("thrown")
      return Promise.reject(new Error("rejected"))
    }
    const app = await createTestApp(moduleWith(failing))
    for (const method of ["GET", "POST"]) {
      const reply = await app.request(method, "/m")
      expect([reply.status, reply.json()]).toEqual([500, { error: "Internal Server Error" }])
    }
    expect(app.logs.filter(({ msg }) => msg === "call failed")).toHaveLength(2)
  })

  it.each([undefined, null, "text", { status: 200 }, 42])(
    "a result of %j is a fault that names the path",
    async (value) => {
      const app = await createTestApp(moduleWith((() => value) as unknown as MountedHandler))
      expect((await app.request("GET", "/m/x")).status).toBe(500)
      const { err } = app.logs.at(-1) as unknown as { err: { code: string; message: string } }
      expect(err.code).toBe("RESPONSE_MISSING")
      expect(err.message).toContain("The handler mounted at `/m/*` returned")
    },
  )
})

const origin: MountedHandler = (call, info) =>
  Response.json({ url: call.url, address: info.remoteAddr.hostname })

describe("the request that a mounted handler gets", () => {
  it("has the host that the client named, and the client's address and scheme behind a trusted proxy", async () => {
    const app = await createTestApp(moduleWith(origin), { trustedProxies: ["10.0.0.1"] })
    const headers = { host: "a.example:8080", "x-forwarded-for": "192.0.2.7", "x-forwarded-proto": "https" }
    const trusted = await app.request("GET", "/m/x?y", { headers, address: "10.0.0.1" })
    expect(trusted.json()).toEqual({ url: "https://a.example:8080/m/x?y", address: "192.0.2.7" })
    const stranger = await app.request("GET", "/m/x?y", { headers, address: "10.0.0.2" })
    expect(stranger.json()).toEqual({ url: "http://a.example:8080/m/x?y", address: "10.0.0.2" })
  })

  it("does not exist without a host, or where a URL spells the path in another way", async () => {
    let calls = 0
    const counting: MountedHandler = () => new Response(String(++calls))
    const app = await createTestApp(moduleWith(counting))
    const { port, stop } = await serve(app, { port: 0, host: "127.0.0.1", signals: false, drainDelay: 0 })
    onTestFinished(() => stop().then(() => undefined))
    for (const head of [
      "GET /m HTTP/1.0",
      'GET /m/" HTTP/1.1\r\nHost: a',
      "GET /m/\xe9 HTTP/1.1\r\nHost: a",
      "GET /m/x HTTP/1.1\r\nHost: a%zz",
    ]) {
      const socket = await RawSocket.open(port)
      socket.write(`${head}\r\nConnection: close\r\n\r\n`)
      expect((await socket.reply())?.status, head).toBe(400)
      socket.end()
    }
    expect(calls).toBe(0)
  })

  it("has a body for every method but GET and HEAD, and keeps the connection usable", async () => {
    const app = await createTestApp(
      moduleWith(async (call) =>
        Response.json([call.method, call.headers.get("content-length"), await call.text()]),
      ),
    )
    const { port, stop } = await serve(app, { port: 0, host: "127.0.0.1", signals: false, drainDelay: 0 })
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    onTestFinished(async () => {
      agent.destroy()
      await stop()
    })
    const ports = new Set<number | undefined>()
    for (const method of ["GET", "DELETE", "OPTIONS", "GET", "POST"]) {
      const call = request({
        port,
        host: "127.0.0.1",
        path: "/m",
        method,
        agent,
        headers: { "content-length": 4 },
      })
      call.end("body")
      const [reply] = (await once(call, "response")) as [IncomingMessage]
      ports.add(reply.socket.localPort)
      const chunks = await Array.fromAsync(reply as AsyncIterable<Buffer>)
      const given = method === "GET" ? [null, ""] : ["4", "body"]
      expect(JSON.parse(Buffer.concat(chunks).toString())).toEqual([method, ...given])
    }
    expect(ports.size).toBe(1)
  })

  it("has no body where the client sent none", async () => {
    const app = await createTestApp(moduleWith(({ body }) => new Response(body === null ? "none" : "some")))
    const handle = toFetch(app)
    const { port, stop } = await serve(app, { port: 0, host: "127.0.0.1", signals: false, drainDelay: 0 })
    onTestFinished(() => stop().then(() => undefined))
    for (const [body, expected] of [
      [undefined, "none"],
      ["text", "some"],
    ]) {
      const sent = { method: "POST", ...(body !== undefined && { body }) }
      expect((await app.request("POST", "/m", sent)).text()).toBe(expected)
      expect(await (await handle(new Request("http://a/m", sent))).text()).toBe(expected)
      expect(await (await fetch(`http://127.0.0.1:${port}/m`, sent)).text()).toBe(expected)
    }
  })

  it("is that of another application of Trivet too", async () => {
    const inner = await createTestApp(
      module({
        name: "inner",
        declarations: [
          class Inner {
            routes() {
              return [mount("/m/who", origin)]
            }
          },
        ],
      }),
    )
    const app = await createTestApp(moduleWith(toFetch(inner)))
    expect((await app.request("GET", "/m/who", { address: "192.0.2.1" })).json()).toEqual({
      url: "http://localhost/m/who",
      address: "192.0.2.1",
    })
    expect((await app.request("GET", "/m/other")).status).toBe(404)
  })
})

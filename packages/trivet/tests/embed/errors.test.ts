import { connect, createServer as createHttp2Server } from "node:http2"
import type { AddressInfo } from "node:net"
import express, { type NextFunction, type Request, type Response } from "express"
import { securityHeaders } from "trivet"
import { toNode } from "trivet/node"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { RawSocket } from "../attacks/raw-socket.ts"
import { createNewApp, type NewApp } from "./new-app.ts"
import { listen, oldApps, type Started } from "./old-apps.ts"

describe.each(oldApps)("an error inside $name", ({ start }) => {
  let created: NewApp
  let started: Started
  beforeAll(async () => {
    created = await createNewApp()
    started = await start(created.app)
  })
  afterAll(async () => {
    await started.stop()
    await created.app.stop()
  })

  it("is answered by the application, and not by the old one's error handler", async () => {
    const reply = await fetch(`http://127.0.0.1:${started.port}/new/throws`)
    expect(reply.status).toBe(500)
    expect(await reply.json()).toEqual({ error: "Internal Server Error" })
    expect(started.errors).toEqual([])
    const logged = created.lines.filter(({ err }) => (err as Error | undefined)?.message.includes("thrown"))
    expect(logged).toHaveLength(1)
  })
})

describe("a request that somebody else has answered", () => {
  it("is left alone, and its handler is told", async () => {
    const created = await createNewApp()
    const old = express()
    let passedOn = 0
    // As a middleware does that limits the time.
    old.use("/new/later", (_req, res, next) => {
      next()
      const timer = setInterval(() => {
        if (created.routes.fates.size === 0) return
        clearInterval(timer)
        res.status(503).send("old: too late")
      }, 5)
    })
    old.use(toNode(created.app))
    old.use((_req, _res, next) => {
      passedOn++
      next()
    })
    const errors: unknown[] = []
    old.use((error: unknown, _req: Request, _res: Response, _next: NextFunction) => void errors.push(error))
    const started = await listen(old)
    const socket = await RawSocket.open(started.port)
    socket.write("GET /new/later/timed HTTP/1.1\r\nHost: a\r\n\r\n")
    expect(await socket.reply()).toMatchObject({ status: 503, body: "old: too late" })
    created.routes.release()
    await expect
      .poll(() => created.routes.fates.get("timed"))
      .toMatchObject({ pieces: 0, outcome: { status: 200, aborted: true } })
    expect(created.lines.map(({ msg }) => msg)).toEqual([
      "the request was answered by something else before the application",
    ])
    // The connection is still good.
    socket.write("GET /new/cookies HTTP/1.1\r\nHost: a\r\n\r\n")
    expect(await socket.reply()).toMatchObject({ status: 200 })
    expect([passedOn, errors]).toEqual([0, []])
    socket.end()
    await started.stop()
    await created.app.stop()
  })
})

describe("a request that is no HTTP/1.1", () => {
  it("is rejected with a fault that says what to do", async () => {
    const { app, lines } = await createNewApp({ middlewares: [securityHeaders()] })
    const server = createHttp2Server(toNode(app) as never)
    await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready))
    const client = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    const post = client.request({ ":path": "/new/length", ":method": "POST" })
    // More than is thrown away of a body that nobody wants.
    post.end("x".repeat(200_000))
    post.on("error", () => undefined)
    const answered = new Promise((give) => post.on("response", (headers) => give(headers[":status"])))
    let body = ""
    post.setEncoding("utf8").on("data", (text: string) => (body += text))
    await new Promise((closed) => post.once("close", closed))
    expect([await answered, body]).toEqual([505, '{"error":"HTTP Version Not Supported"}'])
    expect(lines.map(({ err }) => (err as { code?: string } | undefined)?.code)).toEqual([
      "HTTP_VERSION_UNSUPPORTED",
    ])
    client.destroy()
    await new Promise((done) => server.close(done))
    await app.stop()
  })
})

describe("a head that two servers may read differently", () => {
  let created: NewApp
  let started: Started
  beforeAll(async () => {
    created = await createNewApp()
    started = await listen(toNode(created.app))
  })
  afterAll(async () => {
    await started.stop()
    await created.app.stop()
  })

  it.each([
    ["two hosts", 400, ["Host: a", "Host: b"]],
    ["a host that reaches into the path", 400, ["Host: a/old?"]],
    ["too many headers", 431, ["Host: a", ...Array.from({ length: 100 }, (_, at) => `X-${at}: 1`)]],
    ["an unknown coding", 501, ["Host: a", "Transfer-Encoding: gzip, chunked"], "0\r\n\r\n"],
  ] as const)("ends the connection: %s", async (_what, status, lines, body: string = "") => {
    const socket = await RawSocket.open(started.port)
    socket.write(["POST /new/length HTTP/1.1", ...lines, "", body].join("\r\n"))
    const reply = await socket.reply("POST")
    expect(reply?.status).toBe(status)
    expect(await socket.closes(30_000)).toBe(true)
    expect(socket.received).toBe("")
  })
})

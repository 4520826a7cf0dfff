import { getRequestListener } from "@hono/node-server"
import express from "express"
import Fastify from "fastify"
import { Hono } from "hono"
import type { AddressInfo } from "node:net"
import { toFetch } from "trivet/fetch"
import { toNode } from "trivet/node"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { RawSocket } from "../attacks/raw-socket.ts"
import { createNewApp, type NewApp } from "./new-app.ts"
import { listen, type Started } from "./old-apps.ts"

const text = JSON.stringify({ text: "x".repeat(100) })

describe("a body that was read before the application got it", () => {
  let created: NewApp
  const places = new Map<string, Started>()
  beforeAll(async () => {
    created = await createNewApp()
    places.set("express.json()", await expressAfterJson(created))
    places.set("a handler of Fastify", await fastifyHandler(created))
    places.set("a middleware of Hono", await honoAfterText(created))
    places.set("one piece", await afterOnePiece(created))
  })
  afterAll(async () => {
    for (const place of places.values()) await place.stop()
    await created.app.stop()
  })

  const names = ["express.json()", "a handler of Fastify", "a middleware of Hono", "one piece"]
  it.each(names.flatMap((name) => ["/new/length", "/new/pieces"].map((path) => [name, path] as const)))(
    "by %s is a fault that says what to do (%s)",
    async (name, path) => {
      const logged = created.lines.length
      const reply = await fetch(`http://127.0.0.1:${places.get(name)!.port}${path}`, {
        method: "POST",
        headers: { "content-type": path === "/new/pieces" ? "text/pieces" : "application/json" },
        body: text,
      })
      expect(reply.status).toBe(500)
      expect(await reply.json()).toEqual({ error: "Internal Server Error" })
      const err = created.lines[logged]?.["err"] as
        | { readonly code: string; readonly fix: string }
        | undefined
      expect(err?.code).toBe("BODY_ALREADY_READ")
      expect(err?.fix).toContain("before `use(express.json())`")
    },
  )

  it.each(names)("does not matter to a route that does not ask for it (%s)", async (name) => {
    const { port } = places.get(name)!
    const init = { method: "POST", headers: { "content-type": "application/json" }, body: text }
    const reply = await fetch(`http://127.0.0.1:${port}/new/unread`, init)
    expect(await reply.json()).toEqual({ read: false })
  })

  it("is not one of a type that express.json() leaves alone, nor an empty one", async () => {
    const { port } = places.get("express.json()")!
    const post = async (body: string, type: string) => {
      const init = { method: "POST", headers: { "content-type": type }, body }
      return (await fetch(`http://127.0.0.1:${port}/new/length`, init)).json()
    }
    expect(await post(text, "text/plain")).toEqual({ length: text.length })
    expect(await post("", "application/json")).toEqual({ length: 0 })
  })
})

function expressAfterJson({ app }: NewApp): Promise<Started> {
  const old = express()
  old.use(express.json(), express.text({ type: "text/pieces" }))
  old.use(toNode(app))
  return listen(old)
}

async function fastifyHandler({ app }: NewApp): Promise<Started> {
  const answer = toNode(app)
  const old = Fastify()
  old.addContentTypeParser("text/pieces", { parseAs: "string" }, (_request, body, done) => done(null, body))
  old.all("/*", (request, reply) => {
    reply.hijack()
    answer(request.raw, reply.raw)
  })
  await old.listen({ port: 0, host: "127.0.0.1" })
  return { port: (old.server.address() as AddressInfo).port, errors: [], stop: () => old.close() }
}

function honoAfterText({ app }: NewApp): Promise<Started> {
  const handle = toFetch(app)
  const old = new Hono()
  old.use(async (c, next) => {
    await c.req.text()
    await next()
  })
  old.notFound((c) => handle(c.req.raw))
  return listen(getRequestListener(old.fetch))
}

function afterOnePiece({ app }: NewApp): Promise<Started> {
  const answer = toNode(app)
  return listen((request, response) => {
    request.once("data", () => {
      request.pause()
      answer(request, response)
    })
  })
}

describe("a body inside a server of another", () => {
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
  const post = (path: string, ...lines: readonly string[]) =>
    [`POST ${path} HTTP/1.1`, "Host: a", ...lines, "", ""].join("\r\n")
  const get = "GET /new HTTP/1.1\r\nHost: a\r\n\r\n"

  it("can be read as a stream", async () => {
    const socket = await RawSocket.open(started.port)
    socket.write(post("/new/pieces", "Content-Type: text/pieces", "Transfer-Encoding: chunked"))
    for (let piece = 0; piece < 3; piece++) socket.write("4\r\nbody\r\n")
    socket.write("0\r\n\r\n")
    expect(await socket.reply()).toMatchObject({ status: 200, body: '{"length":12}' })
    socket.end()
  })

  it("is asked for once, where the client waits for that", async () => {
    const socket = await RawSocket.open(started.port)
    socket.write(post("/new/length", "Expect: 100-continue", "Content-Length: 4"))
    expect((await socket.reply())?.status).toBe(100)
    socket.write("body")
    expect(await socket.reply()).toMatchObject({ status: 200, body: '{"length":4}' })
    // Nothing was closed, and no second 100 stood before the reply.
    socket.write(get)
    expect(await socket.reply()).toMatchObject({ status: 200 })
    socket.end()
  })

  it("that nobody reads leaves the connection as it was", async () => {
    const socket = await RawSocket.open(started.port)
    socket.write(post("/new/unread", "Content-Length: 4"))
    const reply = socket.reply()
    socket.write("body")
    expect(await reply).toMatchObject({ status: 200, body: '{"read":false}' })
    socket.write(get)
    expect(await socket.reply()).toMatchObject({ status: 200, body: '{"from":"new"}' })
    socket.end()
  })

  it("that nobody reads and that is long ends the connection, after the reply", async () => {
    const socket = await RawSocket.open(started.port)
    socket.write(post("/new/unread", "Content-Length: 10000000"))
    const reply = await socket.reply()
    expect(reply).toMatchObject({ status: 200, body: '{"read":false}' })
    expect(reply?.lines).toContain("Connection: close")
    expect(await socket.closes(30_000)).toBe(true)
  })

  it("that is too long is not read, and the connection ends", async () => {
    const socket = await RawSocket.open(started.port)
    socket.write(post("/new/length", "Content-Length: 1000001"))
    expect(await socket.reply()).toMatchObject({ status: 413, body: '{"error":"Payload Too Large"}' })
    expect(await socket.closes(30_000)).toBe(true)
  })

  it("that stops coming ends its call when the client leaves", async () => {
    const socket = await RawSocket.open(started.port)
    socket.write(`${post("/new/upload/cut", "Content-Length: 10")}four`)
    await expect.poll(() => created.routes.fates.get("cut")).toBeDefined()
    socket.end()
    await expect
      .poll(() => created.routes.fates.get("cut"))
      .toMatchObject({ aborted: true, outcome: { status: 400, aborted: true } })
  })
})

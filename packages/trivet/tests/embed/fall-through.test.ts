import express from "express"
import { cors } from "trivet"
import { toNode } from "trivet/node"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { RawSocket } from "../attacks/raw-socket.ts"
import { createNewApp, type NewApp } from "./new-app.ts"
import { listen, oldApps, type Started } from "./old-apps.ts"

const json = { "content-type": "application/json" }

describe.each(oldApps)("inside $name", ({ name, start }) => {
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
  const ask = async (path: string, init?: RequestInit) => {
    const reply = await fetch(`http://127.0.0.1:${started.port}${path}`, init)
    return { status: reply.status, text: await reply.text() }
  }

  it("answers the routes that have moved", async () => {
    expect(await ask("/new")).toEqual({ status: 200, text: '{"from":"new"}' })
    expect(await ask("/new/items/a%2Fb")).toEqual({ status: 200, text: '{"id":"a/b"}' })
    expect(await ask("/new", { method: "HEAD" })).toEqual({ status: 200, text: "" })
  })

  it("leaves the others to the old application", async () => {
    expect(await ask("/old")).toEqual({ status: 200, text: "old" })
  })

  it("leaves the bodies of the others unread", async () => {
    const body = JSON.stringify({ text: "x".repeat(50_000) })
    expect(await ask("/old/echo", { method: "POST", headers: json, body })).toEqual({
      status: 200,
      text: body,
    })
  })

  // A folder of Next.js answers all methods of its path.
  it.skipIf(name === "a route handler")(
    "leaves another method of a path to the old application",
    async () => {
      expect(await ask("/new", { method: "POST", headers: json, body: "{}" })).toEqual({
        status: 200,
        text: "old",
      })
    },
  )

  it("lets the last in line answer what nobody has", async () => {
    const toNew = { status: 404, text: '{"error":"Not Found"}' }
    const toOld = { status: 404, text: "old: not found" }
    const last = name === "Express" || name === "Fastify" ? toOld : toNew
    expect(await ask("/nobody")).toEqual(last)
    expect(await ask("/nobody", { method: "POST", headers: json, body: "{}" })).toEqual(last)
  })

  it("goes on with the same connection, whoever answers", async () => {
    const socket = await RawSocket.open(started.port)
    const bodies: unknown[] = []
    for (const path of ["/new", "/old", "/new", "/old"]) {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`)
      bodies.push((await socket.reply())?.body)
    }
    socket.end()
    expect(bodies).toEqual(['{"from":"new"}', "old", '{"from":"new"}', "old"])
  })
})

describe("in front of an Express application", () => {
  let started: Started
  beforeAll(async () => {
    const { app } = await createNewApp({ middlewares: [cors({ origin: "https://app.example" })] })
    const old = express()
    old.use("/prefix", toNode(app))
    old.use(toNode(app))
    // Not deleted when it moved.
    old.get("/new", (_req, res) => void res.send("old"))
    old.use((req, res) => void res.status(404).send(`old: ${req.method} ${req.url}`))
    started = await listen(old)
  })
  afterAll(() => started.stop())

  const send = async (target: string, method = "GET", ...lines: readonly string[]) => {
    const socket = await RawSocket.open(started.port)
    socket.write([`${method} ${target} HTTP/1.1`, "Host: a", ...lines, "", ""].join("\r\n"))
    const reply = await socket.reply(method)
    socket.end()
    return reply
  }

  it("answers below a prefix, which its routes do not have", async () => {
    expect(await send("/prefix/new/items/7?x=1")).toMatchObject({ status: 200, body: '{"id":"7"}' })
  })

  it("gives a request below the prefix back with its whole path", async () => {
    expect(await send("/prefix/nobody?x=1")).toMatchObject({
      status: 404,
      body: "old: GET /prefix/nobody?x=1",
    })
  })

  it.each(["/new/./items/7", "/new/x/../items/7", "/new/%2e%2E/items", "/new\\items\\7", "/new#x"])(
    "rejects %s, which the next server could read as one of its paths",
    async (target) => {
      expect(await send(target)).toMatchObject({ status: 400, body: '{"error":"Bad Request"}' })
    },
  )

  it("has no route for a malformed path, whoever has one", async () => {
    expect(await send("/new/items/%zz")).toMatchObject({ status: 404, body: "old: GET /new/items/%zz" })
  })

  it("passes on what is not about a path", async () => {
    expect(await send("*", "OPTIONS")).toMatchObject({ status: 404, body: "old: OPTIONS *" })
  })

  it("answers the preflight of a route that it has, and no other", async () => {
    const preflight = (path: string, method: string) =>
      send(path, "OPTIONS", "Origin: https://app.example", `Access-Control-Request-Method: ${method}`)
    expect((await preflight("/new", "GET"))?.lines).toContain(
      "access-control-allow-origin: https://app.example",
    )
    expect(await preflight("/new", "PUT")).toMatchObject({ status: 404, body: "old: OPTIONS /new" })
    expect(await send("/new", "OPTIONS")).toMatchObject({ status: 404, body: "old: OPTIONS /new" })
  })

  // Why the guide says to delete them.
  it("does not hide an old route whose path Express also matches in other spellings", async () => {
    expect(await send("/new")).toMatchObject({ body: '{"from":"new"}' })
    expect(await send("/New/")).toMatchObject({ body: "old" })
  })
})

import express from "express"
import Fastify from "fastify"
import type { AddressInfo } from "node:net"
import { toNode } from "trivet/node"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { RawSocket } from "../attacks/raw-socket.ts"
import { createNewApp, type NewApp, oldUser } from "./new-app.ts"
import { listen, type Started } from "./old-apps.ts"

describe("what an old application says before", () => {
  let created: NewApp
  let started: Started
  beforeAll(async () => {
    created = await createNewApp()
    const answer = toNode(created.app)
    const old = express()
    old.use((_req, res, next) => {
      res.cookie("old", "1")
      res.vary("Origin")
      res.set("X-Old", "yes")
      next()
    })
    old.use((req, res, next) => {
      const user = req.get("x-token")
      if (user === undefined) answer(req, res, next)
      else oldUser.run(user, () => answer(req, res, next))
    })
    old.use((_req, res) => void res.send(`old: ${oldUser.getStore()}`))
    started = await listen(old)
  })
  afterAll(async () => {
    await started.stop()
    await created.app.stop()
  })

  const ask = (path: string, token?: string) =>
    `GET ${path} HTTP/1.1\r\nHost: a\r\n${token === undefined ? "" : `X-Token: ${token}\r\n`}\r\n`
  const send = async (path: string, token?: string) => {
    const socket = await RawSocket.open(started.port)
    socket.write(ask(path, token))
    const reply = await socket.reply()
    socket.end()
    return reply!
  }

  it("is sent with the reply: headers, cookies and Vary of both", async () => {
    const { lines } = await send("/new/cookies")
    const values = (name: string) =>
      lines.filter((line) => line.toLowerCase().startsWith(name)).map((line) => line.split(": ")[1])
    expect(values("set-cookie")).toEqual(["new=1; Path=/; HttpOnly; SameSite=Lax", "old=1; Path=/"])
    expect(values("vary").join(", ")).toBe("Accept, Origin")
    expect(values("x-old")).toEqual(["yes"])
    expect((await send("/new")).lines).toContain("Set-Cookie: old=1; Path=/")
  })

  it("does not decide which line of a repeated header counts", async () => {
    const socket = await RawSocket.open(started.port)
    const lines = ["Authorization: Bearer a", "Authorization: Bearer b"]
    socket.write(["GET /new/authorization HTTP/1.1", "Host: a", ...lines, "", ""].join("\r\n"))
    expect((await socket.reply())?.body).toBe('{"value":"Bearer a, Bearer b"}')
    socket.end()
  })

  it("reaches a middleware through an AsyncLocalStorage of the two applications", async () => {
    expect((await send("/new/user", "ada")).body).toBe('{"before":"ada","after":"ada"}')
    expect(await send("/new/user")).toMatchObject({ status: 401 })
    expect((await send("/nobody", "ada")).body).toBe("old: ada")
  })

  it("belongs to its own request also where several are sent at once", async () => {
    const socket = await RawSocket.open(started.port)
    const tokens = ["ada", "grace", undefined, "edsger"]
    socket.write(tokens.map((token) => ask("/new/user", token)).join(""))
    const bodies: unknown[] = []
    for (const _ of tokens) bodies.push((await socket.reply())?.body)
    socket.end()
    expect(bodies).toEqual([
      '{"before":"ada","after":"ada"}',
      '{"before":"grace","after":"grace"}',
      '{"error":"Unauthorized"}',
      '{"before":"edsger","after":"edsger"}',
    ])
  })

  it("is not asked of requests that wait behind one whose client leaves", async () => {
    const socket = await RawSocket.open(started.port)
    socket.write(`${ask("/new/steps/ahead")}${ask("/new/waits/behind")}`)
    await expect.poll(() => socket.received).toContain("first,")
    socket.end()
    await expect
      .poll(() => created.routes.fates.get("ahead")?.outcome)
      .toEqual({ status: 200, aborted: true })
    expect(created.routes.fates.has("behind")).toBe(false)
  })
})

describe("what hooks of Fastify say before", () => {
  it("reaches a middleware in the same way", async () => {
    const { app } = await createNewApp()
    const answer = toNode(app)
    const old = Fastify()
    old.decorateRequest("user", "")
    old.addHook("onRequest", async (request) => {
      await new Promise((go) => setTimeout(go, 1))
      request.setDecorator("user", `user of ${String(request.headers["x-token"])}`)
    })
    old.addHook("onRequest", (request, reply, done) =>
      oldUser.run(request.getDecorator("user"), () => answer(request.raw, reply.raw, done)),
    )
    await old.listen({ port: 0, host: "127.0.0.1" })
    const { port } = old.server.address() as AddressInfo
    const reply = await fetch(`http://127.0.0.1:${port}/new/user`, { headers: { "x-token": "ada" } })
    expect(await reply.json()).toEqual({ before: "user of ada", after: "user of ada" })
    await old.close()
    await app.stop()
  })

  it("is all that inject() needs, which has no connection", async () => {
    const { app } = await createNewApp()
    const answer = toNode(app)
    const old = Fastify()
    old.addHook("onRequest", (request, reply, done) => answer(request.raw, reply.raw, done))
    old.get("/old", () => "old")
    expect((await old.inject("/old")).body).toBe("old")
    const { body } = await old.inject({ method: "POST", url: "/new/length", payload: "body" })
    expect(body).toBe('{"length":4}')
    await old.close()
    await app.stop()
  })
})

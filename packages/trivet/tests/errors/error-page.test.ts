import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type App, createApp } from "../../src/index.ts"
import { toFetch } from "../../src/fetch.ts"
import { serve, type Served } from "../../src/node.ts"
import { createTestLog } from "../../src/testing.ts"
import { type ErrorView, html, web } from "../../src/web.ts"
import { valuesOf } from "../attacks/raw-reply.ts"
import { RawSocket } from "../attacks/raw-socket.ts"
import { kinds, rejectedHeads } from "./kinds.ts"
import { release, ShopModule } from "./shop.ts"

const page: ErrorView = ({ status, message }, { nonce }) =>
  html`<!doctype html><style nonce="${nonce}"></style><h1 lang="de">${status} größer als ${message}</h1>`

const shown = (status: number, message: string) => `<h1 lang="de">${status} größer als ${message}</h1>`

const { log, lines } = createTestLog()

async function start(error: ErrorView | undefined): Promise<[App, Served]> {
  const app = await createApp(ShopModule, {
    platform: web(error && { error }),
    methodNotAllowed: true,
    bodyLimit: 1_000,
    // In development, errors of code have the page of the framework.
    production: true,
    log,
  })
  const served = await serve(app, {
    port: 0,
    host: "127.0.0.1",
    signals: false,
    drainDelay: 0,
    stopTimeout: 300,
    overload: { maxInFlight: 8, maxDelay: 30_000 },
  })
  return [app, served]
}

async function overloaded({ port }: Served): Promise<{ readonly type: string; readonly body: string }> {
  const sockets: RawSocket[] = []
  for (let sent = 0; sent < 8; sent++) {
    const socket = await RawSocket.open(port)
    socket.write("GET /wait HTTP/1.1\r\nHost: a\r\n\r\n")
    sockets.push(socket)
  }
  await expect.poll(() => sockets.some(({ received }) => received !== "")).toBe(true)
  const reply = (await sockets.find(({ received }) => received !== "")!.reply())!
  for (const socket of sockets) socket.end()
  for (const go of release.splice(0)) go()
  expect(reply.status).toBe(503)
  return { type: valuesOf(reply, "content-type")[0]!, body: reply.body }
}

describe("web({ error })", () => {
  let app: App
  let served: Served
  beforeAll(async () => {
    ;[app, served] = await start(page)
    await fetch(`${served.url}/limited`)
  })
  afterAll(() => served.stop())

  // A form of another type is read by its `Content-Type`, so a body needs one.
  const headersOf = (headers: object = {}) => ({
    accept: "text/html",
    "content-type": "application/json",
    ...headers,
  })

  it.each(kinds)(
    "is the page from Node: $name",
    async ({ method = "GET", path, headers, body, status, message }) => {
      const init = { method, headers: headersOf(headers), ...(body !== undefined && { body }) }
      const reply = await fetch(`${served.url}${path}`, init)
      expect([reply.status, reply.headers.get("content-type")]).toEqual([status, "text/html; charset=utf-8"])
      expect(await reply.text()).toContain(shown(status, message))
    },
  )

  it.each(kinds)(
    "is the page through fetch: $name",
    async ({ method = "GET", path, status, message, ...kind }) => {
      const init = { method, headers: headersOf(kind.headers), body: kind.body ?? null }
      const from = { remoteAddr: { hostname: "127.0.0.1" } }
      const reply = await toFetch(app)(new Request(`http://localhost${path}`, init), from)
      expect([reply.status, reply.headers.get("content-type")]).toEqual([status, "text/html; charset=utf-8"])
      expect(await reply.text()).toContain(shown(status, message))
    },
  )

  it.each(rejectedHeads)(
    "is the page for a head that Node rejects: $name",
    async ({ head, status, message }) => {
      const socket = await RawSocket.open(served.port)
      socket.write(`${head}\r\n\r\n`)
      const reply = await socket.reply()
      socket.end()
      expect(reply?.status).toBe(status)
      expect(reply?.body).toContain(shown(status, message))
    },
  )

  it("is the page with 503 under overload, rendered once", async () => {
    const { type, body } = await overloaded(served)
    expect(type).toBe("text/html; charset=utf-8")
    expect(body).toContain(shown(503, "Service Unavailable"))
  })
})

describe("the 503 under overload of a site", () => {
  it.each<[string, ErrorView | undefined]>([
    ["that has no page of its own", undefined],
    ["whose page waits for promises", () => html`${Promise.resolve("later")}`],
  ])("is a plain page: %s", async (_, view) => {
    const [, served] = await start(view)
    const { type, body } = await overloaded(served)
    await served.stop()
    expect([type, body]).toEqual([
      "text/html; charset=utf-8",
      "<!doctype html><title>Service Unavailable</title><h1>Service Unavailable</h1>",
    ])
  })

  it("is the default one, and the reason is logged, if the page fails", async () => {
    const [, served] = await start(() => {
      throw new Error("no page")
    })
    expect(await overloaded(served)).toEqual({
      type: "application/json; charset=utf-8",
      body: '{"error":"Service Unavailable"}',
    })
    await served.stop()
    expect(lines).toContainEqual(
      expect.objectContaining({
        level: 50,
        status: 503,
        err: expect.objectContaining({ message: "no page" }) as unknown,
      }),
    )
  })
})

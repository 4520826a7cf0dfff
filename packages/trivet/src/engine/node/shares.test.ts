import { connect, type Socket } from "node:net"
import { afterEach, describe, expect, it } from "vitest"
import { createApp } from "../create-app.ts"
import { get, post, routes } from "../../module/routes/make-route.ts"
import { module } from "../../module/module.ts"
import { api } from "../../platform/api/api.ts"
import type { Context } from "../../context/context.ts"
import { createTestLog } from "../../testing/test-log.ts"
import { serve } from "./serve.ts"
import type { ServeOptions } from "./serve-options.ts"
import type { Served } from "./served.ts"

let served: Served | undefined
const release: (() => void)[] = []
const sockets: Socket[] = []
afterEach(async () => {
  for (const go of release.splice(0)) go()
  for (const socket of sockets.splice(0)) socket.destroy()
  await served?.stop()
})

class Waiting {
  routes() {
    return routes([
      get("/hello", () => "hello"),
      get("/wait", () => new Promise<string>((go) => release.push(() => go("waited")))),
      post("/upload", async (ctx: Context) => (await ctx.request().body()).length),
    ])
  }
}

// Long: on a machine that is busy with other things nothing else may be the reason.
const delay = 30_000

const { log, lines } = createTestLog()

async function start(options: ServeOptions, trustedProxies?: readonly string[]): Promise<void> {
  const root = module({ name: "waiting", declarations: [Waiting] })
  const app = await createApp(root, { platform: api(), log, ...(trustedProxies && { trustedProxies }) })
  served = await serve(app, {
    port: 0,
    host: "127.0.0.1",
    signals: false,
    drainDelay: 0,
    stopTimeout: 300,
    ...options,
  })
}

/** What became of a call: its status, `closed`, or `open` where nothing came. */
interface Fate {
  readonly socket: Socket
  end: number | "closed" | "open"
}

/** Sends some bytes over a connection of its own, from an address of this machine. */
function send(text: string, address = "127.0.0.1"): Fate {
  const socket = connect({ port: served!.port, host: "127.0.0.1", localAddress: address })
  sockets.push(socket)
  const fate: Fate = { socket, end: "open" }
  socket.on("data", (data) => {
    if (fate.end === "open") fate.end = Number(String(data).slice(9, 12))
  })
  socket.on("error", () => undefined)
  socket.on("close", () => {
    if (fate.end === "open") fate.end = "closed"
  })
  if (text !== "") socket.write(text)
  return fate
}

const ask = (path: string, ...headers: string[]) =>
  [`GET ${path} HTTP/1.1`, "Host: a", ...headers, "", ""].join("\r\n")

/** Waits until so many are no longer open. */
async function settled(fates: readonly Fate[], count: number): Promise<Record<string, number>> {
  await expect.poll(() => fates.filter(({ end }) => end !== "open").length).toBeGreaterThanOrEqual(count)
  // Whoever is to stay open is asked for again a little later.
  await new Promise((go) => setTimeout(go, 50))
  const counts: Record<string, number> = {}
  for (const { end } of fates) counts[end] = (counts[end] ?? 0) + 1
  return counts
}

/** Sends some calls one after the other, so that each finds those before it in flight. */
async function sendEach(count: number, text: string, address: string): Promise<Fate[]> {
  const fates: Fate[] = []
  for (let sent = 0; sent < count; sent++) {
    fates.push(send(text, address))
    await new Promise((go) => setTimeout(go, 5))
  }
  return fates
}

const hello = async (address: string, ...headers: string[]) => {
  const fate = send(ask("/hello", ...headers), address)
  await settled([fate], 1)
  return fate.end
}

describe("calls in flight", () => {
  it("are half of all places for one client address, and the others' for others", async () => {
    await start({ overload: { maxInFlight: 8, maxDelay: delay } })
    const many = await sendEach(12, ask("/wait"), "127.0.0.1")
    expect(await settled(many, 8)).toEqual({ open: 4, 503: 8 })
    expect(await hello("127.0.0.1")).toBe(503)
    expect(await hello("127.0.0.2")).toBe(200)
    const others = await sendEach(3, ask("/wait"), "127.0.0.3")
    expect(await settled(others, 1)).toEqual({ open: 2, 503: 1 })
    expect(lines.some(({ client }) => client === "127.0.0.1")).toBe(true)
    for (const go of release.splice(0)) go()
    await expect.poll(() => hello("127.0.0.1")).toBe(200)
  })

  it("are counted again when it is crowded again", async () => {
    await start({ overload: { maxInFlight: 8, maxDelay: delay } })
    const first = await sendEach(5, ask("/wait"), "127.0.0.1")
    expect(await settled(first, 1)).toEqual({ open: 4, 503: 1 })
    for (const go of release.splice(0)) go()
    await settled(first, 5)
    const second = await sendEach(6, ask("/wait"), "127.0.0.2")
    expect(await settled(second, 2)).toEqual({ open: 4, 503: 2 })
  })

  it("count only while they last: a client may make many short ones after each other", async () => {
    await start({ overload: { maxInFlight: 8, maxDelay: delay } })
    await settled(await sendEach(4, ask("/wait"), "127.0.0.1"), 0)
    const short = await sendEach(12, ask("/hello"), "127.0.0.2")
    expect((await settled(short, 12))[200]).toBeGreaterThanOrEqual(10)
  })

  it("are never more than allowed, whoever sends them", async () => {
    await start({ overload: { maxInFlight: 8, maxDelay: delay } })
    const fates: Fate[] = []
    for (const address of ["127.0.0.1", "127.0.0.2", "127.0.0.3", "127.0.0.4", "127.0.0.5"])
      fates.push(...(await sendEach(2, ask("/wait"), address)))
    expect(await settled(fates, 2)).toEqual({ open: 8, 503: 2 })
  })

  it("count for the address that a trusted proxy forwards, and for none where it forwards none", async () => {
    await start({ overload: { maxInFlight: 8, maxDelay: delay } }, ["127.0.0.1"])
    const many = await sendEach(10, ask("/wait", "X-Forwarded-For: 192.0.2.1"), "127.0.0.1")
    expect(await settled(many, 6)).toEqual({ open: 4, 503: 6 })
    expect(await hello("127.0.0.1", "X-Forwarded-For: 192.0.2.1")).toBe(503)
    expect(await hello("127.0.0.1", "X-Forwarded-For: 192.0.2.2")).toBe(200)
    expect(await hello("127.0.0.1")).toBe(200)
    expect(await hello("127.0.0.2", "X-Forwarded-For: 192.0.2.1")).toBe(200)
  })

  it("count together for the addresses of one IPv6 network", async () => {
    await start({ overload: { maxInFlight: 8, maxDelay: delay } }, ["127.0.0.1"])
    for (const last of [1, 2, 3, 4])
      await sendEach(1, ask("/wait", `X-Forwarded-For: 2001:db8:0:1::${last}`), "127.0.0.1")
    expect(await hello("127.0.0.1", "X-Forwarded-For: 2001:db8:0:1:ffff::9")).toBe(503)
    expect(await hello("127.0.0.1", "X-Forwarded-For: 2001:db8:0:2::1")).toBe(200)
  })

  it("are uploads too: as many again as other calls, but no more", async () => {
    await start({ overload: { maxInFlight: 4, maxDelay: delay } })
    const upload = "POST /upload HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nx"
    const fates: Fate[] = []
    const round = async (from: number, to: number) => {
      for (let at = from; at < to; at++) fates.push(...(await sendEach(1, upload, `127.0.1.${at}`)))
      // The number of uploads is looked at every 50 ms.
      await new Promise((go) => setTimeout(go, 150))
    }
    await round(1, 5)
    expect(await hello("127.0.0.1")).toBe(200)
    await round(5, 9)
    await round(9, 12)
    expect(await settled(fates, 3)).toEqual({ open: 8, 503: 3 })
    expect(await hello("127.0.0.1")).toBe(503)
  })

  it("are not shared out where overload is off", async () => {
    await start({ overload: false })
    const many = await sendEach(20, ask("/wait"), "127.0.0.1")
    expect(await hello("127.0.0.1")).toBe(200)
    expect(await settled(many, 0)).toEqual({ open: 20 })
  })
})

describe("connections", () => {
  it("are half of all places for one client address, and the others' for others", async () => {
    await start({ maxConnections: 8 })
    const many = await sendEach(7, ask("/wait"), "127.0.0.1")
    expect(await settled(many, 3)).toEqual({ open: 4, closed: 3 })
    expect(await hello("127.0.0.1")).toBe("closed")
    const others = await sendEach(3, ask("/wait"), "127.0.0.2")
    expect(await settled(others, 1)).toEqual({ open: 2, closed: 1 })
    expect(await hello("127.0.0.3")).toBe(200)
    for (const { socket } of many) socket.destroy()
    await expect.poll(() => hello("127.0.0.1")).toBe(200)
  })

  it("no longer count when they are closed", async () => {
    await start({ maxConnections: 8 })
    const first = await sendEach(5, ask("/wait"), "127.0.0.1")
    expect(await settled(first, 1)).toEqual({ open: 4, closed: 1 })
    await sendEach(2, ask("/wait"), "127.0.0.2")
    for (const { socket } of first.slice(0, 3)) socket.destroy()
    await settled(first, 4)
    await sendEach(2, ask("/wait"), "127.0.0.3")
    expect(await hello("127.0.0.1")).toBe(200)
  })

  it("are not shared out to a trusted proxy, but are never more than allowed", async () => {
    await start({ maxConnections: 8 }, ["127.0.0.1"])
    const many = await sendEach(11, ask("/wait"), "127.0.0.1")
    expect(await settled(many, 3)).toEqual({ open: 8, closed: 3 })
    expect(await hello("127.0.0.2")).toBe("closed")
    for (const go of release.splice(0)) go()
    expect(await settled(many, 11)).toEqual({ 200: 8, closed: 3 })
  })

  it("that are idle make room for new ones, and those with a call do not", async () => {
    await start({ maxConnections: 4 }, ["127.0.0.1"])
    const waiting = await sendEach(2, ask("/wait"), "127.0.0.1")
    const idle = await sendEach(2, ask("/hello"), "127.0.0.1")
    await settled(idle, 2)
    let closed = 0
    for (const { socket } of idle) socket.on("close", () => closed++)
    const next = await sendEach(3, ask("/wait"), "127.0.0.1")
    expect(await settled(next, 1)).toEqual({ open: 2, closed: 1 })
    expect(closed).toBe(2)
    expect(await settled(waiting, 0)).toEqual({ open: 2 })
  })

  it.each([0, -1, Number.NaN])("cannot be limited to %s", async (maxConnections) => {
    await expect(start({ maxConnections })).rejects.toThrow(/`maxConnections` is/)
  })
})

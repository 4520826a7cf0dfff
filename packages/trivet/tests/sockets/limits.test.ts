import { execFile } from "node:child_process"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { promisify } from "node:util"
import { afterEach, describe, expect, it } from "vitest"
import {
  createApp,
  Fault,
  module,
  routes,
  type Context,
  type Middleware,
  type Next,
  PublicError,
  socket,
  type SocketContext,
} from "trivet"
import type { SocketLimits } from "trivet/extend"
import { api } from "trivet/api"
import { serve, type Served, toNode } from "trivet/node"
import { createTestLog } from "trivet/testing"
import { openRaw } from "./handshake.ts"
import { TestClient } from "./test-client.ts"

let guard: (ctx: Context) => void | Promise<void> = () => undefined

function thrown(message: string): never {
  throw new Error(message)
}

class Guard implements Middleware {
  readonly security = { name: "any", scheme: { type: "http", scheme: "bearer" } } as const

  async handle(ctx: Context, next: Next) {
    await guard(ctx)
    return next()
  }
}

function moduleOf(limits: SocketLimits) {
  class Sockets {
    routes() {
      return routes([socket("/echo", this.echo, { limits, middlewares: [Guard] })])
    }
    async echo(ctx: SocketContext) {
      for await (const message of ctx.messages) ctx.send(message)
    }
  }
  return module({ name: "limits", declarations: [Sockets] })
}

let served: Served | undefined
const { log, lines } = createTestLog()

async function start(limits: SocketLimits): Promise<string> {
  guard = () => undefined
  served = await serve(moduleOf(limits), { platform: api(), log, port: 0, signals: false, drainDelay: 0 })
  return `ws://127.0.0.1:${served.port}/echo`
}

afterEach(async () => {
  await served?.stop()
  served = undefined
})

describe("a connection that nobody uses", () => {
  it("is cut if its client gives no sign of life, and kept if it does", async () => {
    const alive = await TestClient.open(await start({ heartbeatSeconds: 0.2 }))
    const silent = await openRaw(served!.port, "/echo")
    expect(await silent.closes(60_000)).toBe(true)
    alive.send("here")
    expect(await alive.next()).toBe("here")
    alive.close()
  })

  it("is closed after `idleSeconds` without a message, however alive it is", async () => {
    const client = await TestClient.open(await start({ idleSeconds: 0.3, heartbeatSeconds: 0.1 }))
    client.send(1)
    expect(await client.next()).toBe(1)
    expect(await client.closed).toEqual({ code: 1000, reason: "idle" })
  })
})

describe("a stop", () => {
  it("closes a connection that is opened while others are being closed", async () => {
    const url = await start({})
    const early = await TestClient.open(url)
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
    guard = () => {
      ask()
      return held
    }
    const opening = TestClient.open(url)
    await asked
    const stopped = served!.stop()
    expect(await early.closed).toEqual({ code: 1001, reason: "going away" })
    release()
    const late = await opening
    expect(await late.closed).toEqual({ code: 1001, reason: "going away" })
    await stopped
  })
})

describe("what a handler does at the end", () => {
  async function serveHandler(handle: (ctx: SocketContext) => Promise<void>): Promise<string> {
    class Sockets {
      routes() {
        return routes([socket("/ends", handle, { limits: { perNetwork: 1 } })])
      }
    }
    const App = module({ name: "ends", declarations: [Sockets] })
    served = await serve(App, { platform: api(), log, port: 0, signals: false, drainDelay: 0 })
    return `ws://127.0.0.1:${served.port}/ends`
  }

  it.each([
    ["throws", () => thrown("the listener throws")],
    ["rejects", async () => thrown("the listener rejects")],
  ])("is logged if a listener of onDone() %s, and its place is free again", async (_, listener) => {
    const address = await serveHandler(async (ctx) => {
      ctx.onDone(listener)
      for await (const message of ctx.messages) ctx.send(message)
    })
    const client = await TestClient.open(address)
    client.close()
    await client.closed
    await expect.poll(() => lines.map(({ msg }) => msg)).toContain("a listener of onDone failed")
    const again = () =>
      TestClient.open(address).then(
        (next) => next.close(),
        () => "full",
      )
    await expect.poll(again).toBeUndefined()
  })

  it("closes with as much of a reason as a frame can have", async () => {
    const address = await serveHandler(async (ctx) => ctx.close(4000, "x".repeat(200)))
    const client = await TestClient.open(address)
    expect(await client.closed).toEqual({ code: 4000, reason: "x".repeat(123) })
  })
})

describe("guards that decide again", () => {
  it("are told when each decision is over", async () => {
    let open = 0
    const client = await TestClient.open(await start({ recheckSeconds: 0.05 }))
    let asked = 0
    guard = (ctx) => {
      open++
      asked++
      ctx.onDone(() => open--)
    }
    await expect.poll(() => asked).toBeGreaterThan(3)
    guard = () => undefined
    await expect.poll(() => open).toBe(0)
    client.close()
  })

  it("close a connection only when they reject it, not while they fail", async () => {
    const client = await TestClient.open(await start({ recheckSeconds: 0.05 }))
    let asked = 0
    guard = () => {
      asked++
      throw new Error("the store is gone")
    }
    await expect.poll(() => asked).toBeGreaterThan(5)
    client.send("still open")
    expect(await client.next()).toBe("still open")
    guard = () => {
      throw new PublicError(403, "Forbidden")
    }
    expect((await client.closed).code).toBe(1008)
  })
})

describe("a server that stops", () => {
  it("closes its sockets with 1001, spread over time, and takes no more", async () => {
    const url = await start({})
    const clients = await Promise.all(Array.from({ length: 40 }, () => TestClient.open(url)))
    const times: number[] = []
    const closed = clients.map(async (client) => {
      const { code } = await client.closed
      times.push(performance.now())
      return code
    })
    const stopped = served!.stop()
    expect(new Set(await Promise.all(closed))).toEqual(new Set([1001]))
    expect(await stopped).toBe(true)
    times.sort((a, b) => a - b)
    // Five seconds in all; the half in the middle must not come at once.
    expect(times[30]! - times[10]!).toBeGreaterThan(1_000)
    await expect(TestClient.open(url)).rejects.toThrow("ECONNREFUSED")
  })

  it("cuts those who do not answer, and ends", async () => {
    await start({})
    const deaf = await openRaw(served!.port, "/echo")
    deaf.pause()
    expect(await served!.stop()).toBe(true)
  })
})

describe("what cannot open a socket", () => {
  it("is another server: toNode() answers 426 and says why", async () => {
    const kept = createTestLog()
    const app = await createApp(moduleOf({}), { platform: api(), log: kept.log })
    const server = createServer(toNode(app)).listen(0)
    const { port } = server.address() as AddressInfo
    const reply = await fetch(`http://127.0.0.1:${port}/echo`)
    expect([reply.status, await reply.json()]).toEqual([426, { error: "Upgrade Required" }])
    server.close()
    await app.stop()
  })

  it("is a server without the package ws, which says what to install", async () => {
    const hide = `import { registerHooks } from "node:module"
      registerHooks({ resolve: (name, context, next) => {
        if (name === "ws") throw new Error("Cannot find package 'ws'")
        return next(name, context)
      } })`
    const program = `import { serve } from "trivet/node"
      import { module, socket } from "trivet"
      import { api } from "trivet/api"
      class Sockets { routes() { return [socket("/echo", () => undefined)] } }
      await serve(module({ name: "a", declarations: [Sockets] }), { platform: api(), port: 0 })`
    const flags = ["--conditions=@trivet/source", `--import=data:text/javascript,${encodeURIComponent(hide)}`]
    const failed = promisify(execFile)(process.execPath, [...flags, "--input-type=module", "-e", program], {
      cwd: import.meta.dirname,
    })
    await expect(failed).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/SOCKET_LIBRARY_MISSING[^]*`GET \/echo`[^]*npm install ws/) as string,
    })
  })

  it("are limits that are none", () => {
    for (const limits of [{ messageBytes: 0 }, { perUser: Number.NaN }, { heartbeatSeconds: -1 }])
      expect(() => socket("/a", () => undefined, { limits })).toThrow(Fault)
    const misspelt = { messagesBytes: 5 } as SocketLimits
    expect(() => socket("/a", () => undefined, { limits: misspelt })).toThrow(/write `messageBytes`/)
  })
})

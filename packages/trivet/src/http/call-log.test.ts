import { describe, expect, it } from "vitest"
import { Ticker, TickModule, tick } from "../../tests/kinds/tick.ts"
import { callLog, type Context, get, health, module, requestId } from "../index.ts"
import type { CallLogOptions } from "../extend.ts"
import { createTestApp } from "../testing.ts"

class Users {
  routes() {
    return [get("/users/:id", (ctx) => ({ id: ctx.param("id") })), get("/fails", this.fails)]
  }
  fails(_ctx: Context): never {
    throw new Error("secret")
  }
}

describe("callLog", () => {
  it("writes the pattern of a call, never its path, query or headers", async () => {
    const root = module({ name: "test", declarations: [Users] })
    const app = await createTestApp(root, { middlewares: [requestId(), callLog()] })
    const request = { headers: { authorization: "Bearer secret", "x-request-id": "7" } }
    await app.request("GET", "/users/secret?token=secret", request)
    expect(app.logs).toHaveLength(1)
    expect(app.logs[0]).toMatchObject({
      level: 30,
      method: "GET",
      route: "/users/:id",
      status: 200,
      request_id: "7",
    })
    expect(app.logs[0]!["ms"]).toBeGreaterThanOrEqual(0)
    expect(JSON.stringify(app.logs)).not.toContain("secret")
  })

  it("writes probes that succeed at the level debug, and those that fail at info", async () => {
    let isWell = true
    class Database {
      onHealth() {
        if (!isWell) throw new Error("down")
      }
    }
    const root = module({ name: "test", imports: [health({ reuse: 0 })], declarations: [Users, Database] })
    const app = await createTestApp(root, { middlewares: [callLog()] })
    const levels = async (path: string) => {
      await app.request("GET", path)
      return app.logs.findLast(({ msg }) => msg === "call")?.level
    }
    expect(await levels("/users/1")).toBe(30)
    expect(await levels("/health/live")).toBe(20)
    expect(await levels("/health/ready")).toBe(20)
    isWell = false
    expect(await levels("/health/ready")).toBe(30)
  })

  it("writes no method for calls that are not requests", async () => {
    class Clock {
      routes() {
        return [tick("tick", () => 1)]
      }
    }
    const root = module({ name: "test", imports: [TickModule], declarations: [Clock], exports: [Ticker] })
    const app = await createTestApp(root, { middlewares: [callLog()] })
    await app.get(Ticker).tick("tick")
    expect(app.logs).toMatchObject([{ msg: "call", route: "tick", status: 200 }])
    expect(app.logs[0]).not.toHaveProperty("method")
  })

  it.each([
    ["/none/secret", 404],
    ["/%", 400],
    ["/x/../secret", 400],
  ])("writes calls that find no route too: %s", async (path, status) => {
    const root = module({ name: "test", declarations: [Users] })
    const app = await createTestApp(root, { middlewares: [callLog()] })
    await app.request("GET", path)
    expect(app.logs).toEqual([expect.objectContaining({ route: "(no route)", status })])
    expect(JSON.stringify(app.logs)).not.toContain("secret")
  })

  it("writes one line for a call that fails, beside that of the failure", async () => {
    const app = await createTestApp(module({ name: "test", declarations: [Users] }), {
      middlewares: [callLog()],
    })
    await app.request("GET", "/fails")
    expect(app.logs.map((line) => line.msg)).toEqual(["call failed", "call"])
  })
})

describe("options of callLog", () => {
  const start = (options: CallLogOptions) =>
    createTestApp(module({ name: "test", declarations: [Users] }), { middlewares: [callLog(options)] })

  it("add fields, and choose the level by status", async () => {
    const app = await start({
      fields: (ctx, { status }) => ({ agent: ctx.header("user-agent"), good: status < 400 }),
      level: (status) => (status >= 400 ? "warn" : "debug"),
    })
    await app.request("GET", "/users/1", { headers: { "user-agent": "curl" } })
    await app.request("GET", "/none")
    expect(app.logs).toMatchObject([
      { level: 20, status: 200, agent: "curl", good: true },
      { level: 40, status: 404, agent: "", good: false },
    ])
  })

  it("log a share of the calls, and every error", async () => {
    const app = await start({ sample: 0.2 })
    for (let at = 0; at < 1_000; at++) await app.request("GET", "/users/1")
    for (let at = 0; at < 50; at++) await app.request("GET", "/none")
    const good = app.logs.filter(({ status }) => status === 200).length
    // Six times the standard deviation around the mean.
    expect(Math.abs(good - 200)).toBeLessThan(76)
    expect(app.logs.length - good).toBe(50)
    const none = await start({ sample: 0 })
    await none.request("GET", "/users/1")
    expect(none.logs).toEqual([])
  })

  it("are rejected if they are invalid", () => {
    expect(() => callLog({ sample: 7 })).toThrow("`sample` is 7, not a number from 0 to 1")
    expect(() => callLog({ smaple: 1 } as never)).toThrow("smaple")
  })

  it("do not end the call if a function throws", async () => {
    const app = await start({ fields: () => JSON.parse("{") as object })
    expect((await app.request("GET", "/users/1")).status).toBe(200)
    expect(app.logs).toMatchObject([{ msg: "a listener of onDone failed" }])
  })
})

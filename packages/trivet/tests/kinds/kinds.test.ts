import { module, routes, Describe } from "trivet"
import { type RouteDescription, useCallScope } from "trivet/extend"
import { cli } from "trivet/cli"
import { createTestApp } from "trivet/testing"
import { describe, expect, it } from "vitest"
import { inspectedOf } from "../../src/app/inspected.ts"
import { App, middlewares, ticksOnly, Witness } from "./app.ts"
import { tick, Ticker, TickModule } from "./tick.ts"

const nameOf = ({ kind, method, path }: RouteDescription) => `${method ?? kind} ${path}`

describe("a kind of calls that a module brings", () => {
  it("is answered beside the platform's own, each from its own table", async () => {
    const app = await createTestApp(App)
    const ticker = app.get(Ticker)
    expect(await ticker.tick("reports/send/monday")).toEqual({ status: 200, value: { sent: "monday" } })
    expect((await app.request("GET", "/reports/monday")).json()).toEqual({ day: "monday" })
    expect((await app.request("GET", "/reports/send/monday")).status).toBe(404)
    expect((await ticker.tick("reports/monday")).status).toBe(500)
    await app.stop()
  })

  it("gets what a handler throws through its own platform", async () => {
    const app = await createTestApp(App)
    expect(await app.get(Ticker).tick("reports/fail")).toEqual({
      status: 500,
      value: { reason: "no paper" },
    })
    await app.stop()
  })

  it("is wrapped by the application's middlewares that are meant for it, and by no others", async () => {
    const witness = new Witness()
    const app = await createTestApp(App, { middlewares: middlewares(witness) })
    await app.get(Ticker).tick("reports/send/monday")
    await app.get(Ticker).tick("reports/unknown")
    const reply = await app.request("GET", "/reports/monday")
    expect(reply.headers.get("x-frame-options")).toBe("DENY")
    expect(witness.seen).toEqual(["reports/send/:day", "(no route)", "/reports/:day"])
    const around = Object.fromEntries(
      app
        .get(Describe)()
        .routes.map((route) => [nameOf(route), route.middlewares.map(({ name }) => name)]),
    )
    expect(around["GET /reports/:day"]).toEqual(["RequestId", "Cors", "SecurityHeaders", "Witness"])
    expect(around["tick reports/send/:day"]).toEqual(["RequestId", "ticksOnly", "Witness"])
    expect(around["command reports/send/:day"]).toEqual(["RequestId", "Witness"])
    await app.stop()
  })

  it("is described: which kinds are answered, of which kind each record is, and whom a middleware wraps", async () => {
    const app = await createTestApp(App, { middlewares: middlewares(new Witness()) })
    const { kinds, routes: described, middlewares: outermost } = app.get(Describe)()
    expect(kinds).toEqual(["request", "tick"])
    expect(described.map((route) => [nameOf(route), route.served])).toEqual([
      ["GET /reports/:day", true],
      ["command reports/send/:day", false],
      ["tick reports/send/:day", true],
      ["tick reports/fail", true],
    ])
    expect(Object.fromEntries(outermost.map(({ name, kinds: wrapped }) => [name, wrapped]))).toEqual({
      RequestId: undefined,
      Cors: ["request"],
      SecurityHeaders: ["request"],
      ticksOnly: ["tick"],
      Witness: undefined,
    })
    await app.stop()
  })

  it("is no command: the CLI platform answers commands alone", async () => {
    const app = await createTestApp(App, { platform: cli() })
    expect((await app.request("", "/reports/send/monday")).text()).toBe("sent monday\n")
    expect((await app.request("", "/reports/fail")).status).toBe(404)
    await app.stop()
  })

  it("runs in the call scope, where a service asks for it", async () => {
    class Scoped {
      readonly #scope = useCallScope("Scoped")
      routes() {
        return routes([tick("sweep/:what", () => ({ path: this.#scope.current()?.pattern }))])
      }
    }
    const app = await createTestApp(module({ name: "scoped", imports: [TickModule], declarations: [Scoped] }))
    expect(await app.get(Ticker).tick("sweep/halls")).toEqual({
      status: 200,
      value: { path: "sweep/:what" },
    })
    await app.stop()
  })

  it("is explained like any call", () => {
    const inspected = inspectedOf(App, { platform: cli() })
    const built = inspected.build()
    expect(inspected.explain(built, "tick", "reports/send/monday")).toMatchObject({
      method: "tick",
      searched: "tick",
      answer: "a route",
      route: "reports/send/:day",
      params: { day: "monday" },
    })
    expect(inspected.explain(built, "tick", "reports/nothing").answer).toBe("not found")
    expect(inspected.explain(built, "command", "reports/fail").answer).toBe("not found")
  })

  it("has faults of its own: two records for the same calls, and a value that nothing provides for the kind", async () => {
    class Twice {
      routes() {
        return routes([tick("sweep/:a", () => null), tick("sweep/:b", () => null)])
      }
    }
    const twice = module({ name: "twice", imports: [TickModule], declarations: [Twice] })
    await expect(createTestApp(twice)).rejects.toMatchObject({
      faults: [{ code: "ROUTE_CONFLICT", message: expect.stringContaining("`tick sweep/:b`") as string }],
    })
    const needy = { name: "needy", needs: ["request_id"] as const, handle: ticksOnly.handle }
    class Needs {
      routes() {
        return routes([tick("sweep", () => null, { middlewares: [needy] })])
      }
    }
    const requestsOnly = {
      kinds: ["request"],
      provides: ["request_id"],
      handle: ticksOnly.handle,
    } as const
    const needs = module({ name: "needs", imports: [TickModule], declarations: [Needs] })
    await expect(createTestApp(needs, { middlewares: [requestsOnly] })).rejects.toMatchObject({
      faults: [{ code: "VALUE_NOT_PROVIDED" }],
    })
  })

  it("cannot be answered by two platforms", async () => {
    class Rival {
      readonly ticker = new Ticker()
    }
    const root = module({ name: "rival", imports: [TickModule], declarations: [Rival] })
    await expect(createTestApp(root)).rejects.toMatchObject({ faults: [{ code: "KIND_SERVED_TWICE" }] })
  })

  it("refuses a misspelled kind at compile time", () => {
    // @ts-expect-error: `requests` is no kind, and a middleware for it would wrap nothing.
    const misspelled: Parameters<typeof middlewares>[0] = { kinds: ["requests"], handle: ticksOnly.handle }
    expect(misspelled.kinds).toEqual(["requests"])
  })
})

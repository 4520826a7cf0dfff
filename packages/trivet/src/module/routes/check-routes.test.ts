import { describe, expect, it } from "vitest"
import type { Context } from "../../context/context.ts"
import type { Next, WrappedRoute } from "../../context/middleware.ts"
import { Fault } from "../../fault/fault.ts"
import { get, group, post } from "./make-route.ts"
import { module } from "../module.ts"
import type { Route } from "./route.ts"
import { wire } from "../wire.ts"

const none = () => undefined

function codes(records: readonly Route[], middlewares: readonly (new () => Auth | Gate)[] = []): string[] {
  class Posts {
    routes() {
      return records
    }
  }
  const { faults } = wire(module({ name: "posts", declarations: [Posts] }), { middlewares })
  return faults.map(({ code, details }) => `${code} ${details["second"] ?? details["place"]}`)
}

class Auth {
  readonly provides = ["user_id"] as const
  handle(_ctx: Context, next: Next) {
    return next()
  }
}
class Gate {
  readonly needs = ["user_id"] as const
  handle(_ctx: Context, next: Next) {
    return next()
  }
}

describe("checkRoutes", () => {
  it.each([
    ["/posts", "/posts"],
    ["/posts/:id", "/posts/:slug"],
    ["/files/*", "/files/*"],
    ["/a/:x/*", "/a/:y/*"],
    ["/caf%C3%A9", "/café"],
  ])("refuses %s and %s together: one of them would never run", (first, second) => {
    expect(codes([get(first, none), get(second, none)])).toEqual([`ROUTE_CONFLICT GET ${second}`])
  })

  it.each([
    ["/posts", "/posts/"],
    ["/posts/:id", "/posts/new"],
    ["/posts/:id", "/posts/*"],
    ["/a/:x", "/:y/b"],
  ])("takes %s and %s together: each has calls of its own", (first, second) => {
    expect(codes([get(first, none), get(second, none)])).toEqual([])
  })

  it("takes one path under two methods, and as a command beside them", () => {
    const command = { path: "/posts", handler: none }
    expect(codes([get("/posts", none), post("/posts", none), command])).toEqual([])
  })

  it("finds that a middleware needs what comes after it or never", () => {
    expect(codes([get("/a", none, { middlewares: [Gate, Auth] })])).toEqual(["VALUE_NOT_PROVIDED `GET /a`"])
    expect(codes([get("/a", none, { middlewares: [Gate] })])).toEqual(["VALUE_NOT_PROVIDED `GET /a`"])
  })

  it("takes the value from the route, from its groups and from the application", () => {
    expect(codes([get("/a", none, { middlewares: [Auth, Gate] })])).toEqual([])
    expect(codes([group("/a", [Auth], [group("/b", [Gate], [get("/c", none)])])])).toEqual([])
    expect(codes([group("/a", [Gate], [get("/b", none)])], [Auth])).toEqual([])
  })

  it("does not take what another route's middlewares provide", () => {
    const records = [get("/a", none, { middlewares: [Auth] }), get("/b", none, { middlewares: [Gate] })]
    expect(codes(records)).toEqual(["VALUE_NOT_PROVIDED `GET /b`"])
  })

  it("tells a mistake in the application's own middlewares once, not for every route", () => {
    expect(codes([get("/a", none), get("/b", none)], [Gate])).toEqual(["VALUE_NOT_PROVIDED the application"])
  })

  it("tells each middleware of a route about it, and reports the faults that it throws", () => {
    const seen: string[] = []
    class Watching extends Gate {
      override readonly needs = [] as never
      onRoute({ method, path, isSocket }: WrappedRoute) {
        seen.push(`${method} ${path} ${isSocket}`)
        if (path === "/posts/b") throw new Fault("ROUTES_UNGUARDED", { routes: path })
      }
    }
    const records = [
      group("/posts", [Watching as never], [get("/a", none), get("/b", none)]),
      get("/c", none),
    ]
    expect(codes(records)).toEqual(["ROUTES_UNGUARDED undefined"])
    expect(seen).toEqual(["GET /posts/a false", "GET /posts/b false"])
  })

  it("finds records whose clients repeat calls, and that no middleware runs once", () => {
    class Once extends Gate {
      override readonly needs = [] as never
      readonly requiredHeaders = { "Idempotency-Key": "New." }
    }
    const record = post("/a", none, { idempotencyKey: "required" })
    expect(codes([record])).toEqual(["IDEMPOTENCY_KEY_UNREAD undefined"])
    expect(codes([group("/x", [Once as never], [record])])).toEqual([])
  })
})

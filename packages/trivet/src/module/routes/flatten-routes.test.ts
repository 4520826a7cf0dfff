import { describe, expect, it } from "vitest"
import type { Fault } from "../../fault/fault.ts"
import { flattenRoutes, isMiddlewareEntry } from "./flatten-routes.ts"
import { command, get, group, post } from "./make-route.ts"

function flatten(records: unknown) {
  const faults: Fault[] = []
  const leaves = flattenRoutes({ name: "Posts", routes: undefined }, records, faults)
  return { leaves, faults, codes: faults.map((fault) => fault.code) }
}

const paths = (records: unknown) =>
  flatten(records).leaves.map(({ method, path }) => `${method ?? "command"} ${path}`)
const none = () => undefined
const outer = { handle: none }
const inner = { handle: none }

describe("flattenRoutes", () => {
  it("joins the paths of groups and children as they are written", () => {
    const records = [
      group("/api", [
        group("/v1", [get("", none), get("/", none), get("/posts/:id", none)]),
        post("/v2/posts", none),
      ]),
      get("/", none),
    ]
    expect(paths(records)).toEqual([
      "GET /api/v1",
      "GET /api/v1/",
      "GET /api/v1/posts/:id",
      "POST /api/v2/posts",
      "GET /",
    ])
  })

  it("puts the middlewares of outer groups before those of inner ones and of the route", () => {
    const own = { handle: none }
    const records = [group("/a", [outer], [group("/b", [inner], [get("/c", none, { middlewares: [own] })])])]
    const [leaf] = flatten(records).leaves
    expect(leaf!.entries).toEqual([outer, inner, own])
    expect(leaf!.entries[0]).toBe(outer)
    expect(leaf!.entries[2]).toBe(own)
  })

  it("joins commands with `/`, whether or not their paths have slashes", () => {
    const records = [
      command("migrate", none),
      group("db", [command("seed", none), group("/backup/", [command("/now", none), command("", none)])]),
    ]
    expect(paths(records)).toEqual([
      "command migrate",
      "command db/seed",
      "command db/backup/now",
      "command db/backup",
    ])
  })

  it("keeps the record, with whatever further fields it carries", () => {
    const record = { ...get("/posts", none), view: "posts" }
    expect(flatten([record]).leaves[0]!.record).toBe(record)
  })

  it("reads the others when one record is wrong, and says which one and in which groups", () => {
    const { faults } = flatten([
      group("/a", [get("b", none), get("/c", none)]),
      { method: "get", path: "/d", handler: none },
      [get("/e", none)],
      { path: 7 },
      get("/f", none),
    ])
    expect(faults.map(({ code, chain }) => [code, ...chain])).toEqual([
      ["PATH_WITHOUT_SLASH", "Posts", "/a", "GET b"],
      ["METHOD_UNKNOWN", "Posts", "get /d"],
      ["ROUTE_NOT_A_RECORD", "Posts"],
      ["PATH_NOT_A_STRING", "Posts"],
    ])
  })

  it.each([undefined, {}, "routes", get("/a", none)])("refuses %s instead of a list", (records) => {
    expect(flatten(records)).toMatchObject({ leaves: [], codes: ["ROUTES_NOT_A_LIST"] })
  })

  it("refuses promises without an unhandled rejection of their own", async () => {
    const failing = () => Promise.reject(new Error("on purpose"))
    expect(flatten(failing()).codes).toEqual(["ROUTES_NOT_A_LIST"])
    expect(flatten([{ method: "GET", path: "/a", handler: failing() }]).codes).toEqual([
      "HANDLER_NOT_A_FUNCTION",
    ])
    await new Promise((done) => setTimeout(done, 0))
  })

  it.each([
    [{ method: "GET", path: "/a" }, "ROUTE_WITHOUT_HANDLER"],
    [{ method: "GET", path: "/a", handler: null }, "ROUTE_WITHOUT_HANDLER"],
    [{ method: "GET", path: "/a", handler: {} }, "HANDLER_NOT_A_FUNCTION"],
    [{ method: "TRACE", path: "/a", handler: none }, "METHOD_UNKNOWN"],
    [{ method: 1, path: "/a", handler: none }, "METHOD_UNKNOWN"],
    [{ path: "/a", handler: none, children: [] }, "GROUP_WITH_METHOD"],
    [{ path: "/a", children: {} }, "CHILDREN_NOT_A_LIST"],
    [{ method: "GET", path: "/a", handler: none, middlewares: [none] }, "MIDDLEWARE_INVALID"],
    [{ method: "GET", path: "/a", handler: none, middlewares: [undefined] }, "MIDDLEWARE_INVALID"],
    [{ method: "GET", path: "", handler: none }, "PATH_WITHOUT_SLASH"],
  ])("refuses %o", (record, code) => {
    expect(flatten([record]).codes).toEqual([code])
  })
})

describe("isMiddlewareEntry", () => {
  it("takes objects and classes with `handle`, also as a field that only instances show", () => {
    class Method {
      handle() {}
    }
    class Field {
      handle = none
    }
    expect([outer, Method, new Method(), Field, new Field()].every(isMiddlewareEntry)).toBe(true)
  })

  it("takes no function that was not written as a class, and nothing without `handle`", () => {
    function shout() {}
    class Wrong {
      handle = 1
      static handle() {}
    }
    expect(
      [none, shout, {}, { handle: 1 }, new Wrong(), undefined, null, "auth"].some(isMiddlewareEntry),
    ).toBe(false)
  })
})

import { describe, expect, it } from "vitest"
import { explainResolve } from "./explain-resolve.ts"
import { parsePattern } from "./pattern.ts"
import { findMethods, resolve } from "./resolve.ts"
import { addRoute, createRouteTable, removeRoute, type RouteTable } from "./route-table.ts"

function tableOf(...paths: string[]): RouteTable<string> {
  const table = createRouteTable<string>()
  for (const path of paths) expect(addRoute(table, "GET", parsePattern(path), path)).toBeUndefined()
  return table
}

function found(table: RouteTable<string>, path: string): [string, Record<string, string>] | undefined {
  const match = resolve(table, "GET", path)
  return (
    match && [match.value, Object.fromEntries(match.names.map((name, i) => [name, match.values[i] ?? ""]))]
  )
}

describe("resolve", () => {
  it("looks for exact paths, then patterns, then wildcards, whatever stands further left", () => {
    const table = tableOf("/*", "/a/*", "/:x/b", "/a/b")
    expect(found(table, "/a/b")).toEqual(["/a/b", {}])
    expect(found(table, "/c/b")).toEqual(["/:x/b", { x: "c" }])
    expect(found(table, "/a/c")).toEqual(["/a/*", { "*": "c" }])
    expect(found(table, "/c/c")).toEqual(["/*", { "*": "c/c" }])
    expect(found(tableOf("/a/*", "/:x/b"), "/a/b")).toEqual(["/:x/b", { x: "a" }])
  })

  it("prefers a literal to a parameter from the left and goes back where that fails", () => {
    const table = tableOf("/a/:x", "/:y/b", "/a/:x/c/:z", "/:y/b/:x/d")
    expect(found(table, "/a/b")).toEqual(["/a/:x", { x: "b" }])
    expect(found(table, "/a/b/c/d")).toEqual(["/a/:x/c/:z", { x: "b", z: "d" }])
    expect(found(table, "/a/b/e/d")).toEqual(["/:y/b/:x/d", { y: "a", x: "e" }])
  })

  it("prefers the wildcard with the longer prefix, counted in segments", () => {
    const table = tableOf("/a/*", "/:x/:y/*", "/:x/b/*", "/a/b/c/*")
    expect(found(table, "/a/b/c/d")).toEqual(["/a/b/c/*", { "*": "d" }])
    expect(found(table, "/a/b/d")).toEqual(["/:x/b/*", { x: "a", "*": "d" }])
    expect(found(table, "/a/c/d/e")).toEqual(["/:x/:y/*", { x: "a", y: "c", "*": "d/e" }])
    expect(found(table, "/a/c")).toEqual(["/a/*", { "*": "c" }])
  })

  it("takes a slash and everything below for a wildcard, but not the path without the slash", () => {
    const table = tableOf("/a/*")
    expect(found(table, "/a")).toBeUndefined()
    expect(found(table, "/a/")).toEqual(["/a/*", { "*": "" }])
    expect(found(table, "/a//b/")).toEqual(["/a/*", { "*": "/b/" }])
    expect(found(tableOf("/*"), "/")).toEqual(["/*", { "*": "" }])
  })

  it("is strict about slashes, empty segments and case", () => {
    const table = tableOf("/", "/a", "/b/", "/p/:x", "/q/:x/")
    for (const path of [
      "",
      "//",
      "/a/",
      "//a",
      "/A",
      "/b",
      "/p/",
      "/p//",
      "/p/1/",
      "/q/1",
      "/q//",
      "/q/1//",
      "/q/1//x",
      "/q/1/x",
      "/P/1",
      "/x/1",
      "p/1",
      "*",
      "xp/1",
    ]) {
      expect(found(table, path), path).toBeUndefined()
    }
    expect(found(table, "/q/1/")).toEqual(["/q/:x/", { x: "1" }])
  })

  it("compares a literal whole, and its case", () => {
    const table = tableOf("/admin/:x")
    for (const path of ["/aDMIN/1", "/axxin/1", "/admix/1", "/admi/1", "/admins/1"])
      expect(found(table, path), path).toBeUndefined()
    expect(found(table, "/admin/1")).toEqual(["/admin/:x", { x: "1" }])
  })

  it("matches paths as received and decodes a parameter once", () => {
    const table = tableOf("/admin", "/café", "/users/:id", "/files/*")
    expect(found(table, "/%61dmin")).toBeUndefined()
    expect(found(table, "/caf%C3%A9")).toEqual(["/café", {}])
    expect(found(table, "/users/%2e%2e%2fetc")).toEqual(["/users/:id", { id: "../etc" }])
    expect(found(table, "/users/%252e")).toEqual(["/users/:id", { id: "%2e" }])
    expect(found(table, "/files/a%20b/%C3%A9")).toEqual(["/files/*", { "*": "a b/é" }])
  })

  it.each(["/%", "/%zz", "/%E0%A4%A", "/%c0%af", "/users/%", "/users/1/%ff", "/files/%/b"])(
    "refuses the malformed path %s, whatever matches",
    (path) => {
      const table = tableOf("/users/:id", "/files/*")
      for (const method of ["GET", "POST"]) {
        expect(() => resolve(table, method, path)).toThrow(
          expect.objectContaining({ code: "PATH_MALFORMED" }),
        )
      }
    },
  )

  it("treats names of built-in properties as ordinary text", () => {
    const table = tableOf("/users/:id", "/constructor")
    for (const name of ["__proto__", "constructor", "toString", "hasOwnProperty"]) {
      expect(found(table, `/users/${name}`)).toEqual(["/users/:id", { id: name }])
      expect(found(table, `/${name}/x`)).toBeUndefined()
      expect(resolve(table, name, "/users/1")).toBeUndefined()
    }
    expect(found(table, "/constructor")).toEqual(["/constructor", {}])
    expect(found(table, "/__proto__")).toBeUndefined()
  })

  it("keeps methods apart, HEAD too", () => {
    const table = tableOf("/a/:x")
    addRoute(table, "PUT", parsePattern("/a/:y"), "put")
    for (let i = 0; i < 5; i++) {
      expect(resolve(table, "GET", "/a/1")).toMatchObject({ value: "/a/:x", names: ["x"] })
      expect(resolve(table, "PUT", "/a/1")).toMatchObject({ value: "put", names: ["y"] })
      expect(resolve(table, "HEAD", "/a/1")).toBeUndefined()
    }
  })

  it("keeps methods apart where their cached paths share a slot", () => {
    const table = tableOf("/a/:x")
    addRoute(table, "PUT", parsePattern("/a/:x"), "put")
    for (let i = 0; i < 20_000; i++) {
      const methods = ["GET", "GET", "PUT", "PUT", "PUT", "GET"]
      const values = methods.map((method) => resolve(table, method, `/a/${i.toString(36)}`)?.value)
      expect(values.join()).toBe("/a/:x,/a/:x,put,put,put,/a/:x")
    }
  })

  it("shares a match only if it cannot be changed", () => {
    const table = tableOf("/a", "/b/:x")
    for (const path of ["/a", "/b/1"]) {
      const matches = Array.from({ length: 4 }, () => resolve(table, "GET", path))
      const last = matches.at(-1)
      expect(last, "a path that comes again is cached").toBe(matches.at(-2))
      expect([last, last?.names, last?.values].every((part) => Object.isFrozen(part))).toBe(true)
    }
  })

  it("finds exact paths that share a fingerprint, however many there are", () => {
    const digits = Array.from({ length: 100 }, (_, i) => String(i).padStart(2, "0"))
    const paths = digits.map((digit) => `/same/${digit}/same/same/same/same`)
    const table = tableOf(...paths, "/same/:x/same/same/same/same")
    for (const path of paths) expect(found(table, path)).toEqual([path, {}])
    expect(removeRoute(table, "GET", parsePattern("/same/07/same/same/same/same"))).toBe(true)
    expect(found(table, "/same/07/same/same/same/same")?.[1]).toEqual({ x: "07" })
    expect(found(table, "/same/08/same/same/same/same")?.[1]).toEqual({})
  })

  it("finds paths that are slices of longer texts", () => {
    const table = tableOf("/exact/path/of/some/length", "/users/:id/posts/:post")
    for (let i = 0; i < 4; i++) {
      const url = `/users/${"u".repeat(20)}/posts/${"p".repeat(20)}?${"q".repeat(100)}`
      expect(found(table, url.slice(0, url.indexOf("?")))?.[1]).toEqual({
        id: "u".repeat(20),
        post: "p".repeat(20),
      })
      expect(found(table, `/exact/path/of/some/length?${i}`.slice(0, 26))?.[0]).toBe(
        "/exact/path/of/some/length",
      )
    }
  })
})

describe("addRoute and removeRoute", () => {
  it("changes what a path finds at once, cached or not", () => {
    const table = tableOf("/*")
    const see = (): (string | undefined)[] => Array.from({ length: 4 }, () => found(table, "/a/b")?.[0])
    const all = (value: string | undefined): unknown[] => [value, value, value, value]
    expect(see()).toEqual(all("/*"))
    for (const path of ["/a/*", "/:x/:y", "/a/:y", "/a/b"]) {
      addRoute(table, "GET", parsePattern(path), path)
      expect(see()).toEqual(all(path))
    }
    for (const [path, next] of [
      ["/a/b", "/a/:y"],
      ["/a/:y", "/:x/:y"],
      ["/:x/:y", "/a/*"],
      ["/a/*", "/*"],
      ["/*", undefined],
    ] as const) {
      expect(removeRoute(table, "GET", parsePattern(path))).toBe(true)
      expect(see()).toEqual(all(next))
    }
  })

  it("returns the route that stands in the way and adds nothing", () => {
    const table = tableOf("/a/:x", "/b/*", "/c")
    expect(addRoute(table, "GET", parsePattern("/a/:other"), "second")).toBe("/a/:x")
    expect(addRoute(table, "GET", parsePattern("/b/*"), "second")).toBe("/b/*")
    expect(addRoute(table, "GET", parsePattern("/c"), "second")).toBe("/c")
    expect(addRoute(table, "POST", parsePattern("/c"), "second")).toBeUndefined()
    expect(found(table, "/a/1")).toEqual(["/a/:x", { x: "1" }])
  })

  it("removes by shape, and says when there is nothing to remove", () => {
    const table = tableOf("/a/:x")
    expect(removeRoute(table, "GET", parsePattern("/a/*"))).toBe(false)
    expect(removeRoute(table, "PUT", parsePattern("/a/:x"))).toBe(false)
    expect(removeRoute(table, "GET", parsePattern("/a/:name"))).toBe(true)
    expect(removeRoute(table, "GET", parsePattern("/a/:name"))).toBe(false)
    expect(found(table, "/a/1")).toBeUndefined()
  })
})

describe("findMethods", () => {
  it("names the methods under which a path finds a route", () => {
    const table = tableOf("/a", "/:x")
    addRoute(table, "PUT", parsePattern("/*"), "put")
    addRoute(table, "POST", parsePattern("/b"), "post")
    expect(findMethods(table, "/a")).toEqual(["GET", "PUT"])
    expect(findMethods(table, "/b")).toEqual(["GET", "PUT", "POST"])
    expect(findMethods(table, "/a/b")).toEqual(["PUT"])
    expect(findMethods(table, "x")).toEqual([])
  })
})

describe("explainResolve", () => {
  it("says of every route of the method why it won, lost or did not match", () => {
    const explained = explainResolve(tableOf("/a/", "/A", "/:x", "/a/:x", "/b/*", "/*", "/a"), "GET", "/a")
    expect(explained.winner?.path).toBe("/a")
    expect(
      explained.tiers.flatMap(({ candidates }) => candidates.map(({ path, reason }) => `${path}: ${reason}`)),
    ).toEqual([
      "/a/: it differs by a slash at the end, which makes another path",
      "/A: it differs in upper and lower case, which makes another path",
      "/a: matches, and nothing goes before it",
      "/:x: `/a` goes before it: an exact path comes first",
      "/a/:x: it has 2 segments and the call 1",
      "/b/*: it has 2 segments and the call 1",
      "/*: `/a` goes before it: an exact path comes first",
    ])
  })

  it("tells why one pattern and one wildcard go before others", () => {
    const table = tableOf("/a/:x", "/:x/b", "/b/:x", "/:x/:y/*", "/a/*")
    const reasons = (path: string): string[] =>
      explainResolve(table, "GET", path).tiers.flatMap(({ candidates }) =>
        candidates.map(({ reason }) => reason),
      )
    expect(reasons("/a/b")).toContain(
      "`/a/:x` goes before it: in segment 1 it has a literal and this a parameter",
    )
    expect(reasons("/a/b")).toContain("segment 1 is `b` and the call's `a`")
    expect(reasons("/a/b")).toContain("`/a/:x` goes before it: patterns come before wildcards")
    expect(reasons("/a/b/c")).toContain("`/:x/:y/*` goes before it: of two wildcards the longer prefix wins")
    expect(reasons("/a/")).toContain("segment 2 of the call is empty, and `:x` takes at least one character")
  })
})

import { describe, expect, it } from "vitest"
import { parsePattern } from "../../router/pattern.ts"
import { createRouteTable } from "../../router/route-table.ts"
import { findMatch } from "../../router/resolve.ts"
import { createTableFiller } from "./table-filler.ts"

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD"]

function filled() {
  const table = createRouteTable<string>()
  const filler = createTableFiller(table)
  return {
    add: (method: string, path: string, value = `${method} ${path}`) =>
      filler.add(method, parsePattern(path), value),
    remove: (method: string, path: string) => filler.remove(method, parsePattern(path)),
    find: (method: string, path: string) => findMatch(table, method, path)?.value,
  }
}

describe("createTableFiller", () => {
  it("adds a route of ANY for every method, and for no other", () => {
    const { add, find } = filled()
    add("ANY", "/a/*")
    for (const method of methods) expect(find(method, "/a/b"), method).toBe("ANY /a/*")
    for (const method of ["TRACE", "CONNECT", "ANY", ""]) expect(find(method, "/a/b"), method).toBeUndefined()
  })

  it.each(["before", "after"])("lets a route of one method win that was added %s", (order) => {
    const { add, find } = filled()
    if (order === "after") add("ANY", "/:x")
    expect(add("GET", "/:y", "own")).toBeUndefined()
    if (order === "before") expect(add("ANY", "/:x")).toBeUndefined()
    expect([find("GET", "/1"), find("HEAD", "/1"), find("POST", "/1")]).toEqual(["own", "own", "ANY /:x"])
  })

  it("judges by specificity first: an exact path goes before a wildcard, whatever their methods", () => {
    const { add, find } = filled()
    add("ANY", "/a")
    add("GET", "/*", "own")
    expect([find("GET", "/a"), find("GET", "/b"), find("POST", "/b")]).toEqual(["ANY /a", "own", undefined])
  })

  it("answers HEAD as GET, by the nearer route", () => {
    const { add, find } = filled()
    add("ANY", "/*")
    add("GET", "/health", "own")
    expect([find("HEAD", "/health"), find("HEAD", "/other")]).toEqual(["own", "ANY /*"])
  })

  it("gives what is there already, and adds nothing then", () => {
    const { add, find } = filled()
    add("ANY", "/a", "first")
    expect(add("ANY", "/a", "second")).toBe("first")
    add("GET", "/a", "own")
    expect(add("GET", "/a", "another")).toBe("own")
    expect([find("GET", "/a"), find("PUT", "/a")]).toEqual(["own", "first"])
  })

  it("removes a route of ANY and leaves those of one method", () => {
    const { add, remove, find } = filled()
    add("ANY", "/a")
    add("GET", "/a", "own")
    expect(remove("ANY", "/a")).toBe(true)
    expect(remove("ANY", "/a")).toBe(false)
    expect([find("GET", "/a"), find("PUT", "/a")]).toEqual(["own", undefined])
  })

  it("lets ANY answer again where a route of one method is removed", () => {
    const { add, remove, find } = filled()
    add("ANY", "/a")
    add("GET", "/a", "own")
    add("HEAD", "/a", "head")
    expect([remove("GET", "/a"), remove("HEAD", "/a")]).toEqual([true, true])
    expect([find("GET", "/a"), find("HEAD", "/a")]).toEqual(["ANY /a", "ANY /a"])
    // There is no such route: ANY is another.
    expect(remove("GET", "/a")).toBe(false)
    expect(find("GET", "/a")).toBe("ANY /a")
  })
})

import { describe, expect, it } from "vitest"
import type { FuzzCall } from "../call/fuzz-call.ts"
import type { Exchange } from "../call/session.ts"
import type { FuzzRoute } from "../target/fuzz-target.ts"
import { othersRows } from "./others-rows.ts"
import type { Person } from "./people.ts"

const routeOf = (path: string, method = "GET") => ({ method, path }) as FuzzRoute
const routes = [
  routeOf("/lists", "POST"),
  routeOf("/lists/:list/items", "POST"),
  routeOf("/lists/:list/items/:item"),
  routeOf("/lists/:id/files/:file"),
]

/** A call with what its reply showed. */
function exchange(
  [method, path]: readonly [string, string],
  target: string,
  values: Exchange["values"],
  status = 201,
): Exchange {
  const call: FuzzCall = { method, path }
  const [ready, reply] = [{ method, target }, { status }]
  return { call, ready, reply, values } as unknown as Exchange
}

function person(...exchanges: readonly Exchange[]): Person {
  return { session: { exchanges, ownRows: true }, field: { target: { routes } } } as unknown as Person
}

const id = (value: string) => ({ name: "id", place: "body.id", value })

describe("othersRows", () => {
  it("has the last rows of each person in turn, those of the path above first", () => {
    const note = (value: string) => exchange(["POST", "/notes"], "/notes", [id(value)])
    const other = exchange(["POST", "/files"], "/files", [id("file")])
    const rejected = exchange(["POST", "/notes"], "/notes", [id("rejected")], 422)
    const rows = othersRows(routeOf("/notes/:id"), person(), [
      person(note("a"), note("b"), rejected),
      person(other, note("c")),
    ])
    expect(rows).toEqual([{ id: "b" }, { id: "c" }, { id: "a" }, { id: "file" }])
  })

  it("has those of two parameters from links and creations, also below a row of the reader's own", () => {
    const link = (name: string, value: string) => ({ name, place: `link.3.${name}`, value })
    const page = exchange(["GET", "/lists/:id"], "/lists/1", [link("id", "1"), link("file", "f")], 200)
    const item = exchange(["POST", "/lists/:list/items"], "/lists/1/items", [id("2")])
    const own = exchange(["POST", "/lists"], "/lists", [id("9")])
    const below = { id: "{{0.body.id}}", file: "f" }
    expect(othersRows(routes[3]!, person(own), [person(page)])).toEqual([{ id: "1", file: "f" }, below])
    expect(othersRows(routes[2]!, person(), [person(item)])).toEqual([{ list: "1", item: "2" }])
  })

  it("ends with the reader's own row, below which rows of others may be listed", () => {
    const list = (value: string) => exchange(["POST", "/lists"], "/lists", [id(value)])
    const rows = othersRows(routeOf("/lists/:list/items"), person(list("9")), [person(list("1"))])
    expect(rows).toEqual([{ list: "1" }, { list: "{{0.body.id}}" }])
  })

  it("takes a value of the parameter's name before ids", () => {
    const values = [id("1"), { name: "number", place: "body.number", value: 17 }]
    const invoice = exchange(["POST", "/invoices"], "/invoices", values)
    expect(othersRows(routeOf("/invoices/:number"), person(), [person(invoice)])).toEqual([{ number: "17" }])
  })

  it("begins with a given row that has all parameters", () => {
    expect(othersRows(routeOf("/notes/:id"), person(), [], { id: "given" })).toEqual([{ id: "given" }])
    expect(othersRows(routeOf("/notes"), person(), [], { id: "given" })).toEqual([])
    expect(othersRows(routes[3]!, person(), [], { id: "given" })).toEqual([])
  })
})

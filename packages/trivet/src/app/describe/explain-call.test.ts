import { describe, expect, it } from "vitest"
import { get, head, post } from "../../module/routes/make-route.ts"
import { module } from "../../module/module.ts"
import { createTestApp } from "../../testing/create-test-app.ts"
import { engineAppOf } from "../engine-app.ts"
import { explainCall } from "./explain-call.ts"

class Posts {
  routes() {
    return [
      get("/posts/new", () => "new"),
      get("/posts/:id", () => "one"),
      get("/posts/*", () => "rest"),
      post("/posts", () => "created"),
      head("/only", () => undefined),
    ]
  }
}

const app = await createTestApp(module({ name: "posts", declarations: [Posts] }))
const explain = (method: string, path: string, methodNotAllowed = false) =>
  explainCall(engineAppOf(app).kinds, methodNotAllowed, method, path)

describe("explainCall", () => {
  it("names the winner, its parameters, and why the others lost", () => {
    const { answer, route, params, tiers } = explain("GET", "/posts/4%202")
    expect({ answer, route, params }).toEqual({
      answer: "a route",
      route: "/posts/:id",
      params: { id: "4 2" },
    })
    expect(tiers.map(({ tier, candidates }) => [tier, candidates.map(({ outcome }) => outcome)])).toEqual([
      ["exact", ["no match"]],
      ["pattern", ["won"]],
      ["wildcard", ["lost"]],
    ])
  })

  it("looks among GET routes for HEAD, unless a HEAD route matches", () => {
    expect(explain("HEAD", "/posts/new")).toMatchObject({ searched: "GET", route: "/posts/new" })
    expect(explain("HEAD", "/only")).toMatchObject({ searched: "HEAD", route: "/only" })
  })

  it("tells 404, 405 and 400 apart", () => {
    expect(explain("DELETE", "/posts")).toMatchObject({ answer: "not found", status: 404, methods: ["POST"] })
    expect(explain("DELETE", "/posts", true)).toMatchObject({ answer: "method not allowed", status: 405 })
    expect(explain("GET", "/nothing", true)).toMatchObject({ answer: "not found", methods: [] })
    expect(explain("GET", "/posts/%zz")).toMatchObject({ answer: "malformed", status: 400 })
  })
})

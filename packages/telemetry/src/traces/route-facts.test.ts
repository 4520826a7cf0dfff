import { SpanKind } from "@opentelemetry/api"
import { command, get, module, mount, post, routes, Describe } from "trivet"
import { createTestApp } from "trivet/testing"
import { describe, expect, it } from "vitest"
import { createFindFacts } from "./route-facts.ts"

class Posts {
  routes() {
    return routes([
      get("/posts/:id", this.show),
      post("/posts/:id", this.change),
      mount("/mounted", () => new Response()),
      command("posts/count", this.show),
    ])
  }
  show() {
    return {}
  }
  change() {
    return {}
  }
}

const app = await createTestApp(module({ name: "blog", declarations: [Posts] }))
const find = createFindFacts(app.get(Describe)())
const handlerOf = (method: string, pattern: string) =>
  find(method, pattern).span.attributes["code.function.name"]

describe("createFindFacts()", () => {
  it("names the handler of each method, and that of GET for HEAD", () => {
    expect(handlerOf("GET", "/posts/:id")).toBe("Posts.show")
    expect(handlerOf("POST", "/posts/:id")).toBe("Posts.change")
    expect(handlerOf("HEAD", "/posts/:id")).toBe("Posts.show")
    expect(find("GET", "/mounted").span.attributes["trivet.module"]).toBe("blog")
  })

  it("makes one of all unknown methods, and gives the same facts for the same route", () => {
    expect(find("SECRET1", "/posts/:id")).toBe(find("SECRET2", "/posts/:id"))
    expect(find("SECRET1", undefined)).toMatchObject({ method: "_OTHER", name: "HTTP", pattern: undefined })
    expect(find("GET", "/posts/:id")).toBe(find("GET", "/posts/:id"))
  })

  it("knows a route that was added later by its pattern", () => {
    expect(find("GET", "/added/:id")).toMatchObject({ name: "GET /added/:id" })
    expect(find("GET", "/added/:id").span.attributes).toEqual({
      "http.request.method": "GET",
      "http.route": "/added/:id",
    })
  })

  it("gives commands a span of their own kind", () => {
    expect(find("", "posts/count").span.kind).toBe(SpanKind.INTERNAL)
    const described = app.get(Describe)()
    const job = { ...described.routes.at(-1)!, kind: "job", path: "mails/send" }
    const withJob = createFindFacts({ ...described, routes: [...described.routes, job] })
    expect(withJob("", "mails/send")).toMatchObject({ name: "mails/send", span: { kind: SpanKind.CONSUMER } })
  })
})

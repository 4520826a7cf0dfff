import { describe, expect, it } from "vitest"
import type { Context } from "../../context/context.ts"
import { PublicError } from "../../fault/public-error.ts"
import { get, post, routes } from "../../module/routes/make-route.ts"
import { module } from "../../module/module.ts"
import { createTestApp } from "../../testing/create-test-app.ts"
import { api } from "../api/api.ts"
import { html } from "./html/html.ts"
import { redirect } from "./redirect.ts"
import type { View } from "./view.ts"
import { web } from "./web.ts"

const postView: View<{ title: string }> = ({ title }, { nonce }) =>
  html`<h1>${title}</h1><script nonce="${nonce}">1</script>`

class Site {
  show(ctx: Context<"/posts/:id">) {
    return { title: `<${ctx.param("id")}>` }
  }
  routes() {
    return routes([
      get("/posts/:id", this.show, { view: postView }),
      post("/posts", () => redirect("/posts/ü 1")),
      get("/plain", () => html`<p>${Promise.resolve("later")}</p>`),
      get("/data", () => ({ a: 1 })),
      get("/gone", () => {
        throw new PublicError(410, "Gone <b>", { headers: { "retry-after": "9" } })
      }),
      get("/broken", () => {
        throw new Error("the secret")
      }),
    ])
  }
}
const Root = module({ name: "site", declarations: [Site] })
const browser = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" }

describe("web", () => {
  it("renders a handler's data with the record's view, under a policy that names the page's nonce", async () => {
    const app = await createTestApp(Root, { platform: web() })
    const reply = await app.request("GET", "/posts/7", { headers: browser })
    const nonce = /nonce="(\w+)"/.exec(reply.text())?.[1]
    expect(reply.text()).toBe(`<h1>&lt;7&gt;</h1><script nonce="${nonce}">1</script>`)
    expect(reply.headers.get("content-type")).toBe("text/html; charset=utf-8")
    expect(reply.headers.get("content-security-policy")).toContain(`script-src 'self' 'nonce-${nonce}'`)
    expect(reply.headers.get("vary")).toBe("Accept")
  })

  it.each(["/posts/7", "/gone", "/none"])(
    "sends the whole policy with every page, and another nonce each time: %s",
    async (path) => {
      const app = await createTestApp(Root, { platform: web() })
      const policies = new Set<string>()
      for (let round = 0; round < 3; round++) {
        const { headers } = await app.request("GET", path, { headers: browser })
        const [first, ...others] = (headers.get("content-security-policy") ?? "").split("; ")
        const nonce = /'nonce-([\w+/=-]{22,})'/.exec(others[0] ?? "")?.[1]
        expect([first, ...others]).toEqual([
          "default-src 'self'",
          `script-src 'self' 'nonce-${nonce}'`,
          `style-src 'self' 'nonce-${nonce}'`,
          "img-src 'self' data:",
          "object-src 'none'",
          "base-uri 'none'",
          "form-action 'self'",
          "frame-ancestors 'none'",
        ])
        policies.add(nonce!)
      }
      expect(policies.size).toBe(3)
    },
  )

  it("gives the data to a client that prefers JSON", async () => {
    const app = await createTestApp(Root, { platform: web() })
    const reply = await app.request("GET", "/posts/7", {
      headers: { accept: "application/json, text/html;q=0.5" },
    })
    expect(reply.json()).toEqual({ title: "<7>" })
    expect((await app.request("GET", "/posts/7", { headers: { accept: "*/*" } })).text()).toContain("<h1>")
  })

  it("answers the same record with JSON on the API platform", async () => {
    const app = await createTestApp(Root, { platform: api() })
    expect((await app.request("GET", "/posts/7", { headers: browser })).json()).toEqual({ title: "<7>" })
  })

  it("redirects with 303 after a POST", async () => {
    const app = await createTestApp(Root, { platform: web() })
    const reply = await app.request("POST", "/posts", { headers: browser })
    expect([reply.status, reply.headers.get("location"), reply.text()]).toEqual([
      303,
      "/posts/%C3%BC%201",
      "",
    ])
  })

  it("streams markup that waits", async () => {
    const app = await createTestApp(Root, { platform: web() })
    expect((await app.request("GET", "/plain", { headers: browser })).text()).toBe("<p>later</p>")
  })

  it("shows errors as pages to people and as JSON to programs", async () => {
    const app = await createTestApp(Root, { platform: web(), production: true })
    const page = await app.request("GET", "/gone", { headers: browser })
    expect([page.status, page.headers.get("retry-after")]).toEqual([410, "9"])
    expect(page.text()).toContain("Gone &lt;b&gt;")
    const json = await app.request("GET", "/gone", { headers: { accept: "application/json" } })
    expect(json.json()).toEqual({ error: "Gone <b>" })
    expect((await app.request("GET", "/nowhere", { headers: browser })).text()).toContain("404 Not Found")
  })

  it("shows what happened in development only", async () => {
    const inside = await createTestApp(Root, { platform: web() })
    expect((await inside.request("GET", "/broken", { headers: browser })).text()).toContain("the secret")
    const outside = await createTestApp(Root, { platform: web(), production: true })
    expect((await outside.request("GET", "/broken", { headers: browser })).text()).not.toContain("secret")
  })

  it("shows the site's own page for an error, and JSON if that page fails", async () => {
    const own = await createTestApp(Root, {
      platform: web({ error: ({ status }) => html`<p>own ${status}</p>` }),
    })
    expect((await own.request("GET", "/nowhere", { headers: browser })).text()).toBe("<p>own 404</p>")
    // A developer sees what was thrown.
    expect((await own.request("GET", "/broken", { headers: browser })).text()).toContain("the secret")
    const outside = await createTestApp(Root, {
      platform: web({ error: ({ status }) => html`<p>own ${status}</p>` }),
      production: true,
    })
    expect((await outside.request("GET", "/broken", { headers: browser })).text()).toBe("<p>own 500</p>")
    const broken = await createTestApp(Root, {
      platform: web({
        error: () => {
          throw new Error("again")
        },
      }),
    })
    expect((await broken.request("GET", "/nowhere", { headers: browser })).json()).toEqual({
      error: "Not Found",
    })
  })
})

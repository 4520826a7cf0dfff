import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Eta } from "eta"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { get, post, routes } from "../../../module/routes/make-route.ts"
import { module } from "../../../module/module.ts"
import { createTestApp } from "../../../testing/create-test-app.ts"
import { api } from "../../api/api.ts"
import { templates } from "./templates.ts"
import { render } from "../view.ts"
import { web } from "../web.ts"

interface Post {
  readonly title: string
}

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "trivet-templates-"))
  mkdirSync(join(folder, "posts"))
  writeFileSync(
    join(folder, "layout.eta"),
    '<!doctype html><title>Blog</title><%~ it.body %><script nonce="<%= it.page.nonce %>">1</script>',
  )
  writeFileSync(
    join(folder, "posts/index.eta"),
    '<% layout("/layout", it) %><ul><% for (const post of it.data) { %><%~ include("/posts/item", { post }) %><% } %></ul>',
  )
  writeFileSync(join(folder, "posts/item.eta"), '<li title="<%= it.post.title %>"><%= it.post.title %></li>')
  writeFileSync(join(folder, "posts/later.eta"), "<p><%= await it.data.title %></p>")
})
afterAll(() => rmSync(folder, { recursive: true }))

function site() {
  const eta = new Eta({ views: folder, autoEscape: true, cache: true })
  const template = templates((name, given) => eta.render(name, given))
  const later = templates((name, given) => eta.renderAsync(name, given))
  class Site {
    routes() {
      return routes([
        get("/posts", () => [{ title: `<b>"'` }] satisfies Post[], { view: template<Post[]>("posts/index") }),
        get("/later", () => ({ title: Promise.resolve("<i>") }), { view: later("posts/later") }),
        get("/none", () => ({}), { view: template("posts/none") }),
        post("/posts", () => render(template("posts/index"), [{ title: "again" }], { status: 422 })),
      ])
    }
  }
  return module({ name: "site", declarations: [Site] })
}

const browser = { headers: { accept: "text/html" } }

describe("templates", () => {
  it("render a record's data from a file, with layout, partial and the page's nonce, escaped", async () => {
    const app = await createTestApp(site(), { platform: web() })
    const reply = await app.request("GET", "/posts", browser)
    const nonce = /nonce="(\w+)"/.exec(reply.text())![1]!
    expect(reply.text()).toBe(
      `<!doctype html><title>Blog</title><ul><li title="&lt;b&gt;&quot;&#39;">&lt;b&gt;&quot;&#39;</li></ul><script nonce="${nonce}">1</script>`,
    )
    expect(reply.headers.get("content-security-policy")).toContain(`'nonce-${nonce}'`)
    expect(reply.headers.get("content-type")).toBe("text/html; charset=utf-8")
  })

  it("may be rendered later", async () => {
    const app = await createTestApp(site(), { platform: web() })
    expect((await app.request("GET", "/later", browser)).text()).toBe("<p>&lt;i&gt;</p>")
  })

  it("are views like any other: JSON where that is preferred, and on the API platform", async () => {
    const wanted = [{ title: `<b>"'` }]
    const app = await createTestApp(site(), { platform: web() })
    const json = { headers: { accept: "application/json" } }
    expect((await app.request("GET", "/posts", json)).json()).toEqual(wanted)
    const other = await createTestApp(site(), { platform: api() })
    expect((await other.request("GET", "/posts", browser)).json()).toEqual(wanted)
  })

  it("may be given to render(), with a status", async () => {
    const app = await createTestApp(site(), { platform: web() })
    const reply = await app.request("POST", "/posts", browser)
    expect([reply.status, reply.text()]).toEqual([422, expect.stringContaining(">again</li>")])
  })

  it("that are not there make the page for an error, and are logged", async () => {
    const app = await createTestApp(site(), { platform: web(), production: true })
    const reply = await app.request("GET", "/none", browser)
    expect([reply.status, reply.text().includes("posts/none")]).toEqual([500, false])
    expect(JSON.stringify(app.logs)).toContain("posts/none")
  })
})

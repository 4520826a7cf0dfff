import { describe, expect, it } from "vitest"
import type { Context } from "../../context/context.ts"
import { get, post, routes } from "../../module/routes/make-route.ts"
import { module } from "../../module/module.ts"
import { createTestApp } from "../../testing/create-test-app.ts"
import { flash } from "./flash.ts"
import { html } from "./html/html.ts"
import { redirect } from "./redirect.ts"
import type { Page } from "./view.ts"
import { web } from "./web.ts"

const shownView = (_: unknown, page: Page) =>
  html`${page.flash.map(({ kind, text }) => html`<p class="${kind}">${text}</p>`)}`

class Site {
  routes() {
    return routes([
      post("/save", this.save),
      get("/", () => ({}), { view: shownView }),
      get("/now", this.now, { view: shownView }),
      get("/silent", () => ({}), { view: () => html`<p></p>` }),
    ])
  }
  save(ctx: Context) {
    ctx.setCookie("other", "1")
    for (const text of ctx.query("texts").split(",")) flash(ctx, { kind: "success", text })
    return redirect("/")
  }
  now(ctx: Context) {
    flash(ctx, { kind: "info", text: "at once" })
    return {}
  }
}
const app = await createTestApp(module({ name: "site", declarations: [Site] }), {
  platform: web({ error: shownView }),
})

async function save(texts: string, cookie = "", more: { readonly secure?: boolean } = {}) {
  const reply = await app.request("POST", "/save", { query: { texts }, headers: { cookie }, ...more })
  return reply.headers.all("set-cookie")
}

async function show(cookie: string, path = "/") {
  const reply = await app.request("GET", path, { headers: { cookie } })
  const cookies = reply.headers.all("set-cookie")
  return { text: reply.text(), cookies, cache: reply.headers.get("cache-control") }
}

const cookieOf = (line: string) => line.split(";", 1)[0]!
const forged = (value: unknown) => `flash=${encodeURIComponent(JSON.stringify(value))}`

describe("flash", () => {
  it("is shown on the next page and never again", async () => {
    const [other, line] = await save("<b>saved</b>,ü")
    expect(other).toMatch(/^other=1;/)
    expect(line).toMatch(/; Max-Age=60; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(await show(cookieOf(line!))).toEqual({
      text: '<p class="success">&lt;b&gt;saved&lt;/b&gt;</p><p class="success">ü</p>',
      cookies: ["flash=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax"],
      cache: "no-store",
    })
    expect(await show("")).toEqual({ text: "", cookies: [], cache: undefined })
    // Without middlewares, the reply to a path without a route is made in a shorter way.
    const { cookies } = await show(cookieOf(line!), "/missing")
    expect(cookies).toEqual(["flash=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax"])
  })

  it("is Secure over HTTPS", async () => {
    expect((await save("a", "", { secure: true })).every((line) => line.includes("; Secure"))).toBe(true)
  })

  it("waits for a page that shows messages", async () => {
    const cookie = cookieOf((await save("a")).at(-1)!)
    expect((await show(cookie, "/silent")).cookies).toEqual([])
    // One that was not shown yet stays in front of those that come after it.
    const [, both] = await save("b", cookie)
    expect((await show(cookieOf(both!))).text).toBe('<p class="success">a</p><p class="success">b</p>')
  })

  it("is shown at once by a page that is rendered in the same call", async () => {
    expect(await show("", "/now")).toMatchObject({
      text: '<p class="info">at once</p>',
      cookies: [expect.stringContaining("flash=; Max-Age=0")],
    })
  })

  it.each([
    "漢".repeat(1_000),
    '"'.repeat(1_000),
    "\u0000".repeat(1_000),
    "\ud800".repeat(1_000),
    "😀".repeat(1_000),
  ])("is cut to what a cookie can hold", async (text) => {
    const [, line] = await save(Array.from({ length: 9 }, () => text).join(","))
    expect(line!.length).toBeLessThan(3_200)
    expect((await show(cookieOf(line!))).text.length).toBeGreaterThan(300)
  })

  it.each([
    "flash=",
    "flash=%",
    "flash=[",
    "flash=null",
    "flash=1",
    `flash=${"[".repeat(2_900)}`,
    forged({ length: 5 }),
    forged([null, 1, "x", [], {}, { kind: "success" }]),
    forged([{ kind: "hack", text: "x" }]),
    forged([{ kind: ["success"], text: "x" }]),
    forged([{ kind: "success", text: { toString: 1 } }]),
    forged([{ kind: "success", text: "x".repeat(4_000) }]),
  ])("takes nothing from a forged cookie: %.60s", async (cookie) => {
    expect((await show(cookie)).text).toBe("")
  })

  it("takes a forged message for a text of the user's own", async () => {
    const cookie = forged([
      { kind: "error", text: "<script>\u0000", __proto__: null, extra: 1 },
      ...Array.from({ length: 50 }, () => ({ kind: "info", text: "" })),
    ])
    const { text } = await show(cookie)
    expect(text).toMatch(/^<p class="error">&lt;script&gt; <\/p>/)
    expect(text.match(/<p/g)).toHaveLength(5)
  })
})

import { once } from "node:events"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createTestDatabase, type TestDatabase } from "@trivet/postgres/testing"
import { Subject } from "./conformance/subject.ts"
import { SiteClient } from "./testing/site-client.ts"
import { type RunningBlog, startBlog, testSecret } from "./testing/start-blog.ts"
import { launchBrowser } from "./testing/visit.ts"

let database: TestDatabase
let site: RunningBlog
let other: Server
let browser: Browser | undefined

beforeAll(async () => {
  database = await createTestDatabase()
  const variables = { DATABASE_URL: database.url, JWT_SECRET: testSecret, BCRYPT_COST: "4" }
  site = await startBlog(variables, "web.ts")
  other = createServer(({ url }, response) => {
    const target = new URL(url!, "http://other").searchParams
    const fields = [...target].filter(([name]) => name !== "action" && name !== "enctype")
    const inputs = fields.map(([name, value]) => `<input name="${name}" value="${value}">`).join("")
    const attributes = `action="${target.get("action")}" enctype="${target.get("enctype")}"`
    response.setHeader("content-type", "text/html")
    response.end(`<form method="post" ${attributes}>${inputs}<button>Win a prize</button></form>`)
  })
  await once(other.listen(0, "127.0.0.1"), "listening")
})

afterAll(async () => {
  await browser?.close()
  other?.close()
  await site?.stop()
  await database?.drop()
})

const person = () => ({ email: `${crypto.randomUUID()}@blog.example`, password: "a good password" })

describe("another site's form, sent by a visitor without a session", () => {
  it.each<[string, Record<string, string>]>([
    ["a page of another site", { "sec-fetch-site": "cross-site", origin: "https://evil.example" }],
    ["a page of another host of this site", { "sec-fetch-site": "same-site" }],
    ["an old browser", { "sec-fetch-site": "", origin: "https://evil.example" }],
    ["a sandboxed frame", { "sec-fetch-site": "", origin: "null" }],
    ["credentials of the browser's own", { "sec-fetch-site": "cross-site", authorization: "Basic YTpi" }],
  ])("signs nobody in, up or out: %s", async (_, headers) => {
    const known = await new SiteClient(site.url).signUp()
    const visitor = new SiteClient(site.url)
    for (const [path, fields] of [
      ["/sign-in", known],
      ["/sign-up", { ...person(), name: "Eve" }],
      ["/sign-out", {}],
      ["/auth/login", known],
      ["/auth/register", { ...person(), name: "Eve" }],
    ] as const)
      for (const type of ["application/x-www-form-urlencoded", "text/plain"]) {
        const reply = await visitor.post(path, fields, { ...headers, "content-type": type })
        expect([path, type, reply.status, reply.cookies]).toEqual([path, type, 403, []])
      }
  })

  it("signs nobody in or up in Chromium", async () => {
    browser = await launchBrowser()
    const known = await new SiteClient(site.url).signUp()
    // Another name of this machine is another site to a browser.
    const page = `http://localhost:${(other.address() as AddressInfo).port}`
    for (const [path, fields] of [
      ["/sign-in", known],
      ["/sign-up", { ...person(), name: "Eve" }],
    ] as const) {
      const context = await browser.newContext()
      const tab = await context.newPage()
      const form = { action: site.url + path, enctype: "application/x-www-form-urlencoded", ...fields }
      await tab.goto(`${page}/?${new URLSearchParams(form).toString()}`)
      const [response] = await Promise.all([
        tab.waitForResponse((one) => one.request().method() === "POST"),
        tab.getByRole("button").click(),
      ])
      expect(await response.request().headerValue("sec-fetch-site")).toBe("cross-site")
      expect([path, response.status(), await context.cookies(site.url)]).toEqual([path, 403, []])
      await context.close()
    }
  })
})

describe("another site's script, sent with a session", () => {
  it.each(["PUT", "PATCH", "DELETE", "POST"])("changes nothing by %s", async (method) => {
    const client = new SiteClient(site.url)
    await client.signUp()
    const path = await client.write("Mine")
    const headers = {
      cookie: `session_id=${client.cookies.get("session_id")}`,
      origin: "https://evil.example",
      "content-type": "application/json",
    }
    const reply = await fetch(site.url + path, { method, headers, body: "{}" })
    expect([reply.status, reply.headers.getSetCookie()]).toEqual([403, []])
    expect((await client.get(path)).status).toBe(200)
  })

  it("changes a post with its author's token, which only CORS lets it send", async () => {
    const subject = new Subject(site.url)
    const author = await subject.newMember()
    const { id } = await subject.newPost(author)
    const headers = { "sec-fetch-site": "cross-site", origin: "https://front.example" }
    const json = { title: "Changed", content: "C", published: false }
    const reply = await subject.call("PUT", `/posts/${id}`, { token: author.token, json, headers })
    expect(reply.status).toBe(200)
    const asked = await subject.call("OPTIONS", `/posts/${id}`, {
      headers: { origin: "https://front.example", "access-control-request-method": "PUT" },
    })
    expect([asked.status, asked.header("access-control-allow-origin")]).toEqual([404, ""])
  })
})

describe("pages of a visitor who is signed in", () => {
  it("are stored by no browser; other pages only to be asked about before each use", async () => {
    const client = new SiteClient(site.url)
    await client.signUp()
    const path = await client.write("Mine")
    const stored = (accept: string, reader: SiteClient) => async (page: string) =>
      [page, (await reader.get(page, { accept })).header("cache-control")] as const
    const pages = [
      "/",
      "/posts",
      path,
      "/desk",
      "/write",
      `${path}/edit`,
      `${path}/delete`,
      `${path}/picture`,
      "/no",
    ]
    for (const accept of ["text/html", "application/json"])
      expect(await Promise.all(pages.map(stored(accept, client)))).toEqual(
        pages.map((page) => [page, "no-store"]),
      )
    const nobody = new SiteClient(site.url)
    const open = ["/", "/posts", path, "/sign-in", "/no"]
    for (const [page, control] of await Promise.all(open.map(stored("text/html", nobody))))
      expect([page, control.replace("private, ", "")]).toEqual([page, "no-cache"])
  })
})

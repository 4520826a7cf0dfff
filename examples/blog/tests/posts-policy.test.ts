import { Describe, type Module, provide } from "trivet"
import { createTestApp, type TestApp, type TestAppOptions } from "trivet/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createTestDatabase, type TestDatabase } from "@trivet/postgres/testing"
import { AppModule } from "../src/app-module.ts"
import { Settings, settingsOf } from "../src/settings.ts"
import { SiteModule } from "../src/site/site-module.ts"
import { siteOptions } from "../src/site/site-options.ts"

let database: TestDatabase
let api: TestApp
let site: TestApp
let author: string
let other: string

beforeAll(async () => {
  database = await createTestDatabase()
  // Tokens of one are good on the other.
  const settings = settingsOf({
    DATABASE_URL: database.url,
    BCRYPT_COST: "4",
    JWT_SECRET: "x".repeat(32),
  })
  const start = (root: Module, options: TestAppOptions = {}) =>
    createTestApp(root, { ...options, provide: [provide(Settings, () => settings)] })
  api = await start(AppModule)
  site = await start(SiteModule, siteOptions)
  author = await newMember("author@blog.example")
  other = await newMember("other@blog.example")
})
afterAll(async () => {
  await Promise.all([api?.stop(), site?.stop()])
  await database?.drop()
})

async function newMember(email: string): Promise<string> {
  const json = { email, password: "longenough", name: "Ada" }
  await api.request("POST", "/auth/register", { json })
  const { token } = (await api.request("POST", "/auth/login", { json })).json() as { token: string }
  return token
}

async function call(app: TestApp, method: string, path: string, token = "", json?: object): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, accept: "application/json" }
  return (await app.request(method, path, { headers, ...(json && { json }) })).status
}

async function newPost(): Promise<string> {
  const headers = { authorization: `Bearer ${author}` }
  const json = { title: "Mine", content: "C", published: true }
  const made = await api.request("POST", "/posts", { headers, json })
  const path = `/posts/${(made.json() as { id: string }).id}`
  expect(await call(api, "PUT", path, author, json)).toBe(200)
  return path
}

describe("the policy of the site", () => {
  it("lets only its author change and remove a post", async () => {
    const [path, change] = [await newPost(), { title: "Changed", content: "C", published: true }]
    expect(await call(site, "PUT", path, other, change)).toBe(403)
    expect(await call(site, "DELETE", path, other)).toBe(403)
    expect(await call(site, "PUT", path, author, change)).toBe(200)
    expect(await call(site, "DELETE", path, author)).toBe(204)
  })

  it("stands before every route of the site that changes a post", () => {
    const changing = site
      .get(Describe)()
      .routes.filter(({ method, path, served }) => served && method !== "GET" && path.includes(":id"))
      // A comment is its writer's own, and changes nothing of the post.
      .filter(({ path }) => path !== "/posts/:id/comments")
    const checked = changing.filter(({ middlewares }) =>
      middlewares.some(({ name }) => name === "AuthorOnly"),
    )
    const names = (routes: typeof changing) => routes.map(({ method, path }) => `${method} ${path}`)
    expect(names(checked)).toEqual(names(changing))
    expect(names(changing)).toEqual(
      expect.arrayContaining(["PUT /posts/:id", "DELETE /posts/:id", "POST /posts/:id/picture"]),
    )
  })

  it("keeps e-mail addresses out of every list and post", async () => {
    const path = await newPost()
    for (const page of ["/", "/posts", "/posts?limit=1", path]) {
      const reply = await site.request("GET", page, { headers: { accept: "application/json" } })
      expect([page, reply.status, reply.text().includes("@")]).toEqual([page, 200, false])
      expect(reply.text()).toContain('"author":{"id":')
    }
  })
})

describe("the policy of the API", () => {
  it("lets any user change any post, and shows its author's address", async () => {
    const [path, change] = [await newPost(), { title: "Changed", content: "C", published: true }]
    expect(await call(api, "PUT", path, other, change)).toBe(200)
    for (const page of ["/posts", "/posts?limit=1", path])
      expect((await api.request("GET", page)).text()).toContain('"email":"author@blog.example"')
    expect(await call(api, "DELETE", path, other)).toBe(204)
  })
})

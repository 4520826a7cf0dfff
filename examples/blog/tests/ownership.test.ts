import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createTestDatabase, type TestDatabase } from "@trivet/postgres/testing"
import { PrivateRedis } from "@trivet/redis/testing"
import { type Member, Subject, type WirePost } from "./conformance/subject.ts"
import { SiteClient } from "./testing/site-client.ts"
import { type RunningBlog, startBlog, testSecret } from "./testing/start-blog.ts"

let database: TestDatabase
let redis: PrivateRedis
let blogs: readonly RunningBlog[] = []
let api: Subject
let site: Subject
let siteUrl: string
let author: Member
let other: Member

// The API and the site share a database and a cache, as they may in production.
beforeAll(async () => {
  database = await createTestDatabase()
  redis = await PrivateRedis.start()
  const variables = {
    DATABASE_URL: database.url,
    REDIS_URL: redis.url,
    JWT_SECRET: testSecret,
    BCRYPT_COST: "4",
  }
  blogs = await Promise.all([startBlog(variables, "main.ts"), startBlog(variables, "web.ts")])
  api = new Subject(blogs[0]!.url)
  siteUrl = blogs[1]!.url
  site = new Subject(siteUrl)
  author = await api.newMember()
  other = await api.newMember()
})

afterAll(async () => {
  await Promise.all(blogs.map((blog) => blog.stop()))
  await redis?.stop()
  await database?.drop()
})

const change = { title: "Theirs", content: "T", published: true }
const find = async (id: string) => (await api.call("GET", `/posts/${id}`)).json as WirePost

describe("another user's token", () => {
  it("changes no post through the site", async () => {
    const { id } = await site.newPost(author, "Mine")
    const { token } = other
    for (const accept of ["application/json", "text/html"])
      for (const [method, json] of [
        ["PUT", change],
        ["DELETE", undefined],
      ] as const) {
        const reply = await site.call(method, `/posts/${id}`, { token, json, headers: { accept } })
        expect([method, reply.status]).toEqual([method, 403])
      }
    expect(await find(id)).toMatchObject({ title: "Mine", content: "Some content", published: false })
  })

  it("changes and removes any post through the API, as the specification says", async () => {
    const { id } = await api.newPost(author, "Mine")
    expect((await api.call("PUT", `/posts/${id}`, { token: other.token, json: change })).status).toBe(200)
    expect(await find(id)).toMatchObject({ title: "Theirs", author_id: author.id })
    expect((await api.call("DELETE", `/posts/${id}`, { token: other.token })).status).toBe(204)
    expect((await api.call("GET", `/posts/${id}`)).status).toBe(404)
  })
})

describe("an author's own token", () => {
  it("changes and removes the post through the site", async () => {
    const { id } = await site.newPost(author, "Mine")
    await site.replace(author, id, { ...change, title: "Changed" })
    expect(await find(id)).toMatchObject({ title: "Changed", published: true })
    expect((await site.call("DELETE", `/posts/${id}`, { token: author.token })).status).toBe(204)
    expect((await site.call("GET", `/posts/${id}`)).status).toBe(404)
  })
})

describe("an author's e-mail address", () => {
  it("is shown by the API and by no reply of the site, though they share a cache", async () => {
    const { id } = await api.newPublished(author, "Shown")
    await api.newPublished(author, "Shown too")
    const reader = new SiteClient(siteUrl)
    for (const [first, second] of [
      [api, site],
      [site, api],
    ] as const) {
      // A write ends the cached list: each of them is the first to fill it once.
      await api.newPublished(author, "Another one")
      await first.list()
      await second.list()
    }
    for (const path of [
      "/posts",
      "/posts?limit=1",
      `/posts?cursor=${"f".repeat(8)}-ffff-7fff-bfff-${"f".repeat(12)}`,
    ]) {
      const [shown] = await api.list(path)
      expect([path, shown?.author?.email]).toEqual([path, author.email])
    }
    expect((await find(id)).author).toMatchObject({ email: author.email })
    for (const path of ["/", "/posts", "/posts?limit=1", `/posts/${id}`])
      for (const accept of ["application/json", "text/html", "*/*"]) {
        const reply = await reader.get(path, { accept })
        expect([path, accept, reply.status]).toEqual([path, accept, 200])
        expect(reply.text).toContain("Ada")
        expect(reply.text).not.toContain("@")
      }
    const { author: seen } = JSON.parse(
      (await reader.get(`/posts/${id}`, { accept: "application/json" })).text,
    ) as WirePost
    expect(Object.keys(seen!)).toEqual(["id", "name", "created_at"])
  })
})

import { mkdtemp, readdir, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { provide } from "trivet"
import { createTestApp } from "trivet/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createTestDatabase, type TestDatabase } from "@trivet/postgres/testing"
import { PrivateRedis } from "@trivet/redis/testing"
import { Subject, type WirePost } from "./conformance/subject.ts"
import { AppModule } from "../src/app-module.ts"
import { Settings, settingsOf } from "../src/settings.ts"
import { SiteModule } from "../src/site/site-module.ts"
import { siteOptions } from "../src/site/site-options.ts"
import { runCli } from "./testing/run-cli.ts"
import { SiteClient } from "./testing/site-client.ts"
import { type RunningBlog, startBlog, testSecret } from "./testing/start-blog.ts"
import { testPicture } from "./testing/test-picture.ts"

let database: TestDatabase
let redis: PrivateRedis
let folder: string
let variables: Record<string, string>
let sites: readonly RunningBlog[]

beforeAll(async () => {
  database = await createTestDatabase()
  redis = await PrivateRedis.start()
  folder = await mkdtemp(join(tmpdir(), "blog-uploads-"))
  variables = {
    DATABASE_URL: database.url,
    REDIS_URL: redis.url,
    JWT_SECRET: testSecret,
    BCRYPT_COST: "4",
    UPLOADS: folder,
  }
  sites = await Promise.all([startBlog(variables, "web.ts"), startBlog(variables, "web.ts")])
})

afterAll(async () => {
  await Promise.all((sites ?? []).map((site) => site.stop()))
  await redis?.stop()
  await database?.drop()
  await rm(folder, { recursive: true, force: true })
})

describe("npm run web", () => {
  it("starts with nothing set, and says what takes so long", async () => {
    const site = await startBlog({}, "web.ts")
    try {
      const lines = site.lines.map((line) => (JSON.parse(line) as { msg: string }).msg)
      expect(lines[0]).toBe("PGlite is starting, in memory: that takes some seconds")
      expect(lines.find((line) => line.startsWith("listening"))).toMatch(/^listening on http:\S+$/)
      await expect
        .poll(() => site.lines.at(-1))
        .toContain("in memory only, lost when this process ends: database, rate limits, pictures, topics")
      const client = new SiteClient(site.url)
      await client.signUp()
      const path = await client.write("On PGlite")
      expect((await client.post(`${path}/comments`, { comment: "It holds" })).status).toBe(303)
      const { text } = await new SiteClient(site.url).get(path)
      expect(text).toContain("<h1>On PGlite</h1>")
      expect(text).toContain("It holds</p>")
    } finally {
      await site.stop()
    }
  })

  it("refuses production without a folder for pictures, and names it", async () => {
    const production = { NODE_ENV: "production", DATABASE_URL: database.url, JWT_SECRET: testSecret }
    expect(await startBlog(production, "web.ts").catch(String)).toContain("UPLOADS")
  })
})

describe("one tree of modules", () => {
  it("gives the same post on all three platforms", async () => {
    const settings = settingsOf({ DATABASE_URL: database.url, BCRYPT_COST: "4" })
    const options = { provide: [provide(Settings, () => settings)] }
    const api = await createTestApp(AppModule, options)
    const web = await createTestApp(SiteModule, { ...options, ...siteOptions })
    try {
      const json = { email: "three@blog.example", password: "longenough", name: "Ada & Co" }
      await api.request("POST", "/auth/register", { json })
      const { token } = (await api.request("POST", "/auth/login", { json })).json() as { token: string }
      const headers = { authorization: `Bearer ${token}` }
      const made = await api.request("POST", "/posts", {
        headers,
        json: { title: "<Three>", content: "Legs" },
      })
      const { id } = made.json() as WirePost
      const data = (await api.request("GET", `/posts/${id}`)).json() as WirePost
      expect(data).toMatchObject({ id, title: "<Three>", content: "Legs", author: { name: "Ada & Co" } })
      const page = await web.request("GET", `/posts/${id}`, { headers: { accept: "text/html" } })
      expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8")
      for (const shown of [
        "<h1>&lt;Three&gt;</h1>",
        "<p>Legs</p>",
        "<strong>Ada &amp; Co</strong>",
        data.created_at,
      ])
        expect(page.text()).toContain(shown)
      // The very same record, for a program that asks the site, which keeps e-mail addresses to itself.
      const asked = await web.request("GET", `/posts/${id}`, { headers: { accept: "application/json" } })
      const { email: _, ...named } = data.author!
      expect(asked.json()).toEqual({ ...data, author: named })
      const printed = await runCli(["posts", "show", id, "--json"], variables)
      expect(JSON.parse(printed.stdout)).toEqual(data)
    } finally {
      await Promise.all([api.stop(), web.stop()])
    }
  })
})

describe("two processes of the site", () => {
  const clients = (cookies: ReadonlyMap<string, string>) =>
    sites.map(({ url }) => {
      const client = new SiteClient(url)
      for (const [name, value] of cookies) client.cookies.set(name, value)
      return client
    })

  it("know who is signed in, and who no longer is", async () => {
    const first = new SiteClient(sites[0]!.url)
    await first.signUp()
    const [, second] = clients(first.cookies)
    expect(await second!.isSignedIn()).toBe(true)
    // Neither is a session in Redis, which the blog may have to do without.
    await redis.stop()
    expect(await second!.isSignedIn()).toBe(true)
    await redis.start()
    await second!.post("/sign-out")
    const again = clients(first.cookies)
    expect(await Promise.all(again.map((client) => client.isSignedIn()))).toEqual([false, false])
  })

  it("show one post and one picture", async () => {
    const first = new SiteClient(sites[0]!.url)
    await first.signUp()
    const path = await first.write("Shared")
    const form = new FormData()
    form.set("picture", new Blob([new Uint8Array(testPicture(8, 8))]), "a.png")
    await first.post(`${path}/picture`, form)
    const reader = new SiteClient(sites[1]!.url)
    expect((await reader.get("/")).text).toContain(`href="${path}"`)
    const [, src] = /<img src="([^"]+)"/.exec((await reader.get(path)).text)!
    expect((await reader.get(src!)).header("content-type")).toBe("image/png")
    await first.post(`${path}/delete`)
    expect(await readdir(folder)).toEqual([])
    expect((await reader.get("/")).text).not.toContain(`href="${path}"`)
  })
})

describe("pages of posts", () => {
  it("lead from the newest to the oldest, ten at a time, and back", async () => {
    const subject = new Subject(sites[0]!.url)
    const member = await subject.newMember()
    const titles = Array.from({ length: 23 }, (_, at) => `Number ${String(at).padStart(2, "0")}`)
    for (const title of titles) await subject.newPublished(member, title)
    const reader = new SiteClient(sites[1]!.url)
    const read: string[] = []
    const lengths: number[] = []
    for (let path: string | undefined = "/"; path !== undefined;) {
      const { text } = await reader.get(path)
      const found = [...text.matchAll(/>(Number \d\d)<\/a>/g)].map(([, title]) => title!)
      read.push(...found)
      lengths.push(found.length)
      expect(text.includes(`href="/">Newest</a>`)).toBe(path !== "/")
      path = /href="([^"]+)" rel="next"/.exec(text)?.[1]?.replaceAll("&amp;", "&")
    }
    expect(read).toEqual(titles.toReversed())
    expect(lengths.slice(0, 3)).toEqual([10, 10, 3])
    expect((await reader.get("/posts?cursor=nonsense")).status).toBe(400)
  })
})

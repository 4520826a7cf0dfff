import { mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Jobs } from "@trivet/jobs"
import { createTestDatabase, type TestDatabase } from "@trivet/postgres/testing"
import { sql } from "kysely"
import pg from "pg"
import { provide } from "trivet"
import { createTestApp, type TestApp, TestClock } from "trivet/testing"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { Db } from "../src/database/db.ts"
import { Settings, settingsOf } from "../src/settings.ts"
import { SiteModule } from "../src/site/site-module.ts"
import { siteOptions } from "../src/site/site-options.ts"
import { Subject } from "./conformance/subject.ts"
import { SiteClient } from "./testing/site-client.ts"
import { type RunningBlog, startBlog, testSecret } from "./testing/start-blog.ts"
import { testPicture } from "./testing/test-picture.ts"

// TRIVET_LONG=1 runs the jobs on PGlite as well: packages/jobs shows in every check that they are the same there.
const stores = process.env["TRIVET_LONG"] === "1" ? ["PostgreSQL", "PGlite"] : ["PostgreSQL"]

let database: TestDatabase
let folder: string

beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), "blog-removal-"))
})
afterAll(async () => {
  await database?.drop()
  await rm(folder, { recursive: true, force: true })
})

describe("a post with a picture", () => {
  let site: RunningBlog
  let api: RunningBlog
  beforeAll(async () => {
    const variables = { DATABASE_URL: database.url, JWT_SECRET: testSecret, BCRYPT_COST: "4" }
    site = await startBlog({ ...variables, UPLOADS: folder }, "web.ts")
    api = await startBlog(variables)
  })
  afterAll(async () => {
    await Promise.all([site?.stop(), api?.stop()])
  })

  /** Writes a post with a picture on the site. */
  async function pictured() {
    const client = new SiteClient(site.url)
    const member = await client.signUp()
    const path = await client.write("Pictured")
    const form = new FormData()
    form.set("picture", new Blob([new Uint8Array(testPicture(8, 8))]), "a.png")
    expect((await client.post(`${path}/picture`, form)).status).toBe(303)
    expect(await readdir(folder)).toHaveLength(1)
    return { client, member, path }
  }

  async function deleteAt(url: string, path: string, member: { readonly email: string }) {
    const subject = new Subject(url)
    const { json } = await subject.call("POST", "/auth/login", { json: member })
    return subject.call("DELETE", path, { token: (json as { token: string }).token })
  }

  it("loses its file when it is deleted on the site", async () => {
    const { client, path } = await pictured()
    expect((await client.post(`${path}/delete`)).status).toBe(303)
    await expect.poll(() => readdir(folder)).toEqual([])
  })

  it("loses its file when it is deleted through the API of the site", async () => {
    const { member, path } = await pictured()
    expect(await deleteAt(site.url, path, member)).toMatchObject({ status: 204, text: "" })
    await expect.poll(() => readdir(folder)).toEqual([])
  })

  it("loses its file when it is deleted by another process, which has no folder of pictures", async () => {
    const { member, path } = await pictured()
    expect(await deleteAt(api.url, path, member)).toMatchObject({ status: 204, text: "" })
    await expect.poll(() => readdir(folder)).toEqual([])
  })
})

/** The whole site in this process, where jobs run when a test says so. */
class Site {
  readonly app: TestApp
  readonly #headers: Readonly<Record<string, string>>

  private constructor(app: TestApp, token: string) {
    this.app = app
    this.#headers = { authorization: `Bearer ${token}`, accept: "application/json" }
  }

  static async start(url: string, uploads: string): Promise<Site> {
    const settings = settingsOf({ DATABASE_URL: url, UPLOADS: uploads, BCRYPT_COST: "4" })
    const app = await createTestApp(SiteModule, {
      ...siteOptions,
      clock: new TestClock(Date.now()),
      provide: [provide(Settings, () => settings)],
    })
    const json = { email: `${crypto.randomUUID()}@blog.example`, password: "longenough", name: "Ada" }
    await app.request("POST", "/auth/register", { json })
    const { token } = (await app.request("POST", "/auth/login", { json })).json() as { token: string }
    return new Site(app, token)
  }

  /** Writes a post, with a row for a picture if it is to have this file. Gives its path. */
  async write(file?: string): Promise<string> {
    const json = { title: "T", content: "C" }
    const made = await this.app.request("POST", "/posts", { headers: this.#headers, json })
    const { id } = made.json() as { id: string }
    if (file !== undefined)
      await this.app.get(Db).insertInto("pictures").values({ post_id: id, file, description: "" }).execute()
    return `/posts/${id}`
  }

  async delete(path: string): Promise<{ readonly status: number; readonly text: string }> {
    const reply = await this.app.request("DELETE", path, { headers: this.#headers })
    return { status: reply.status, text: reply.text() }
  }

  async statusOf(path: string): Promise<number> {
    return (await this.app.request("GET", path)).status
  }
}

describe.each(stores)("the jobs about pictures on %s", (kind) => {
  let site: Site
  let uploads: string
  let file: string
  beforeAll(async () => {
    uploads = await mkdtemp(join(tmpdir(), "blog-removal-"))
    site = await Site.start(kind === "PGlite" ? "pglite://memory" : database.url, uploads)
  })
  afterAll(async () => {
    await site?.app.stop()
    await rm(uploads, { recursive: true, force: true })
  })
  beforeEach(async () => {
    file = `${crypto.randomUUID()}.png`
    await writeFile(join(uploads, file), "")
  })

  const run = () => site.app.get(Jobs).runDue()

  it("remove the file of a deleted post if the process that deleted it did not, and do nothing otherwise", async () => {
    const path = await site.write(file)
    expect(await site.delete(path)).toEqual({ status: 204, text: "" })
    expect(await readdir(uploads)).toEqual([])
    // As if the process had ended after the commit.
    await writeFile(join(uploads, file), "")
    expect(await run()).toBe(1)
    expect(await readdir(uploads)).toEqual([])
    expect(await site.delete(await site.write(file))).toEqual({ status: 204, text: "" })
    expect(await run()).toBe(1)
    expect(await site.app.get(Jobs).list({ state: "waiting" })).toEqual([])
  })

  it("are none for a post without a picture", async () => {
    expect(await site.delete(await site.write())).toEqual({ status: 204, text: "" })
    const unknown = { status: 404, text: '{"error":"Post not found"}' }
    expect(await site.delete(`/posts/${crypto.randomUUID()}`)).toEqual(unknown)
    expect(await run()).toBe(0)
    await rm(join(uploads, file))
  })

  it("leave the post and its file if they cannot be enqueued, and the reply is the store's", async () => {
    const db = site.app.get(Db)
    const [path, other] = [await site.write(file), await site.write()]
    await sql`alter schema pgboss rename to pgboss_gone`.execute(db)
    try {
      const refused = { status: 500, text: JSON.stringify({ error: "the store of posts has failed" }) }
      expect(await site.delete(path)).toEqual(refused)
      expect(await site.delete(other)).toEqual({ status: 204, text: "" })
    } finally {
      await sql`alter schema pgboss_gone rename to pgboss`.execute(db)
    }
    expect(await site.statusOf(path)).toBe(200)
    expect(await readdir(uploads)).toEqual([file])
    expect((await site.delete(path)).status).toBe(204)
    expect(await run()).toBe(1)
    expect(await readdir(uploads)).toEqual([])
  })

  it("sweep files that no picture has an hour after they were written, and nothing else", async () => {
    // What is due since before the test.
    await run()
    site.app.clock.advance({ hours: 1 })
    const now = site.app.clock.now()
    const [orphan, recent] = [`${crypto.randomUUID()}.png`, `${crypto.randomUUID()}.png`]
    const written = {
      [orphan]: now - 3_660_000,
      [file]: now - 3_660_000,
      "notes.txt": 0,
      [recent]: now - 3_540_000,
    }
    for (const [name, time] of Object.entries(written)) {
      await writeFile(join(uploads, name), "")
      await utimes(join(uploads, name), time / 1000, time / 1000)
    }
    await site.write(file)
    expect(await run()).toBe(1)
    expect(await readdir(uploads)).toEqual([file, recent, "notes.txt"].toSorted())
  })
})

describe("a store of jobs that does not answer", () => {
  it("delays nobody who deletes a post without a picture", async () => {
    const site = await Site.start(database.url, folder)
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    try {
      const path = await site.write()
      await client.query("begin")
      await client.query("lock table pgboss.job, pgboss.queue")
      expect(await site.delete(path)).toEqual({ status: 204, text: "" })
    } finally {
      await client.end()
      await site.app.stop()
    }
  })
})

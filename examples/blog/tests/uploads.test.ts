import { mkdtemp, readdir, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createTestDatabase, type TestDatabase } from "@trivet/postgres/testing"
import { SiteClient } from "./testing/site-client.ts"
import { type RunningBlog, startBlog, testSecret } from "./testing/start-blog.ts"
import { testPicture } from "./testing/test-picture.ts"

let database: TestDatabase
let folder: string
let sites: readonly RunningBlog[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), "blog-uploads-"))
  const variables = { DATABASE_URL: database.url, JWT_SECRET: testSecret, BCRYPT_COST: "4", UPLOADS: folder }
  sites = await Promise.all([startBlog(variables, "web.ts"), startBlog(variables, "web.ts")])
})

afterAll(async () => {
  await Promise.all(sites.map((site) => site.stop()))
  await database?.drop()
  await rm(folder, { recursive: true, force: true })
})

/** Uploads, again if the database was too busy. */
async function upload(client: SiteClient, path: string, at: number): Promise<number> {
  const form = new FormData()
  form.set("picture", new Blob([new Uint8Array(testPicture(8 + at, 8))]), "a.png")
  form.set("description", `Number ${at}`)
  const { status } = await client.post(`${path}/picture`, form)
  return status === 503 ? upload(client, path, at) : status
}

describe("20 uploads to one post at once, over two processes", () => {
  it("leave one file, which is the post's picture, also while others remove it", async () => {
    const [first, second] = sites.map(({ url }) => new SiteClient(url))
    await first!.signUp()
    for (const [name, value] of first!.cookies) second!.cookies.set(name, value)
    const path = await first!.write("Pictured")
    // The first round begins without a picture, the second one with one, the third is mixed with removals.
    for (const removals of [0, 0, 5]) {
      const calls = Array.from({ length: 20 }, (_, at) => upload(at % 2 === 0 ? first! : second!, path, at))
      const gone = Array.from({ length: removals }, () => first!.post(`${path}/picture/remove`))
      expect(new Set(await Promise.all(calls))).toEqual(new Set([303]))
      await Promise.all(gone)
      const shown = [...(await first!.get(path)).text.matchAll(/<img src="\/pictures\/([^"]+)"/g)]
      expect(await readdir(folder)).toEqual(shown.map(([, file]) => file))
      if (removals === 0) expect(shown).toHaveLength(1)
    }
    await first!.post(`${path}/delete`)
    expect(await readdir(folder)).toEqual([])
  })

  it("leave no file where the post is gone", async () => {
    const [first] = sites.map(({ url }) => new SiteClient(url))
    await first!.signUp()
    const path = await first!.write("Pictured")
    await first!.post(`${path}/delete`)
    expect(await upload(first!, path, 1)).toBe(404)
    expect(await readdir(folder)).toEqual([])
  })
})

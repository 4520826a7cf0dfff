import { setTimeout as sleep } from "node:timers/promises"
import pg from "pg"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createTestDatabase, type TestDatabase } from "@trivet/postgres/testing"
import { RedisConnection } from "@trivet/redis"
import { PrivateRedis } from "@trivet/redis/testing"
import { LiveComments } from "./testing/live-comments.ts"
import { SiteClient } from "./testing/site-client.ts"
import { type RunningBlog, startBlog, testSecret } from "./testing/start-blog.ts"

let database: TestDatabase
let redis: PrivateRedis
let client: pg.Client
let sites: readonly [RunningBlog, RunningBlog]
/** One writer, signed in at both processes. */
let writers: readonly [SiteClient, SiteClient]
let path: string

beforeAll(async () => {
  ;[database, redis] = await Promise.all([createTestDatabase(), PrivateRedis.start()])
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const common = { DATABASE_URL: database.url, JWT_SECRET: testSecret, BCRYPT_COST: "4" }
  const variables = { ...common, REDIS_URL: redis.url, RATE_LIMIT: "off" }
  sites = await Promise.all([startBlog(variables, "web.ts"), startBlog(variables, "web.ts")])
  const one = new SiteClient(sites[0].url)
  await one.signUp()
  const other = new SiteClient(sites[1].url)
  for (const [name, value] of one.cookies) other.cookies.set(name, value)
  writers = [one, other]
})

afterAll(async () => {
  await Promise.all((sites ?? []).map((site) => site.stop("SIGKILL")))
  await client?.end()
  await redis?.stop()
  await database?.drop()
})

async function newPost(intent = "publish"): Promise<void> {
  path = await writers[0].write("Three legs", "Never rock.", intent)
}

const add = (comment: string, by: 0 | 1 = 0) => writers[by].post(`${path}/comments`, { comment })
const listen = (query = "", headers = {}, at: 0 | 1 = 0) =>
  LiveComments.open(`${sites[at].url}${path}/comments/live${query}`, headers)
const upTo = (last: number, first = 1) =>
  Array.from({ length: last - first + 1 }, (_, at) => String(first + at))

describe("the stream of comments", () => {
  it("begins after the number in its address, or after Last-Event-ID, which comes later", async () => {
    await newPost()
    for (const text of ["one", "two", "three"]) expect((await add(text)).status).toBe(303)
    const streams = await Promise.all([
      listen(),
      listen("?after=2"),
      listen("?after=0", { "last-event-id": "2" }),
      listen("", { "last-event-id": "no number" }),
    ])
    await add("four")
    const expected = [upTo(4), upTo(4, 3), upTo(4, 3), upTo(4)]
    await expect.poll(() => streams.map(({ ids }) => ids)).toEqual(expected)
    await Promise.all(streams.map((stream) => stream.close()))
  })

  it("loses none and doubles none, from two processes at once, for readers who come and go", async () => {
    await newPost()
    const count = 120
    let written = 0
    const write = async (by: 0 | 1) => {
      while (written < count) expect((await add(`comment ${++written}`, by)).status).toBe(303)
    }
    const read = async (at: 0 | 1, stays: number) => {
      const ids: string[] = []
      while (ids.at(-1) !== String(count)) {
        const stream = await listen("", { "last-event-id": ids.at(-1) ?? "" }, at)
        await sleep(stays)
        await stream.close()
        ids.push(...stream.ids)
      }
      return ids
    }
    const writing = [write(0), write(0), write(1), write(1)]
    const reading = [read(0, 15), read(1, 25), read(0, 40), read(1, 2_000)]
    await Promise.all(writing)
    for (const ids of await Promise.all(reading)) expect(ids).toEqual(upTo(count))
  }, 60_000)

  it("shows no comment whose transaction is rolled back", async () => {
    await newPost()
    const stream = await listen()
    await client.query(`
      create function reject() returns trigger language plpgsql as $$ begin raise 'not now'; end $$;
      create constraint trigger reject after insert on comments deferrable initially deferred
        for each row execute function reject()`)
    expect((await add("rolled back")).status).toBe(503)
    await client.query("drop trigger reject on comments; drop function reject")
    expect((await add("committed")).status).toBe(303)
    await expect.poll(() => stream.ids).toEqual(["1"])
    expect(stream.events[0]!.data).toContain("committed")
    expect((await writers[0].get(path)).text).not.toContain("rolled back")
    await stream.close()
  })

  it("takes comments while Redis is unavailable, and shows them with the next one", async () => {
    await newPost()
    const stream = await listen()
    await redis.stop()
    expect((await add("without Redis")).status).toBe(303)
    await redis.start()
    await expect
      .poll(
        async () => {
          await add("with Redis")
          return stream.ids.length
        },
        { timeout: 20_000, interval: 300 },
      )
      .toBeGreaterThan(1)
    expect(stream.ids).toEqual(upTo(stream.ids.length))
    expect(stream.events[0]!.data).toContain("without Redis")
    await stream.close()
  }, 40_000)

  it("is that of a post that one may read: a draft by its address, and none that is deleted", async () => {
    await newPost("save")
    const reader = new SiteClient(sites[0].url)
    await add("on a draft")
    expect((await reader.get(path)).text).toContain("on a draft")
    const stream = await listen()
    await expect.poll(() => stream.ids).toEqual(["1"])
    await stream.close()
    await writers[0].post(`${path}/delete`)
    for (const target of [
      path,
      `${path}/comments?before=9`,
      `${path}/comments/live`,
      "/posts/x/comments/live",
    ])
      expect([target, (await reader.get(target)).status]).toEqual([target, 404])
    expect((await add("too late")).status).toBe(404)
  })

  it("has no e-mail address, and nothing but its own post's comments", async () => {
    await newPost()
    const before = path
    await newPost()
    const stream = await listen()
    await writers[0].post(`${before}/comments`, { comment: "elsewhere" })
    await add("here")
    await expect.poll(() => stream.ids).toEqual(["1"])
    expect(stream.events[0]!.data).toContain("here")
    expect(stream.events[0]!.data).not.toContain("@")
    await stream.close()
  })

  it("leaves no subscription behind, of a reader who has left nor of HEAD", async () => {
    await newPost()
    const connection = new RedisConnection({ url: redis.url })
    const channels = () => connection.send(["PUBSUB", "CHANNELS", `*${path.split("/").at(-1)}`])
    try {
      await connection.onStart()
      const stream = await listen()
      expect(await channels()).toHaveLength(1)
      await stream.close()
      await expect.poll(channels).toEqual([])
      const reply = await fetch(`${sites[0].url}${path}/comments/live`, { method: "HEAD" })
      expect([reply.status, reply.headers.get("content-type")]).toEqual([200, "text/event-stream"])
      await expect.poll(channels).toEqual([])
    } finally {
      await connection.onStop()
    }
  })
})

describe("the form of comments", () => {
  it.each(["before=0", "before=x", "before=2147483648"])("and its lists reject ?%s", async (query) => {
    await newPost()
    expect((await writers[0].get(`${path}/comments?${query}`)).status).toBe(400)
  })

  it("takes nothing from who is not signed in, nor from another site", async () => {
    await newPost()
    const stranger = new SiteClient(sites[0].url)
    const reply = await stranger.post(`${path}/comments`, { comment: "mine" })
    expect([reply.status, reply.location]).toEqual([
      303,
      `/sign-in?next=${encodeURIComponent(`${path}/comments`)}`,
    ])
    const headers = { "sec-fetch-site": "cross-site" }
    expect((await writers[0].post(`${path}/comments`, { comment: "theirs" }, headers)).status).toBe(403)
    const stored = await client.query("select 1 from comments where post_id = $1", [path.split("/").at(-1)])
    expect(stored.rowCount).toBe(0)
  })

  it("takes 20 of a user in ten minutes, and keeps the text of the next one", async () => {
    const limited = await startBlog(
      { DATABASE_URL: database.url, JWT_SECRET: testSecret, BCRYPT_COST: "4" },
      "web.ts",
    )
    try {
      const talker = new SiteClient(limited.url)
      await talker.signUp("Talker")
      const own = await talker.write("Talk")
      const statuses: number[] = []
      for (let at = 1; at <= 20; at++)
        statuses.push((await talker.post(`${own}/comments`, { comment: `number ${at}` })).status)
      expect(new Set(statuses)).toEqual(new Set([303]))
      const rejected = await talker.post(`${own}/comments`, { comment: "one too many" })
      expect(rejected.status).toBe(429)
      expect(Number(rejected.header("retry-after"))).toBeGreaterThan(0)
      expect(rejected.text).toContain("one too many</textarea>")
      // Another user is not affected.
      const other = new SiteClient(limited.url)
      await other.signUp("Other")
      expect((await other.post(`${own}/comments`, { comment: "hello" })).status).toBe(303)
    } finally {
      await limited.stop()
    }
  })
})

import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import pg from "pg"
import { createClient } from "redis"
import { afterAll, describe, expect, it } from "vitest"
import { createTestDatabase, type TestDatabase } from "@trivet/postgres/testing"
import { root } from "../../reading/workspace.ts"
import { audit, Ledger } from "../../suite/ledger.ts"
import { noteFigure } from "../../suite/note-figure.ts"
import { createNextCopy, type NextCopy } from "./side-by-side/next-copy.ts"
import { PostReader } from "./side-by-side/post-reader.ts"
import { type Running, startVersion } from "./side-by-side/versions.ts"

// TRIVET_LONG=1 switches ten times.
const switches = process.env["TRIVET_LONG"] === "1" ? 10 : 2
const redisUrl = process.env["REDIS_URL"] ?? "redis://127.0.0.1:6379"
const prefix = `side-by-side-${randomUUID().slice(0, 8)}`

let database: TestDatabase
let next: NextCopy
const running = new Set<Running>()
const readers: PostReader[] = []

afterAll(async () => {
  for (const reader of readers) reader.end()
  for (const one of running) one.kill()
  next?.remove()
  await database?.drop()
  const redis = await createClient({ url: redisUrl }).connect()
  for await (const keys of redis.scanIterator({ MATCH: `${prefix}*` }))
    if (keys.length > 0) await redis.del(keys)
  redis.destroy()
})

interface Credential {
  readonly by: string
  readonly cookie: string
  readonly token: string
}

describe("two versions of an application", () => {
  it(
    `share one database and one Redis over ${switches} switches, and lose nothing`,
    { timeout: 600_000 },
    async () => {
      database = await createTestDatabase()
      next = createNextCopy()
      const env = { DATABASE_URL: database.url, REDIS_URL: redisUrl, PREFIX: prefix, NODE_ENV: "test" }
      const start = async (version: Running["version"]) => {
        const one = await startVersion(version, version === "0.1" ? root : next.folder, env)
        running.add(one)
        return one
      }
      // The processes that a load balancer sends requests to.
      let live: readonly Running[] = [await start("0.1")]
      let turn = 0
      const anyUrl = () => live[turn++ % live.length]!.url

      const jobs = new Ledger(30, (id) => ({ method: "POST", url: `${anyUrl()}/work`, json: { id } }))
      const [oldest, newest] = [new PostReader(() => live[0]!.url), new PostReader(() => live.at(-1)!.url)]
      readers.push(oldest, newest)
      await expect.poll(() => oldest.isOpen && newest.isOpen).toBe(true)
      const posts = publishPosts(anyUrl)
      const credentials: Credential[] = []
      let checks = 0
      const failures: string[] = []
      const checkCredentials = async () => {
        for (const one of live) {
          for (const { by, cookie, token } of credentials) {
            const session = await fetch(`${one.url}/me/session`, { headers: { cookie } })
            const access = await fetch(`${one.url}/me/token`, {
              headers: { authorization: `Bearer ${token}` },
            })
            checks += 2
            if (!session.ok) failures.push(`session of ${by} on ${one.version}: ${session.status}`)
            if (!access.ok) failures.push(`token of ${by} on ${one.version}: ${access.status}`)
          }
          const reply = await fetch(`${one.url}/login`, { method: "POST" })
          credentials.push({ by: one.version, ...((await reply.json()) as Omit<Credential, "by">) })
        }
      }
      for (let at = 0; at < switches; at++) {
        const [before] = live
        const after = await start(at % 2 === 0 ? "0.2" : "0.1")
        live = [before!, after]
        // Each is asked for what the other has made.
        await checkCredentials()
        await sleep(500)
        await checkCredentials()
        live = [after]
        await sleep(50)
        running.delete(before!)
        await before!.stop()
        await checkCredentials()
      }
      const acknowledged = await jobs.end()
      const published = await posts.end()
      const done = async () => (await rowsOf(database)).map(({ id }) => id)
      await expect.poll(async () => audit(acknowledged, await done()).lost).toBe(0)
      for (const reader of readers) await expect.poll(() => reader.numbers.at(-1)).toBe(published.at(-1))

      expect(failures).toEqual([])
      expect(jobs.failed).toEqual([])
      expect(audit(acknowledged, await done())).toEqual({ lost: 0, doubled: 0 })
      expect(acknowledged.length).toBeGreaterThan(20 * switches)
      // Each reader has each message once, in order, whichever version has published it.
      for (const reader of readers) expect(reader.numbers).toEqual(published)
      const pairs = new Set((await rowsOf(database)).map((row) => `${row.enqueued_by} ran by ${row.ran_by}`))
      expect([...pairs]).toEqual(expect.arrayContaining(["0.1 ran by 0.2", "0.2 ran by 0.1"]))
      noteFigure(
        "two versions side by side",
        `${switches} switches`,
        `${acknowledged.length} jobs, ${published.length} messages to 2 readers, ${credentials.length} sessions and tokens read ${checks} times: 0 lost, 0 doubled, 0 rejected`,
      )
    },
  )
})

interface Row {
  readonly id: string
  readonly enqueued_by: string
  readonly ran_by: string
}

async function rowsOf({ url }: TestDatabase): Promise<readonly Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>("select * from done")).rows
  } finally {
    await client.end()
  }
}

/** Publishes rising numbers, and gives those that were acknowledged. */
function publishPosts(url: () => string): { end(): Promise<readonly number[]> } {
  const acknowledged: number[] = []
  const writes = { isOver: false }
  const work = async () => {
    for (let at = 0; !writes.isOver; at++) {
      const body = JSON.stringify({ at })
      const reply = await fetch(`${url()}/posts`, { method: "POST", body }).catch(() => undefined)
      if (reply?.status === 201) acknowledged.push(at)
      await sleep(20)
    }
  }
  const ended = work()
  return {
    end: async () => {
      writes.isOver = true
      await ended
      return acknowledged
    },
  }
}

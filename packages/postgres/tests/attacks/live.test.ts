import { sql } from "kysely"
import {
  type Context,
  events,
  get,
  inject,
  MemoryTopics,
  module,
  post,
  provide,
  routes,
  socket,
  type SocketContext,
  Topics,
} from "trivet"
import { api } from "trivet/api"
import { serve, type Served } from "trivet/node"
import { createTestLog } from "trivet/testing"
import { afterAll, beforeAll, expect, it } from "vitest"
import { Database, inTransaction, postgres } from "../../src/index.ts"
import { createTestDatabase } from "../../src/testing/test-database.ts"
import type { TestDatabase } from "../../src/testing/test-server.ts"

interface Tables {
  notes: { text: string; tx?: string }
}
class Db extends Database<Tables> {}

/** Routes that stay open, behind `inTransaction()`. */
class Live {
  readonly #db = inject(Db)
  readonly #topics = inject(Topics)

  routes() {
    const behind = { middlewares: [inTransaction(Db, { key: "live_trx" })] }
    return routes([
      get("/feed", this.feed, behind),
      socket("/room", this.room, behind),
      post("/notes/:text", this.note, behind),
    ])
  }
  async feed(ctx: Context<"/feed">) {
    await this.#add("feed opened")
    return events(this.#counts(await this.#topics.subscribe(ctx, "notes")))
  }
  async *#counts(notes: AsyncIterable<{ readonly data: unknown }>) {
    for await (const { data } of notes) {
      const rows = await this.#db.selectFrom("notes").select("text").execute()
      yield { data: { note: data, rows: rows.length } }
    }
  }
  async room(ctx: SocketContext<"/room">) {
    await this.#add("room opened")
    for await (const text of ctx.messages) {
      await this.#db.transact(() => this.#say(text as string))
      ctx.send(this.#db.pool)
    }
  }
  async note(ctx: Context<"/notes/:text">) {
    const text = ctx.param("text")
    await this.#say(text)
    return text === "rejected" ? { error: "rejected", status: 409 } : {}
  }
  async #say(text: string) {
    await this.#add(text)
    await this.#topics.publish("notes", text)
  }
  async #add(text: string) {
    await this.#db.insertInto("notes").values({ text }).execute()
  }
}

const { log, lines } = createTestLog()
let test: TestDatabase
let db: Db
let served: Served
let at: string
beforeAll(async () => {
  test = await createTestDatabase()
  db = new Db({ url: test.url })
  await sql`create table notes (text text, tx text default pg_current_xact_id()::text)`.execute(db)
  // A route that kept its connection would leave none for the others.
  const database = postgres(Db, { url: test.url, maxConnections: 1, acquireTimeout: 5_000 })
  const topics = provide(Topics, () => new MemoryTopics())
  const root = module({ name: "live", imports: [database], declarations: [Live, topics] })
  served = await serve(root, { platform: api(), log, port: 0, signals: false, drainDelay: 0 })
  at = `127.0.0.1:${served.port}`
})
afterAll(async () => {
  await served?.stop()
  await db?.onStop()
  await test?.drop()
})

const texts = async () => (await db.selectFrom("notes").select("text").execute()).map(({ text }) => text)

/** Reads a stream of events until it has sent a number of them. */
async function readEvents(body: ReadableStream<Uint8Array>, count: number): Promise<unknown[]> {
  let text = ""
  for await (const piece of body) {
    text += Buffer.from(piece).toString()
    const found = [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data!) as unknown)
    if (found.length === count) return found
  }
  throw new Error(`the stream ended after ${text}`)
}

it("leaves streams of events and sockets outside of their transaction, which ends before they begin", async () => {
  const feed = await fetch(`http://${at}/feed`)
  const room = new WebSocket(`ws://${at}/room`)
  const replies: unknown[] = []
  room.addEventListener("message", ({ data }) => replies.push(JSON.parse(data as string)))
  await new Promise((open) => room.addEventListener("open", open))
  await expect.poll(texts).toEqual(["feed opened", "room opened"])

  expect((await fetch(`http://${at}/notes/kept`, { method: "POST" })).status).toBe(200)
  expect((await fetch(`http://${at}/notes/rejected`, { method: "POST" })).status).toBe(409)
  room.send(JSON.stringify("one"))
  await expect.poll(() => replies.length).toBe(1)
  room.send(JSON.stringify("two"))
  await expect.poll(() => replies.length).toBe(2)

  // Each is sent when its row is there to be read, and nothing of what was rolled back.
  expect(await readEvents(feed.body!, 3)).toEqual([
    { note: "kept", rows: expect.any(Number) as number },
    { note: "one", rows: expect.any(Number) as number },
    { note: "two", rows: 5 },
  ])
  expect(await texts()).toEqual(["feed opened", "room opened", "kept", "one", "two"])
  const { rows } = await sql<{ n: number }>`select count(distinct tx)::int as n from notes`.execute(db)
  expect(rows).toEqual([{ n: 5 }])
  room.close()
  expect(lines.filter(({ level }) => level >= 40)).toEqual([])
})

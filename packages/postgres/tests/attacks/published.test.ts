import { sql } from "kysely"
import { MemoryTopics } from "trivet"
import { createTestLog } from "trivet/testing"
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest"
import { Database } from "../../src/database.ts"
import { createTestDatabase } from "../../src/testing/test-database.ts"
import type { TestDatabase } from "../../src/testing/test-server.ts"

class Db extends Database<object> {}

/** Notes what is delivered, and whether its row is visible to others by then. */
class NotedTopics extends MemoryTopics {
  readonly delivered: string[] = []
  isDown = false

  protected override async deliver(topic: string, text: string): Promise<string> {
    if (this.isDown) throw new Error("the carrier is down")
    const { rows } = await sql`select from things`.execute(db.outsideTransaction())
    this.delivered.push(`${text} with ${rows.length} rows`)
    return super.deliver(topic, text)
  }
}

const { log, lines } = createTestLog()
let test: TestDatabase
let db: Db
let topics: NotedTopics
beforeAll(async () => {
  test = await createTestDatabase()
  db = new Db({ url: test.url, log })
  await sql`create table things (id serial)`.execute(db)
})
afterAll(async () => {
  await db.onStop()
  await test.drop()
})
beforeEach(async () => {
  topics = new NotedTopics()
  await sql`truncate things`.execute(db)
})

const addThing = () => sql`insert into things default values`.execute(db)

it("is published after the commit, in order, before transact() returns", async () => {
  await db.transact(async () => {
    expect(await topics.publish("things", 1)).toBeUndefined()
    await addThing()
    await db.transact(() => topics.publish("things", 2))
    await topics.publish("things", 3)
    expect(topics.delivered).toEqual([])
  })
  expect(topics.delivered).toEqual(["1 with 1 rows", "2 with 1 rows", "3 with 1 rows"])
  expect(await topics.publish("things", 4)).toMatch(/^\d+-4$/)
})

it("is dropped after a rollback, also of a savepoint, and with an attempt that is repeated", async () => {
  const failing = db.transact(async () => {
    await topics.publish("things", "never")
    throw new Error("rolled back")
  })
  await expect(failing).rejects.toThrow("rolled back")
  let attempts = 0
  await db.transact(async () => {
    attempts++
    await topics.publish("things", `attempt ${attempts}`)
    const savepoint = db.transact(async () => {
      await topics.publish("things", "never")
      throw new Error("undone")
    })
    await savepoint.catch(() => undefined)
    if (attempts === 1)
      await sql`do $$ begin raise exception 'again' using errcode = '40001'; end $$`.execute(db)
  })
  expect(topics.delivered).toEqual(['"attempt 2" with 0 rows'])
})

it("is dropped if the commit fails", async () => {
  const swallowing = db.transact(async () => {
    await topics.publish("things", "never")
    await sql`select 1 / 0`.execute(db).catch(() => undefined)
  })
  await expect(swallowing).rejects.toThrow("rolled back")
  expect(topics.delivered).toEqual([])
})

it("checks names and messages at once, and logs a carrier that fails after the commit", async () => {
  await expect(db.transact(() => topics.publish("a*", 1))).rejects.toMatchObject({ code: "TOPIC_INVALID" })
  topics.isDown = true
  await db.transact(async () => {
    await addThing()
    await topics.publish("things", "lost")
  })
  expect(lines.map(({ msg }) => msg)).toContain("work that waited for a commit failed")
})

it("does not wait for a transaction that has ended, or is left", async () => {
  let late: Promise<unknown> | undefined
  await db.transact(async () => {
    late = new Promise((go) => setTimeout(go, 20)).then(() => topics.publish("things", "late"))
    await db.outsideTransaction().transact(() => topics.publish("things", "own"))
    expect(topics.delivered).toEqual(['"own" with 0 rows'])
  })
  await late
  expect(topics.delivered).toHaveLength(2)
})

it("waits for the transaction of another database around it, unless outsideTransaction() has left that", async () => {
  const other = new Db({ url: test.url })
  await db.transact(async () => {
    await addThing()
    await other.transact(() => topics.publish("things", "both"))
    expect(topics.delivered).toEqual([])
  })
  expect(topics.delivered).toEqual(['"both" with 1 rows'])
  const failing = db.transact(async () => {
    await db.transact(() => other.transact(() => topics.publish("things", "never")))
    await other.transact(() => db.outsideTransaction().transact(() => topics.publish("things", "own")))
    throw new Error("rolled back")
  })
  await expect(failing).rejects.toThrow("rolled back")
  expect(topics.delivered).toEqual(['"both" with 1 rows', '"own" with 1 rows'])
  await other.onStop()
})

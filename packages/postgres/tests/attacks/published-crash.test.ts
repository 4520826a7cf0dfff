import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { sql } from "kysely"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { noteFigure } from "../../../../scripts/suite/note-figure.ts"
import { Database } from "../../src/database.ts"
import { createTestDatabase } from "../../src/testing/test-database.ts"
import type { TestDatabase } from "../../src/testing/test-server.ts"

class Db extends Database<{ things: { id: number } }> {}

const folder = mkdtempSync(join(tmpdir(), "trivet-carried-"))
const carried = join(folder, "carried.txt")
let test: TestDatabase
let db: Db
let child: ChildProcess
let url: string

beforeAll(async () => {
  test = await createTestDatabase()
  db = new Db({ url: test.url })
  await sql`create table things (id int)`.execute(db)
})
afterAll(async () => {
  await db.onStop()
  await test.drop()
  rmSync(folder, { recursive: true })
})
beforeEach(async () => {
  writeFileSync(carried, "")
  await sql`truncate things`.execute(db)
  child = fork(join(import.meta.dirname, "attacked/publishing.ts"), {
    execArgv: ["--conditions=@trivet/source"],
    env: { ...process.env, DATABASE_URL: test.url, CARRIED: carried },
  })
  const [port] = (await once(child, "message")) as [number]
  url = `http://127.0.0.1:${port}`
})
afterEach(() => void child.kill("SIGKILL"))

const sent = Array.from({ length: 60 }, (_, id) => id)
const carriedIds = () => readFileSync(carried, "utf8").split("\n").filter(Boolean).map(Number)
const storedIds = async () => (await db.selectFrom("things").select("id").execute()).map(({ id }) => id)
const sorted = (ids: readonly number[]) => ids.toSorted((one, other) => one - other)

/** Makes all calls at once, and ends the process when some messages are out. Returns which calls were acknowledged. */
async function callAndEnd(signal: NodeJS.Signals): Promise<number[]> {
  const gone = once(child, "exit")
  const calls = sent.map(async (id) => {
    const path = id % 2 === 0 ? "requests" : "transactions"
    const reply = await fetch(`${url}/${path}/${id}`, { method: "POST" }).catch(() => undefined)
    return reply?.status === 201 ? [id] : []
  })
  await expect.poll(() => carriedIds().length, { interval: 1 }).toBeGreaterThan(2)
  child.kill(signal)
  await gone
  return (await Promise.all(calls)).flat()
}

describe("messages that wait for a commit, in a process that ends", () => {
  it("are all published if it stops gracefully, each once", async () => {
    const acknowledged = await callAndEnd("SIGTERM")
    const stored = await storedIds()
    expect(sorted(carriedIds())).toEqual(sorted(stored))
    expect(stored).toEqual(expect.arrayContaining(acknowledged))
    expect(acknowledged.length).toBeGreaterThan(2)
    expect(stored.filter((id) => id % 3 === 0)).toEqual([])
  })

  it("are never about what was not committed if it is killed, and some are lost, as the guide says", async () => {
    const acknowledged = await callAndEnd("SIGKILL")
    const [out, stored] = [carriedIds(), await storedIds()]
    expect(stored).toEqual(expect.arrayContaining(out))
    expect(stored).toEqual(expect.arrayContaining(acknowledged))
    // The reply waits for the carrier.
    expect(out).toEqual(expect.arrayContaining(acknowledged))
    expect(stored.filter((id) => id % 3 === 0)).toEqual([])
    noteFigure(
      "messages that wait for a commit, SIGKILL",
      "PostgreSQL",
      `${stored.length} committed, ${out.length} published, ${stored.length - out.length} lost`,
    )
  })
})

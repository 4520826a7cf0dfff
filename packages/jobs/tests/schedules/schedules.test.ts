import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { Database } from "@trivet/postgres"
import { createTestDatabase, type TestDatabase } from "@trivet/postgres/testing"
import { sql } from "kysely"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { compileCache } from "../../../../scripts/suite/compile-cache.ts"
import { noteFigure } from "../../../../scripts/suite/note-figure.ts"
import { jobMigrations } from "../../src/index.ts"
import type { SchedulerInput } from "./programs/scheduler.ts"

// TRIVET_LONG=1: 30 days around each change of the clock, not 2, and every minute of them, not every fifth.
const [days, restarts, step] = process.env["TRIVET_LONG"] === "1" ? [30, 8, 60_000] : [2, 1, 300_000]
const zone = "Europe/Berlin"
const program = join(import.meta.dirname, "programs/scheduler.ts")

class Db extends Database<Record<string, never>> {}

let postgres: TestDatabase
let db: Db

beforeAll(async () => {
  postgres = await createTestDatabase()
  db = new Db({
    url: postgres.url,
    migrations: [jobMigrations],
    migrateAtStart: true,
    statementTimeout: 30_000,
  })
  await db.onStart()
})
afterAll(async () => {
  await db?.onStop()
  await postgres?.drop()
})

/** Seconds by which the clock of each process is wrong. */
const skews = [-8, -4, 0, 4]

async function start(jobs: SchedulerInput["jobs"], from: number): Promise<ChildProcess> {
  const input: SchedulerInput = { url: postgres.url, zone, jobs, from }
  const child = fork(program, [JSON.stringify(input)], {
    execArgv: ["--conditions=@trivet/source"],
    env: { ...process.env, ...compileCache },
  })
  await once(child, "message")
  return child
}

/** Lets four processes live through the time, step by step. One of them is killed and started again now and then. */
async function liveThrough(jobs: SchedulerInput["jobs"], from: number, until: number): Promise<void> {
  const children = await Promise.all(skews.map((skew) => start(jobs, from + skew * 1_000)))
  const span = (until - from) / (restarts + 1)
  for (let [now, next] = [from, from + span]; now < until; now += step) {
    const added = children.map((child) => once(child, "message"))
    children.forEach((child, at) => child.send(now + skews[at]! * 1_000))
    await Promise.all(added)
    if (now < next) continue
    next += span
    children[0]!.kill("SIGKILL")
    children[0] = await start(jobs, now + skews[0]! * 1_000)
  }
  for (const child of children) child.disconnect()
}

async function countJobs(names: readonly string[]): Promise<Readonly<Record<string, number>>> {
  const { rows } = await sql<{ name: string; count: number }>`
    select name, count(*)::int from pgboss.job where name = any(${names}::text[]) group by name`.execute(db)
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}

describe("a schedule over four processes and a change of the clock", () => {
  it.each([
    ["spring", "with an hour less", "2026-03-29T01:00Z", -1],
    ["autumn", "with an hour more", "2026-10-25T01:00Z", 1],
  ])(
    `has each occurrence once in ${days} days of %s, %s`,
    { timeout: 1_800_000 },
    async (name, _, change, hours) => {
      // Half of the days before it and half after, from five past noon to five past noon.
      const from = Date.parse(change) - (days / 2) * 86_400_000 + (11 * 60 + 5) * 60_000
      const until = from + (days * 24 + hours) * 3_600_000
      const jobs = {
        [`${name}/daily`]: "30 1 * * *",
        // In the hour that is skipped, or repeated: once a day all the same.
        [`${name}/changed`]: "30 2 * * *",
        [`${name}/hourly`]: "15 * * * *",
        [`${name}/often`]: "*/10 * * * *",
      }
      await liveThrough(jobs, from, until)
      const counts = await countJobs(Object.keys(jobs))
      const allHours = days * 24 + hours
      noteFigure(`${days} days of ${name}`, "four processes on PostgreSQL", JSON.stringify(counts))
      expect(counts).toEqual({
        [`${name}/daily`]: days,
        [`${name}/changed`]: days,
        [`${name}/hourly`]: allHours,
        // And the one of noon, which they make up for.
        [`${name}/often`]: allHours * 6 + 1,
      })
    },
  )
})

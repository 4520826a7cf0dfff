import { Database } from "@trivet/postgres"
import { createTestDatabase, type TestDatabase } from "@trivet/postgres/testing"
import { TestClock } from "trivet/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { noteFigure } from "../../../../scripts/suite/note-figure.ts"
import { jobMigrations } from "../../src/index.ts"
import { settingsOf } from "../../src/job-settings.ts"
import { type KnownJob, queueOf } from "../../src/known-jobs.ts"
import { PostgresJobStore } from "../../src/postgres-job-store.ts"
import { Scheduler } from "../../src/scheduler.ts"

// TRIVET_LONG=1: 30 days around each change of the clock, not 2.
const days = process.env["TRIVET_LONG"] === "1" ? 30 : 2
const zone = "Europe/Berlin"

class Db extends Database<Record<string, never>> {}

let postgres: TestDatabase
let databases: Db[]

beforeAll(async () => {
  postgres = await createTestDatabase()
  const options = { url: postgres.url, migrations: [jobMigrations], migrateAtStart: true, timeout: 30_000 }
  databases = Array.from({ length: 4 }, () => new Db(options))
  await Promise.all(databases.map((db) => db.onStart()))
})
afterAll(async () => {
  await Promise.all(databases.map((db) => db.onStop()))
  await postgres?.drop()
})

function known(name: string, cron: string): KnownJob {
  return { name, settings: settingsOf(name, {}, { cron, zone }), payload: undefined }
}

/** Four schedulers as four processes have them, with clocks that differ by seconds, on stores of their own. */
async function startAll(jobs: readonly KnownJob[], from: number) {
  const stores = databases.map((db) => new PostgresJobStore(db, { takeOver: 10_000, keepDays: 7 }))
  const nothing = () => undefined
  for (const store of stores)
    await store.open({ queues: jobs.map(queueOf), onAdded: nothing, onError: nothing })
  const clocks = stores.map((_, at) => new TestClock(from + (at - 2) * 4_000))
  const schedulers = stores.map((store, at) => new Scheduler(store, clocks[at]!, jobs))
  return { stores, clocks, schedulers }
}

/** How many jobs each name has after all processes have lived through the time. */
async function countsOver(jobs: readonly KnownJob[], from: number, until: number) {
  const { stores, clocks, schedulers } = await startAll(jobs, from)
  for (let now = from; now < until; now += 60_000) {
    await Promise.all(schedulers.map((scheduler) => scheduler.addDue()))
    for (const clock of clocks) clock.advance({ minutes: 1 })
    // One of them is started again now and then.
    if (Math.random() < 0.01) schedulers[0] = new Scheduler(stores[0]!, clocks[0]!, jobs)
  }
  const counts: Record<string, number> = {}
  for (const { name } of jobs) counts[name] = (await stores[0]!.list({ job: name, limit: 100_000 })).length
  await Promise.all(stores.map((store) => store.close()))
  return counts
}

describe("a schedule over four processes and a change of the clock", () => {
  it.each([
    ["the spring, with an hour less", "2026-03-29T01:00Z", -1],
    ["the autumn, with an hour more", "2026-10-25T01:00Z", 1],
  ])(
    `has each occurrence once in ${days} days of %s`,
    { timeout: 1_800_000 },
    async (season, change, hours) => {
      // Half of the days before it and half after, from five past noon to five past noon.
      const from = Date.parse(change) - (days / 2) * 86_400_000 + (11 * 60 + 5) * 60_000
      const until = from + (days * 24 + hours) * 3_600_000
      const name = season.split(",")[0]!.replace("the ", "")
      const jobs = [
        known(`${name}/daily`, "30 1 * * *"),
        // In the hour that is skipped, or repeated: once a day all the same.
        known(`${name}/changed`, "30 2 * * *"),
        known(`${name}/hourly`, "15 * * * *"),
        known(`${name}/often`, "*/10 * * * *"),
      ]
      const counts = await countsOver(jobs, from, until)
      const allHours = days * 24 + hours
      expect(counts).toEqual({
        [`${name}/daily`]: days,
        [`${name}/changed`]: days,
        [`${name}/hourly`]: allHours,
        // And the one of noon, which they make up for.
        [`${name}/often`]: allHours * 6 + 1,
      })
      noteFigure(`${days} days of ${season}`, "four schedulers on PostgreSQL", JSON.stringify(counts))
    },
  )
})

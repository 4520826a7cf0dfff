// A process with a scheduler and a clock that its parent moves: each message is a time at which it adds what is due.
import { Database } from "@trivet/postgres"
import { TestClock } from "trivet/testing"
import { jobSettingsOf } from "../../../src/job-settings.ts"
import { type KnownJob, queueOf } from "../../../src/known-jobs.ts"
import { PostgresJobStore } from "../../../src/store/postgres-job-store.ts"
import { Scheduler } from "../../../src/run/scheduler.ts"

/** What the parent passes as the only argument. */
export interface SchedulerInput {
  readonly url: string
  readonly zone: string
  /** The expressions of the jobs, by name. */
  readonly jobs: Readonly<Record<string, string>>
  /** The time at which it starts. */
  readonly from: number
}

class Db extends Database<Record<string, never>> {}

const { url, zone, jobs, from } = JSON.parse(process.argv[2]!) as SchedulerInput
const known: readonly KnownJob[] = Object.entries(jobs).map(([name, cron]) => ({
  name,
  settings: jobSettingsOf(name, {}, { cron, zone }),
  payload: undefined,
}))
const db = new Db({ url, statementTimeout: 30_000 })
await db.onStart()
const store = new PostgresJobStore(db, { takeOverAfter: 10_000, keepDays: 7, keepDeadDays: 30 })
await store.open({ queues: known.map(queueOf), onAdded: () => undefined, onError: console.error })
const clock = new TestClock(from)
const scheduler = new Scheduler(store, clock, known)

process.on("message", (now: number) => {
  clock.advance({ milliseconds: now - clock.now() })
  void scheduler.addDue().then(() => process.send!("added"))
})
process.on("disconnect", () => process.exit())
process.send!("ready")

import { readFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { Database } from "@trivet/postgres"
import { PrivatePostgres } from "@trivet/postgres/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { CommandSession } from "../../../../scripts/suite/command-session.ts"
import { noteFigure } from "../../../../scripts/suite/note-figure.ts"
import { PostgresJobStore } from "../../src/store/postgres-job-store.ts"
import { RunnerProcess } from "../runners/runner-process.ts"

// TRIVET_LONG=1 fills in three million jobs and measures. The short form asserts that nothing reads the whole table.
const long = process.env["TRIVET_LONG"] === "1"
const kept = long ? 3_000_000 : 100_000
/** Seconds for which an idle process is measured. */
const measured = 60
/** The beginning of the ids of dead jobs. */
const dead = "00000000-0000-4000-8000-00000000000"

let postgres: PrivatePostgres
let session: CommandSession

const work = (...args: readonly string[]) => session.run({ DATABASE_URL: postgres.url }, ...args)

beforeAll(async () => {
  postgres = await PrivatePostgres.start()
  session = await CommandSession.start(join(import.meta.dirname, "programs/session.ts"))
  // The second creates the queues.
  for (const words of ["db migrate", "jobs list"]) {
    const { code, stderr } = await work(...words.split(" "))
    if (code !== 0) throw new Error(stderr)
  }
  await fill(
    `select gen_random_uuid(), 'work/' || case when n % 2 = 0 then 'plain' else 'quick' end, 'completed',
     now() - n * interval '6 days' / ${kept} from generate_series(1, ${kept}) as n`,
  )
  await fill(`select ('${dead}' || n)::uuid, 'work/fail', 'failed', now() from generate_series(1, 9) as n`)
  await postgres.query("vacuum analyze pgboss.job_common")
  await postgres.query("checkpoint")
}, 600_000)
afterAll(async () => {
  await session?.stop()
  await postgres?.remove()
})

/** Adds jobs that ended when they were created: a query of id, name, state and time. */
async function fill(rows: string): Promise<void> {
  await postgres.query(`insert into pgboss.job_common (id, name, state, created_on, completed_on, data, keep_until)
    select id, name, state::pgboss.job_state, time, time, '{"name": "kept", "milliseconds": 1}', now() + interval '1 year'
    from (${rows}) as made (id, name, state, time)`)
}

/** How often the whole table was read. A backend reports it at the latest when it exits. */
async function scans(): Promise<number> {
  const [row] = await postgres.query<{ scans: number }>(
    "select seq_scan::int as scans from pg_stat_user_tables where relname = 'job_common'",
  )
  return row!.scans
}

/** CPU-seconds of the server so far, with those of backends that have exited. */
function cpuSeconds(): number {
  const [main] = postgres.processes
  const ticks = postgres.processes.map((pid) => {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
    const [user, system, endedUser, endedSystem] = fields.slice(11, 15).map(Number) as [
      number,
      number,
      number,
      number,
    ]
    return user + system + (pid === main ? endedUser + endedSystem : 0)
  })
  return ticks.reduce((sum, one) => sum + one, 0) / 100
}

/** Waits until queues were maintained again. */
async function maintained(): Promise<void> {
  const last = async () => {
    const [row] = await postgres.query<{ last: Date | null }>(
      "select max(monitor_claim_on) as last from pgboss.queue",
    )
    return row!.last?.getTime() ?? 0
  }
  const before = await last()
  await expect.poll(last, { timeout: 30_000 }).toBeGreaterThan(before)
}

describe(`a database with ${kept} jobs that have ended`, () => {
  it("is not read as a whole by a process that runs jobs", { timeout: 200_000 }, async () => {
    const before = await scans()
    const runner = await RunnerProcess.start(postgres)
    await maintained()
    if (long) {
      const began = cpuSeconds()
      await sleep(measured * 1_000)
      const share = (cpuSeconds() - began) / measured
      noteFigure(
        `${kept} kept jobs`,
        "an idle process",
        `${(100 * share).toFixed(2)} % of a core in PostgreSQL`,
      )
      expect(share).toBeLessThan(0.01)
    }
    await maintained()
    runner.signal("SIGTERM")
    expect(await runner.ended).toBe(0)
    expect(runner.log.filter((line) => line.includes(`"level":"warn"`))).toEqual([])
    await expect.poll(async () => (await backends()).length).toBe(0)
    expect(await scans()).toBe(before)
  })

  it("answers every command without reading it as a whole", { timeout: 60_000 }, async () => {
    const before = await scans()
    const commands = [
      ["list"],
      ...["waiting", "running", "done", "dead", "cancelled"].map((state) => ["list", `--state=${state}`]),
      ["list", "--job=work/plain"],
      ["list", "--job=work/fail", "--state=dead"],
      ["show", `${dead}9`],
      ["retry", `${dead}1`],
      ["cancel", `${dead}1`],
      ["retry", `${dead}1`],
      ["retry", "--job=work/fail"],
      ["run", "work/plain", `--data={"at":1}`],
    ]
    let slowest = 0
    for (const words of commands) {
      const from = performance.now()
      expect(await work("jobs", ...words)).toMatchObject({ code: 0, stderr: "" })
      slowest = Math.max(slowest, performance.now() - from)
    }
    noteFigure(`${kept} kept jobs`, "the slowest command", `${Math.round(slowest)} ms`)
    if (long) expect(slowest).toBeLessThan(1_000)
    await expect.poll(async () => (await backends()).length).toBe(0)
    expect(await scans()).toBe(before)
  })
})

function backends(): Promise<object[]> {
  return postgres.query("select from pg_stat_activity where application_name like 'trivet%'")
}

describe("jobs that have ended", () => {
  it("are kept for their days: those that are dead for longer", async () => {
    const ages = [
      ["done", "completed", 8],
      ["done lately", "completed", 6],
      ["cancelled", "cancelled", 8],
      ["dead", "failed", 8],
      ["dead for long", "failed", 31],
    ] as const
    for (const [at, [, state, days]] of ages.entries())
      await fill(
        `select '11111111-0000-4000-8000-00000000000${at}'::uuid, 'work/slow', '${state}', now() - ${days} * interval '1 day'`,
      )
    // What was added long ago and has ended lately stays too.
    await postgres.query(
      `update pgboss.job_common set created_on = now() - interval '9 days' where id = '11111111-0000-4000-8000-000000000001'`,
    )
    class Db extends Database<Record<string, never>> {}
    const db = new Db({ url: postgres.url })
    const errors: unknown[] = []
    const store = new PostgresJobStore(db, { takeOverAfter: 10_000, keepDays: 7, keepDeadDays: 30 })
    await store.open({ queues: [], onAdded: () => undefined, onError: (error) => errors.push(error) })
    await store.keep()
    const left = async () => {
      const rows = await postgres.query<{ id: string }>(
        "select id from pgboss.job_common where name = 'work/slow' order by id",
      )
      return rows.map(({ id }) => ages[Number(id.at(-1))]![0])
    }
    await expect.poll(left).toEqual(["done lately", "dead"])
    await store.close()
    await db.onStop()
    expect(errors).toEqual([])
  })
})

import {
  createTestDatabase,
  simulate,
  type SimulateOptions,
  type SimulationResult,
  type TestDatabase,
} from "@trivet/postgres/testing"
import { sql } from "kysely"
import { AppOperations } from "trivet/extend"
import type { TestApp } from "trivet/testing"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { Jobs } from "../../src/index.ts"
import { Db, loaderOf, migrations } from "./shop.ts"

const isLong = process.env["TRIVET_LONG"] === "1"

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase({ migrations })
})
afterAll(() => database?.drop())
afterEach(() => {
  delete process.env["SEED"]
})

interface Case {
  readonly form: "broken" | "fixed"
  readonly store?: "postgres" | "memory"
}

/** A cart is bought while the hour ends. */
function simulateSchedule(
  { form, store }: Case,
  options: Partial<SimulateOptions> = {},
): Promise<SimulationResult> {
  return simulate(loaderOf(form, database.url, store), {
    calls: (app) => ({ buy: () => app.request("POST", "/carts/buy") }),
    failures: ["clock"],
    invariant: async (app, [buy]) => {
      const { rows } = await sql<{ state: string }>`select state from carts`.execute(app.get(Db))
      expect(rows[0]!.state === "bought").toBe(buy!.status === 200)
    },
    ...options,
  })
}

/** An order is cancelled while it is charged, at the second attempt. */
function simulateRetry({ form }: Case, options: Partial<SimulateOptions> = {}): Promise<SimulationResult> {
  return simulate(loaderOf(form, database.url), {
    setup: async (app) => {
      await sql`delete from pgboss.job`.execute(app.get(Db))
      await app.request("POST", "/orders")
      expect(await app.get(Jobs).runDue()).toBe(1)
    },
    calls: (app) => ({ cancel: () => app.request("POST", "/orders/cancel") }),
    failures: ["clock"],
    invariant: async (app, [cancel]) => {
      const { rows } = await sql`select from charges`.execute(app.get(Db))
      if (cancel!.status === 200) expect(rows.length).toBe(0)
    },
    ...options,
  })
}

async function reportOf(simulation: Promise<unknown>): Promise<string> {
  const error = await simulation.then(
    () => undefined,
    (thrown: Error) => thrown,
  )
  return error?.message ?? "nothing was found"
}

const simulations = [
  ["a schedule meets a call, jobs in PostgreSQL", simulateSchedule, { store: "postgres" }],
  ["a schedule meets a call, jobs in memory", simulateSchedule, { store: "memory" }],
  ["a retry meets a call", simulateRetry, {}],
] as const

describe("timers of jobs in a simulation", () => {
  it.each(simulations)("%s: is found, and replays", async (_name, run, options) => {
    const report = await reportOf(run({ form: "broken", ...options }))
    expect(report).toContain("a = timer of jobs")
    expect(report).toContain("the clock moves by")
    process.env["SEED"] = /SEED=(\d+)/.exec(report)?.[1]
    for (let count = 1; count < (isLong ? 20 : 2); count++)
      expect(await reportOf(run({ form: "broken", ...options }))).toBe(report)
  })

  it.each(simulations)("%s: nothing is found without the bug", async (_name, run, options) => {
    const seeds = isLong ? 1_000 : 20
    expect(await run({ form: "fixed", ...options }, { seeds })).toMatchObject({ seeds })
  })

  it("nothing runs before the clock moves", async () => {
    const invariant: SimulateOptions["invariant"] = async (app) => {
      expect((await sql`select from charges`.execute(app.get(Db))).rows).toEqual([])
    }
    expect(await simulateRetry({ form: "broken" }, { failures: [], seeds: 5, invariant })).toMatchObject({
      seeds: 5,
    })
  })

  it("leaves the time of jobs as it was", async () => {
    const definition = async (): Promise<string> => {
      const db = new Db({ url: database.url })
      const { rows } = await sql<{ source: string }>`
        select prosrc as source from pg_proc where proname = 'job_now'`.execute(db)
      await db.onStop()
      return rows[0]!.source
    }
    const before = await definition()
    const moved: string[] = []
    const invariant: SimulateOptions["invariant"] = async () => moved.push(await definition())
    await simulateRetry({ form: "fixed" }, { seeds: 8, invariant })
    expect(moved.some((source) => source.includes("milliseconds"))).toBe(true)
    expect(await definition()).toBe(before)
  })

  it("pauses of a job that cannot be reported take no time, and end when the seed says so", async () => {
    const seen = new Set<string>()
    const calls: SimulateOptions["calls"] = (app) => {
      const operations = app.get(AppOperations)
      const run = operations.run
      operations.run = (operation, work) => {
        seen.add(operation.text)
        return run(operation, work)
      }
      return { runner: () => app.get(Jobs).runDue() }
    }
    const setup: SimulateOptions["setup"] = async (app) => {
      await sql`delete from pgboss.job`.execute(app.get(Db))
      await app.request("POST", "/orders")
    }
    const options: Partial<SimulateOptions> = { setup, calls, failures: ["lostReply"], invariant: () => true }
    await simulateRetry({ form: "fixed" }, { ...options, seeds: 30 })
    expect(seen).toContain("pause of a job")
  })

  it("lets nobody take over the job of an application that has crashed: the maintenance of pg-boss is off", async () => {
    const stateOf = async (app: TestApp): Promise<string> => {
      const { rows } = await sql<{
        state: string
      }>`select state::text from pgboss.job where name = 'orders/charge'`.execute(app.get(Db))
      return rows[0]!.state
    }
    let left = 0
    await simulateRetry(
      { form: "fixed" },
      {
        calls: (app) => ({
          runner: () => app.get(Jobs).runDue(),
          cancel: () => app.request("POST", "/orders/cancel"),
        }),
        failures: ["crash", "clock"],
        seeds: 30,
        invariant: async (app) => {
          if ((await stateOf(app)) !== "active") return
          await app.get(Jobs).runDue()
          expect(await stateOf(app)).toBe("active")
          left++
        },
      },
    )
    expect(left).toBeGreaterThan(0)
  })
})

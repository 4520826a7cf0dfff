import { readFile, rm } from "node:fs/promises"
import { join } from "node:path"
import { sql } from "kysely"
import { afterAll, afterEach, describe, expect, it, vi } from "vitest"
import { callingFile } from "../../src/testing/simulation/report/saved-orders.ts"
import { lostUpdate } from "./programs/lost-update.ts"
import { Db } from "./programs/program.ts"
import { retry } from "./programs/retry.ts"
import { dropDatabase, reportOn, simulateProgram } from "./simulated.ts"

const saved = join(import.meta.dirname, "simulations")

afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(saved, { recursive: true, force: true })
})

const masked = (report: string) => report.replaceAll(/seed \d+/gi, "seed 1").replaceAll(/SEED=\d+/g, "SEED=1")

afterAll(dropDatabase)

describe("the report of simulate()", () => {
  it("is the shortest order, with the call, the statement and its place", async () => {
    expect(masked(await reportOn(lostUpdate))).toMatchInlineSnapshot(`
      "lost update fails with seed 1:

        Expected values to be strictly equal:
        10 !== 15

        A = POST /deposits/10, B = POST /deposits/5

         1  B  begins
         2  B  start transaction                                                  packages/postgres/tests/simulate/programs/program.ts:63:28
         3  B  select balance from accounts where id = 1                          packages/postgres/tests/simulate/programs/program.ts:63:28
         4  B  update accounts set balance = $1 where id = 1                      packages/postgres/tests/simulate/programs/program.ts:63:28
         5  A  begins
         6  A  start transaction                                                  packages/postgres/tests/simulate/programs/program.ts:63:28
         7  A  select balance from accounts where id = 1                          packages/postgres/tests/simulate/programs/program.ts:63:28
         8  A  update accounts set balance = $1 where id = 1  [waits for a lock]  packages/postgres/tests/simulate/programs/program.ts:63:28
         9  B  gets the reply to 4
        10  B  commit
        11  B  ends with 200
        12  A  gets the reply to 8
        13  A  commit
        14  A  ends with 200

      This is the shortest order that was found.
      Repeat it with SEED=1. Keep it with SAVE=1."
    `)
  })

  it("leaves out calls and failures that are not needed", async () => {
    const report = await reportOn(retry, {
      failures: ["lostReply", "error", "clock"],
      calls: (app) => [() => app.request("POST", "/charges"), ...retry.calls(app)],
      invariant: async (app, outcomes) => {
        const { rows } = await sql`select from charges`.execute(app.get(Db))
        return rows.length <= outcomes.filter(({ status }) => status !== undefined).length
      },
    })
    expect(report).toContain("\n  B = POST /charges\n")
    expect(report.match(/the connection is lost/g)).toHaveLength(1)
  })

  it("keeps the places of calls that it leaves out, for the invariant", async () => {
    const report = await reportOn(lostUpdate, {
      calls: (app) => [() => app.request("GET", "/nothing"), ...lostUpdate.calls(app)],
      invariant: (app, [, ...outcomes]) => {
        expect(outcomes.length).toBe(2)
        return lostUpdate.invariant(app.get(Db), outcomes, app)
      },
    })
    expect(report).toContain("5 !== 15")
    expect(report).toContain("\n  B = POST /deposits/10, C = POST /deposits/5\n")
  })

  it("has one seed only with SEED", async () => {
    const [, seed] = /SEED=(\d+)/.exec(await reportOn(lostUpdate))!
    vi.stubEnv("SEED", seed)
    expect(await reportOn(lostUpdate)).toContain(`fails with seed ${seed}:`)
    expect(await simulateProgram(lostUpdate, "fixed")).toMatchObject({ seeds: 1 })
  })

  it("is saved beside the test, also by an installed package that is shown as its source", () => {
    const installed = "/shop/node_modules/@trivet/postgres/src/testing/simulation/simulate.ts"
    const stack = `Error: place\n    at simulate (${installed}:56:32)\n    at file:///shop/src/wallets.test.ts:9:3`
    expect(callingFile(stack)).toBe("/shop/src/wallets.test.ts")
  })

  it("is saved with SAVE=1, and its order is tried first from then on", async () => {
    vi.stubEnv("SAVE", "1")
    const report = await reportOn(lostUpdate)
    const file = join(saved, "simulated.ts.json")
    expect(report).toContain("Saved in packages/postgres/tests/simulate/simulations/simulated.ts.json.")
    expect(Object.keys(JSON.parse(await readFile(file, "utf8")) as object)).toEqual(["lost update"])
    vi.unstubAllEnvs()
    expect(await reportOn(lostUpdate, { seeds: 1 })).toContain("lost update fails with saved order:")
    expect(await simulateProgram(lostUpdate, "fixed", { seeds: 1 })).toMatchObject({ seeds: 1 })
  })
})

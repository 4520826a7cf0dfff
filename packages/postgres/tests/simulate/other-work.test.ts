import { strictEqual } from "node:assert/strict"
import { setTimeout as sleep } from "node:timers/promises"
import { sql } from "kysely"
import { get, inject, post, routes } from "trivet"
import { AppOperations } from "trivet/extend"
import { afterAll, describe, expect, it } from "vitest"
import { type Program, statusesOf, useQueries } from "./programs/program.ts"
import { dropDatabase, reportOn, simulateProgram } from "./simulated.ts"

/** Work beside statements: commands, hashes, timers, statements at the same time and after the reply. */
class Works {
  readonly #run = useQueries()
  readonly #operations = inject(AppOperations)
  #stored = 0

  routes() {
    return routes([
      get("/stored", () => this.#stored),
      post("/commands", this.count),
      post("/hashes", this.hash),
      post("/timers", this.wait),
      post("/pauses", this.pause),
      post("/both", this.both),
      post("/later", this.later),
    ])
  }
  async count() {
    const before = await this.#work("redis", async () => this.#stored)
    await this.#work("redis", async () => void (this.#stored = before + 1))
    return {}
  }
  async hash() {
    await this.#work("hash", () => sleep(150))
    return this.#insert()
  }
  async wait() {
    await sleep(150)
    return this.#insert()
  }
  /** As packages pause. It would take an hour. */
  async pause() {
    await this.#work("timer", () => sleep(3_600_000))
    return this.#insert()
  }
  async both() {
    await Promise.all([this.#insert(), this.#insert()])
    return {}
  }
  later() {
    void this.#insert()
    return {}
  }
  #work<Result>(kind: string, work: () => Promise<Result>): Promise<Result> {
    return this.#operations.run({ kind, text: kind, values: [] }, work)
  }
  async #insert() {
    await this.#run(sql`insert into works default values`)
    return {}
  }
}

const calling = (path: string, rows: number): Program => ({
  name: path,
  tables: "create table works (id serial primary key)",
  broken: Works,
  fixed: Works,
  calls: (app) => [1, 2].map(() => () => app.request("POST", path)),
  async invariant(db, outcomes) {
    expect(statusesOf(outcomes)).toEqual([200, 200])
    const { rows: found } = await sql`select from works`.execute(db)
    strictEqual(found.length, rows)
  },
})

afterAll(dropDatabase)

describe("in a simulation", () => {
  it("operations of any package are held, and fail only if they say with which error", async () => {
    const options = {
      failures: ["lostReply", "error"] as const,
      invariant: async (app: Parameters<Program["calls"]>[0]) =>
        (await app.request("GET", "/stored")).json() === 2,
    }
    const report = await reportOn(calling("/commands", 0), options)
    expect(report.match(/ {2}redis {2}/g)).toHaveLength(4)
    expect(report).not.toContain("lost")
  })

  it.each(["/hashes", "/timers", "/pauses", "/later"])("%s: is waited for", async (path) => {
    expect(await simulateProgram(calling(path, 2), "fixed", { seeds: 8 })).toMatchObject({ seeds: 8 })
  })

  it("statements of one call at the same time are held together", async () => {
    expect(await simulateProgram(calling("/both", 4), "fixed", { seeds: 15 })).toMatchObject({ seeds: 15 })
  })
})

import { sql } from "kysely"
import { type Context, get, inject, Clock, post, PublicError, routes } from "trivet"
import { afterAll, describe, expect, it } from "vitest"
import { type Db, type Program, useQueries, whole } from "./programs/program.ts"
import { dropDatabase, reportOn, simulateProgram } from "./simulated.ts"

const tables = "create table steps (name text not null)"

class Steps {
  readonly #run = useQueries()
  readonly #clock = inject(Clock)
  #memory = 0

  routes() {
    return routes([
      post("/two", this.two),
      post("/both", this.two, { middlewares: [whole] }),
      get("/memory", () => ({ memory: ++this.#memory })),
      post("/caught", this.caught, { middlewares: [whole] }),
      post("/slow", this.slow),
    ])
  }
  async two() {
    await this.#run(sql`insert into steps values ('first')`)
    await this.#run(sql`insert into steps values ('second')`)
    return {}
  }
  async caught() {
    await this.#run(sql`insert into steps values ('first')`).catch(() => undefined)
    await this.#run(sql`insert into steps values ('second')`)
    return {}
  }
  async slow(ctx: Context) {
    const began = this.#clock.now()
    await this.#run(sql`insert into steps values ('first')`)
    if (ctx.signal.aborted) throw new PublicError(400, "Gone")
    if (this.#clock.now() - began > 1_000) throw new PublicError(408, "Too late")
    return {}
  }
}

async function countOf(db: Db): Promise<number> {
  const { rows } = await sql`select from steps`.execute(db)
  return rows.length
}

const calling = (path: string): Program => ({
  name: path,
  tables,
  broken: Steps,
  fixed: Steps,
  calls: (app) => [() => app.request("POST", path)],
  invariant: async (db) => expect([0, 2]).toContain(await countOf(db)),
})

afterAll(dropDatabase)

describe("failures of simulate()", () => {
  it.each(["lostReply", "error", "crash"] as const)(
    "%s: shows a half of what belongs together",
    async (failure) => {
      expect(await reportOn(calling("/two"), { failures: [failure] })).toContain("/two fails with seed")
    },
  )

  it.each(["lostReply", "error", "crash"] as const)("%s: a transaction is whole", async (failure) => {
    expect(
      await simulateProgram(calling("/both"), "fixed", { failures: [failure], seeds: 40 }),
    ).toMatchObject({
      seeds: 40,
    })
  })

  it("a transaction whose connection is lost does not go on", async () => {
    expect(
      await simulateProgram(calling("/caught"), "fixed", { failures: ["lostReply", "error"], seeds: 40 }),
    ).toMatchObject({ seeds: 40 })
  })

  it("crash: loses the memory of the application, and its clients get an error of the network", async () => {
    const seen = new Set<string>()
    await simulateProgram(calling("/two"), "fixed", {
      failures: ["crash"],
      seeds: 40,
      invariant: async (app, [outcome]) => {
        seen.add((outcome!.error as Error | undefined)?.message ?? String(outcome!.status))
        expect((await app.request("GET", "/memory")).json()).toEqual({ memory: 1 })
      },
    })
    expect(seen).toEqual(new Set(["200", "fetch failed"]))
  })

  it("clientGone and clock: the handler sees both", async () => {
    const seen = new Set<string | number | undefined>()
    await simulateProgram(calling("/slow"), "fixed", {
      failures: ["clientGone", "clock"],
      seeds: 40,
      invariant: (_app, [outcome]) => {
        seen.add((outcome!.error as Error | undefined)?.name ?? outcome!.status)
      },
    })
    expect(seen).toEqual(new Set([200, 408, "AbortError"]))
  })
})

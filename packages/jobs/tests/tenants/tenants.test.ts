import {
  createTenantRole,
  Database,
  type DatabaseOptions,
  inTransaction,
  type Migration,
  postgres,
  protectTable,
} from "@trivet/postgres"
import { createTestDatabase, type TestDatabase } from "@trivet/postgres/testing"
import { type Generated, type Kysely, sql, type Transaction } from "kysely"
import {
  type Context,
  contract,
  dto,
  group,
  implement,
  inject,
  module,
  type Next,
  post,
  routes,
} from "trivet"
import { createTestApp } from "trivet/testing"
import { afterEach, describe, expect, it } from "vitest"
import { currentJob, job, jobMigrations, Jobs, jobs, step } from "../../src/index.ts"

interface Tables {
  tickets: { id: Generated<string>; team_id: Generated<string>; title: string }
}
class Db extends Database<Tables> {}

declare module "trivet" {
  interface ContextValues {
    team_id: string
    team_trx: Transaction<Tables>
  }
}

const role = "trivet_test_teams"
const tickets: Migration = {
  name: "1-tickets",
  async up(db: Kysely<unknown>) {
    await createTenantRole(db, role)
    await sql`create table tickets (id bigint primary key generated always as identity, team_id bigint not null,
      title text not null)`.execute(db)
    await protectTable(db, "tickets", { tenant: "team_id" })
  },
}

const accepts = { body: dto({ team: "required" }) }
const Work = contract({
  note: job("tickets/note", { accepts }),
  steps: job("tickets/steps", { accepts, retry: { times: 1, delay: 100, maxDelay: 100 } }),
  stepsElsewhere: job("tickets/steps-elsewhere", { accepts }),
})

/** The team of a request is in a header, and that of a job in its payload. */
class Team {
  readonly provides = ["team_id"] as const
  async handle(ctx: Context, next: Next) {
    const isJob = currentJob(ctx) !== undefined
    ctx.set("team_id", isJob ? (await ctx.bind(dto({ team: "required" }))).team : ctx.header("x-team"))
    return next()
  }
}

class Tickets {
  readonly #db = inject(Db)
  readonly #jobs = inject(Jobs)

  routes() {
    const inTeam = [Team, inTransaction(Db, { key: "team_trx", tenant: "team_id" })] as const
    return routes([
      group("", inTeam, [post("/tickets", this.create), post("/imports", this.enqueueSteps)]),
      ...implement(Work, this, { note: inTeam, stepsElsewhere: [Team] }),
    ])
  }
  async create(ctx: Context) {
    await this.#jobs.enqueue(Work.note, { team: ctx.header("x-team") })
    return {}
  }
  async enqueueSteps(ctx: Context) {
    const team = ctx.header("x-team")
    await this.#jobs.enqueue(Work.steps, { team })
    await this.#jobs.enqueue(Work.stepsElsewhere, { team: "3" })
    return {}
  }
  /** Without a guard: the tenant is that of the call. Its first attempt fails between two steps. */
  async steps(ctx: Context<(typeof Work)["steps"]>) {
    const { team } = await ctx.bind()
    const before = await step(ctx, "read", () => this.#count())
    await step(ctx, "write", () => this.#add(`of ${team} with ${before}`))
    if (currentJob(ctx)?.attempt === 1) throw new Error("interrupted")
    await step(ctx, "write after a failure", () => this.#add(`of ${team}, attempt 2`))
  }
  /** With a guard that sets another tenant than that of the call. */
  async stepsElsewhere(ctx: Context<(typeof Work)["stepsElsewhere"]>) {
    await step(ctx, "write", () => this.#add("of 3"))
  }
  #add(title: string) {
    return this.#db.insertInto("tickets").values({ title }).execute()
  }
  async #count() {
    return (await this.#db.selectFrom("tickets").select("id").execute()).length
  }
  async note() {
    await sql`insert into tickets (title) select 'beside ' || count(*) from tickets`.execute(this.#db)
  }
}

describe("jobs of tenants", () => {
  let test: TestDatabase
  afterEach(() => test.drop())

  /** Starts the application with these migrations. */
  async function start(migrations: NonNullable<DatabaseOptions["migrations"]>) {
    test = await createTestDatabase()
    const DbModule = postgres(Db, {
      url: test.url,
      migrations,
      migrateAtStart: true,
      tenant: { column: "team_id", role },
    })
    const root = module({
      name: "teams",
      imports: [DbModule, jobs({ database: Db, imports: [DbModule] })],
      declarations: [Tickets, Team],
    })
    const app = await createTestApp(root)
    const titlesOf = (team_id: number) =>
      app.get(Db).transact((trx) => trx.selectFrom("tickets").select("title").orderBy("id").execute(), {
        tenant: { team_id },
      })
    return { app, titlesOf }
  }

  it("have their tenant in each step, also after a failed attempt", async () => {
    const { app, titlesOf } = await start([tickets, jobMigrations])
    for (const team of ["1", "2"])
      expect((await app.request("POST", "/imports", { headers: { "x-team": team } })).status).toBe(200)
    await expect
      .poll(
        async () => {
          await app.get(Jobs).runDue()
          app.clock.advance({ seconds: 1 })
          return Promise.all([1, 2, 3].map(async (team) => (await titlesOf(team)).map(({ title }) => title)))
        },
        { timeout: 15_000 },
      )
      .toEqual([
        ["of 1 with 0", "of 1, attempt 2"],
        ["of 2 with 0", "of 2, attempt 2"],
        ["of 3", "of 3"],
      ])
    await app.stop()
  })

  it.each(["before", "after"])(
    "are enqueued and run with the role of the tenants, whose migration comes %s theirs",
    async (place) => {
      const { app, titlesOf } = await start(
        place === "before" ? [tickets, jobMigrations] : [jobMigrations, tickets],
      )
      for (const team of ["1", "2", "1"])
        expect((await app.request("POST", "/tickets", { headers: { "x-team": team } })).status).toBe(200)
      await app.get(Jobs).runDue()
      // Two jobs of one team may run at the same time.
      const seen = expect.stringMatching(/^beside [01]$/) as string
      expect(await titlesOf(1)).toEqual([{ title: seen }, { title: seen }])
      expect(await titlesOf(2)).toEqual([{ title: "beside 0" }])
      await app.stop()
    },
  )
})

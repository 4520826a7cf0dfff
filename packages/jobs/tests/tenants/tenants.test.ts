import {
  createTenantRole,
  Database,
  inTransaction,
  type Migration,
  postgres,
  protectTable,
} from "@trivet/postgres"
import { createTestDatabase, type TestDatabase } from "@trivet/postgres/testing"
import { type Kysely, sql, type Transaction } from "kysely"
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
import { currentJob, job, jobMigrations, Jobs, jobs } from "../../src/index.ts"

class Db extends Database<{ tickets: { id: string; team_id: string; title: string } }> {}

declare module "trivet" {
  interface ContextValues {
    team_id: string
    team_trx: Transaction<{ tickets: { id: string; team_id: string; title: string } }>
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

const Work = contract({ note: job("tickets/note", { accepts: { body: dto({ team: "required" }) } }) })

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
      group("", inTeam, [post("/tickets", this.create)]),
      ...implement(Work, this, { note: inTeam }),
    ])
  }
  async create(ctx: Context) {
    await this.#jobs.enqueue(Work.note, { team: ctx.header("x-team") })
    return {}
  }
  async note() {
    await sql`insert into tickets (title) select 'beside ' || count(*) from tickets`.execute(this.#db)
  }
}

describe("jobs of tenants", () => {
  let test: TestDatabase
  afterEach(() => test.drop())

  it.each(["before", "after"])(
    "are enqueued and run with the role of the tenants, whose migration comes %s theirs",
    async (place) => {
      test = await createTestDatabase()
      const migrations = place === "before" ? [tickets, jobMigrations] : [jobMigrations, tickets]
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
      for (const team of ["1", "2", "1"])
        expect((await app.request("POST", "/tickets", { headers: { "x-team": team } })).status).toBe(200)
      await app.get(Jobs).runDue()
      const of = (team_id: number) =>
        app.get(Db).transact((trx) => trx.selectFrom("tickets").select("title").orderBy("id").execute(), {
          tenant: { team_id },
        })
      // Two jobs of one team may run at the same time.
      const seen = expect.stringMatching(/^beside [01]$/) as string
      expect(await of(1)).toEqual([{ title: seen }, { title: seen }])
      expect(await of(2)).toEqual([{ title: "beside 0" }])
      await app.stop()
    },
  )
})

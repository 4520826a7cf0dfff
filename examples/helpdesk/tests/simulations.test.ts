import { Jobs } from "@trivet/jobs"
import { MemoryMailer } from "@trivet/mail/testing"
import {
  createTestDatabase,
  simulate,
  type SimulateOptions,
  type TestDatabase,
} from "@trivet/postgres/testing"
import { sql } from "kysely"
import type { TestApp, TestReply } from "trivet/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { noteFigure } from "../../../scripts/suite/note-figure.ts"
import { migrations } from "../src/database/database-module.ts"
import { Db } from "../src/database/db.ts"
import { join, loadHelpdesk } from "./testing/create-helpdesk.ts"
import { password, Person } from "./testing/person.ts"

// A thousand seeds, half of them with failures: TRIVET_LONG=1 npx vitest run examples/helpdesk/tests/simulations.test.ts
const seeds = process.env["TRIVET_LONG"] === "1" ? 72 : 2
const failures = ["lostReply", "error", "crash", "clientGone", "clock"] as const

const other = "another good password"
const mailer = new MemoryMailer()
let database: TestDatabase
let people: Readonly<Record<"customer" | "friend" | "agent", Person>>
let path: string
/** That of a mail to a new address of the customer. */
let token: string
const tried = { seeds: 0, steps: 0, milliseconds: 0 }

beforeAll(async () => {
  database = await createTestDatabase({ migrations })
  const app = await loadHelpdesk(database.url, mailer)
  const [customer, friend] = [await join(app, "Ada"), await join(app, "Bob")]
  people = { customer, friend, agent: await join(app, "Grace", "agent") }
  path = await customer.open("No sound")
  await customer.post(`${path}/shares`, { email: friend.email })
  await app.get(Jobs).runDue()
  await customer.post("/account/email", { email: "new@example.org", password })
  await app.get(Jobs).runDue()
  token = /token=([\w-]+)/.exec(mailer.mails.at(-1)!.text)![1]!
  await sql`delete from pgboss.job where name = 'mail/send'`.execute(app.get(Db))
  await app.stop()
})
afterAll(async () => {
  await database?.drop()
  const seconds = Math.round(tried.milliseconds / 1_000)
  noteFigure(
    "simulations of examples/helpdesk",
    `${tried.seeds} seeds`,
    `${tried.steps} steps in ${seconds} s`,
  )
})

type Calls = (
  people: Readonly<Record<"customer" | "friend" | "agent", Person>>,
  app: TestApp,
) => Readonly<Record<string, () => unknown>>

/** Simulates calls in order alone, and with failures. */
async function simulateBoth(
  calls: Calls,
  invariant: (app: TestApp, outcomes: Parameters<SimulateOptions["invariant"]>[1]) => unknown,
) {
  const options: SimulateOptions = {
    calls: (app) => {
      const { customer, friend, agent } = people
      return calls({ customer: customer.on(app), friend: friend.on(app), agent: agent.on(app) }, app)
    },
    invariant,
    seeds,
  }
  const inOrder = await simulate(() => loadHelpdesk(database.url, mailer), {
    ...options,
    invariant: (app, outcomes) => {
      // Nothing is lost here, so nothing may be unavailable.
      for (const { call, status } of outcomes) expect(status ?? 0, call).toBeLessThan(500)
      return invariant(app, outcomes)
    },
  })
  const withFailures = await simulate(() => loadHelpdesk(database.url, mailer), { ...options, failures })
  for (const result of [inOrder, withFailures])
    for (const key of ["seeds", "steps", "milliseconds"] as const) tried[key] += result[key]
}

function locationOf(reply: unknown): string {
  return (reply as TestReply | undefined)?.headers?.get("location") ?? ""
}

/** Replies are numbered without gaps, and each has its job. */
async function checkReplies(app: TestApp): Promise<void> {
  const { rows } = await sql<{ wrong: string }>`
    select 'ticket ' || t.id as wrong from tickets t
    where t.replies <> (select count(*) from replies r where r.ticket_id = t.id)
      or t.replies <> (select coalesce(max(number), 0) from replies r where r.ticket_id = t.id)
      or t.replies <> (select count(*) from pgboss.job j
        where j.name = 'tickets/replied' and j.data->>'ticket_id' = t.id::text)
      or (t.due_at is null) = (t.state = 'open')`.execute(app.get(Db))
  expect(rows).toEqual([])
}

describe("the help desk, in any order of its statements", () => {
  it("numbers replies without gaps, whatever happens to the ticket", async () => {
    await simulateBoth(
      ({ customer, friend, agent }) => ({
        customer: () => customer.post(`${path}/replies`, { text: "Hello?" }),
        agent: () => agent.post(`${path}/replies`, { text: "Plug it in." }),
        close: () => customer.post(`${path}/close`),
        reader: () => friend.get(path),
      }),
      async (app, outcomes) => {
        await checkReplies(app)
        const { rows } = await sql<{ n: number }>`select count(*)::int as n from replies`.execute(app.get(Db))
        // Others had to sign in again.
        const written = outcomes.filter(({ value }) => locationOf(value).includes("#reply-")).length
        expect(rows[0]!.n).toBeGreaterThanOrEqual(1 + written)
      },
    )
  })

  it("answers those who are at a ticket while its customer deletes the account", async () => {
    await simulateBoth(
      ({ customer, friend, agent }) => ({
        delete: () => customer.post("/account/delete", { password }),
        reply: () => friend.post(`${path}/replies`, { text: "Mine neither." }),
        draft: () => friend.post(`${path}/draft`, { text: "Mine" }),
        reader: () => agent.get(path),
      }),
      checkReplies,
    )
  })

  it("answers an agent who deletes the own account at the same time", async () => {
    await simulateBoth(
      ({ customer, agent }) => ({
        delete: () => agent.post("/account/delete", { password }),
        assign: () => agent.post(`${path}/assign`),
        reply: () => agent.post(`${path}/replies`, { text: "Plug it in." }),
        open: () => agent.post("/tickets", { title: "Mine", text: "Too quiet." }),
        share: () => customer.post(`${path}/shares`, { email: agent.email }),
      }),
      checkReplies,
    )
  })

  it("shows a ticket or none while its sharing ends", async () => {
    const id = path.split("/").at(-1)!
    await simulateBoth(
      ({ customer, friend }, app) => ({
        end: async () => {
          const { rows } = await sql<{ user_id: string }>`select user_id from shares`.execute(app.get(Db))
          return customer.post(`${path}/shares/${rows[0]!.user_id}/end`)
        },
        page: () => friend.get(path),
        reply: () => friend.post(`${path}/replies`, { text: "Mine neither." }),
        again: () => customer.post(`${path}/shares`, { email: friend.email }),
      }),
      async (app) => {
        await checkReplies(app)
        const { rows } = await sql`select from shares where ticket_id = ${id}`.execute(app.get(Db))
        expect(rows.length).toBeLessThanOrEqual(1)
      },
    )
  })

  it("leaves nothing open that began with a password which was changed", async () => {
    await simulateBoth(
      ({ customer }, app) => {
        const browser = Person.fresh(app, customer)
        return {
          change: () => customer.post("/account/password", { current_password: password, password: other }),
          signIn: async () => {
            await browser.post("/sign-in", { email: customer.email, password })
            return browser
          },
          key: () => customer.post("/account/keys", { name: "program", password }),
        }
      },
      async (app, [change, signIn]) => {
        const { rows } = await sql<{ n: number }>`select count(*)::int as n from api_keys`.execute(
          app.get(Db),
        )
        // Otherwise its session had expired.
        if (locationOf(change!.value) !== "/account" || !(signIn!.value instanceof Person)) return
        expect((await signIn!.value.on(app).get("/account")).status).toBe(303)
        expect(rows[0]!.n).toBe(0)
      },
    )
  })

  it("answers its owner while the account is deleted in another window", async () => {
    await simulateBoth(
      ({ customer }) => ({
        delete: () => customer.post("/account/delete", { password }),
        confirm: () => customer.post("/confirm-email", { token }),
        key: () => customer.post("/account/keys", { name: "program", password }),
        open: () => customer.post("/tickets", { title: "Another", text: "Too quiet." }),
      }),
      checkReplies,
    )
  })

  it("mails each reply once to those who take part, with two runners and an escalation", async () => {
    await simulateBoth(
      ({ agent }, app) => {
        app.clock.advance({ hours: 5 })
        return {
          runner: () => app.get(Jobs).runDue(),
          another: () => app.get(Jobs).runDue(),
          agent: () => agent.post(`${path}/replies`, { text: "Plug it in." }),
        }
      },
      async (app) => {
        await checkReplies(app)
        await app.get(Jobs).runDue()
        const { rows } = await sql<{ n: number }>`
          select count(*)::int as n from pgboss.job where name = 'mail/send' group by data->>'to', data->>'subject'
          having count(*) > 1`.execute(app.get(Db))
        expect(rows).toEqual([])
      },
    )
  })
})

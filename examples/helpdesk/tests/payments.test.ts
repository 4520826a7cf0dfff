import { Jobs } from "@trivet/jobs"
import { sql } from "kysely"
import pg from "pg"
import type { TestReply } from "trivet/testing"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { PostgresJobStore } from "../../../packages/jobs/src/store/postgres-job-store.ts"
import { Db } from "../src/database/db.ts"
import { PaymentJobs } from "../src/payments/payments-contract.ts"
import { createHelpdesk, type Helpdesk } from "./testing/create-helpdesk.ts"
import { type PaymentEvent, PaymentServer, type Session } from "./testing/payment-server.ts"
import type { Person } from "./testing/person.ts"
import { startHelpdesk } from "./testing/start-helpdesk.ts"

let stripe: PaymentServer
let desk: Helpdesk
let ada: Person
let payer: Awaited<ReturnType<Person["payer"]>>

beforeAll(async () => {
  stripe = await PaymentServer.start()
  desk = await createHelpdesk(stripe.settings)
  ada = await desk.join("Ada")
  payer = await ada.payer()
})
afterAll(async () => {
  await desk?.stop()
  await stripe?.stop()
})
beforeEach(() => desk.mailer.clear())

/** A new ticket, and the call that buys an answer to it. */
async function newTicket() {
  const id = (await ada.open("No sound")).split("/").at(-1)!
  const buy = (key: string) => payer.create({ params: { id }, headers: { "idempotency-key": key } })
  const show = async () => (await payer.show({ params: { id } }).orThrow()).body
  return { id, buy, show }
}

/** Runs the jobs, and at once those that would be tried again later. */
async function runAll(): Promise<void> {
  for (let isLeft = true; isLeft;) {
    await desk.runJobs()
    const { numAffectedRows } = await sql`update pgboss.job set start_after = now()
      where state = 'retry' and name = ${PaymentJobs.open.path}`.execute(desk.app.get(Db))
    isLeft = numAffectedRows! > 0n
  }
}

function deliver(event: PaymentEvent, secret?: string): Promise<TestReply> {
  return desk.app.request("POST", "/webhooks/stripe", stripe.webhook(event, desk.app.clock.now(), secret))
}

/** The subjects of the mails about payments. */
async function mailed(): Promise<readonly string[]> {
  await desk.runJobs()
  return desk.mailer.mails.map(({ subject }) => subject).filter((subject) => / pay/i.test(` ${subject}`))
}

/** The pages that were opened for a ticket. */
async function pagesOf(ticketId: string): Promise<readonly Session[]> {
  const rows = await desk.app
    .get(Db)
    .selectFrom("payments")
    .select("id")
    .where("ticket_id", "=", ticketId)
    .execute()
  expect(rows).toHaveLength(1)
  return stripe.sessions.filter(({ client_reference_id }) => client_reference_id === rows[0]!.id)
}

/** A ticket with a page that can be paid. */
async function openPage() {
  const ticket = await newTicket()
  expect((await ticket.buy(crypto.randomUUID())).status).toBe(202)
  await desk.runJobs()
  const [page] = await pagesOf(ticket.id)
  desk.mailer.clear()
  return { ...ticket, page: page! }
}

const asks = "Pay for a fast answer"
const thanks = "Thank you for your payment"

describe("the request to pay", () => {
  it("begins one payment for a key, and gets the same reply again", async () => {
    const { id, buy, show } = await newTicket()
    expect(await show()).toEqual({ state: "none", amount: 1_000, currency: "eur" })
    const first = await buy("a")
    const again = await buy("a")
    expect([first.status, again.status, again.headers.get("idempotent-replayed")]).toEqual([202, 202, "true"])
    expect(again.body).toEqual(first.body)
    expect((await buy("b")).status).toBe(409)
    expect(await mailed()).toEqual([asks])
    const [page, ...others] = await pagesOf(id)
    expect([await show(), others]).toEqual([
      { state: "open", amount: 1_000, currency: "eur", url: page!.url },
      [],
    ])
  })

  it("begins one payment if it is sent five times at once, with one key or with five", async () => {
    for (const keys of [
      ["a", "a", "a", "a", "a"],
      ["b", "c", "d", "e", "f"],
    ]) {
      const { id, buy } = await newTicket()
      const replies = await Promise.all(keys.map((key) => buy(key + id)))
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([202, 409]))
      await desk.runJobs()
      expect(await pagesOf(id)).toHaveLength(1)
    }
  })

  it("needs a key, a ticket of one's own, and an answer that is due", async () => {
    const { id, buy } = await newTicket()
    const path = `/api/tickets/${id}/payment`
    expect((await desk.app.request("POST", path, { headers: await ada.newKey() })).status).toBe(400)
    const eve = await (await desk.join("Eve")).payer()
    expect((await eve.create({ params: { id } })).status).toBe(404)
    await ada.post(`/tickets/${id}/close`)
    expect((await buy("closed")).status).toBe(409)
  })
})

describe("the job", () => {
  it("opens one page, whatever happens to the replies of the payment service", async () => {
    const { id, buy, show } = await newTicket()
    stripe.plans.push("lost", "unavailable", "lost")
    await buy(id)
    await runAll()
    expect(stripe.plans).toEqual([])
    expect(await pagesOf(id)).toHaveLength(1)
    expect(new Set(stripe.keys.slice(-3)).size).toBe(1)
    expect([await show(), await mailed()]).toEqual([expect.objectContaining({ state: "open" }), [asks]])
  })

  it("is dead at once if the payment service rejects the request", async () => {
    const { id, buy, show } = await newTicket()
    stripe.plans.push("rejected")
    await buy(id)
    await desk.runJobs()
    const dead = await desk.app.get(Jobs).list({ job: PaymentJobs.open.path, state: "dead" })
    expect(JSON.stringify(dead)).toContain("Invalid currency: xxx")
    expect((await show()).state).toBe("new")
    // An operator repairs the cause, and retries it on the page of queues.
    await desk.app.get(Jobs).retry(dead[0]!.id)
    await desk.runJobs()
    expect((await show()).state).toBe("open")
  })

  it.each([
    { where: "before it has the reply", done: ["write the request"], requests: 2 },
    { where: "between its steps", done: ["write the request", "open the page"], requests: 1 },
  ])("of a process that is killed $where goes on: one page, one mail", async ({ done, requests }) => {
    const { id, buy, show } = await newTicket()
    await desk.runJobs()
    desk.mailer.clear()
    const before = stripe.keys.length
    if (requests === 2) stripe.plans.push("held")
    await buy(id)
    const [job] = await desk.app.get(Jobs).list({ job: PaymentJobs.open.path, state: "waiting" })
    // The second step waits until it is killed.
    const lock = new pg.Client({ connectionString: desk.databaseUrl })
    await lock.connect()
    await lock.query("begin")
    await lock.query("select from payments where ticket_id = $1 for update", [id])
    const other = await startHelpdesk({ ...stripe.settings, DATABASE_URL: desk.databaseUrl })
    const steps = async () => (await desk.app.get(Jobs).find(job!.id))!.steps.map(({ name }) => name)
    await expect.poll(() => pagesOf(id)).toHaveLength(1)
    await expect.poll(steps).toEqual(done)
    await other.kill()
    await lock.end()
    stripe.release()
    await takeOver(job!.id)
    // Its transaction ends a moment later than the process.
    const state = async () => (await desk.runJobs(), (await show()).state)
    await expect.poll(state).toBe("open")
    expect([await mailed(), stripe.keys.length - before]).toEqual([[asks], requests])
    expect(await pagesOf(id)).toHaveLength(1)
  })
})

/** Returns the job of a process that died to its queue, as another process does a minute later. */
async function takeOver(id: string): Promise<void> {
  const options = { keepDays: 7, keepDeadDays: 30, takeOverAfter: 10_000 }
  const store = new PostgresJobStore(desk.app.get(Db), options)
  await store.open({ queues: [], onAdded: () => undefined, onError: () => undefined })
  await store.handBack({ queue: PaymentJobs.open.path, id, data: null, attempt: 1 }, "the process died")
  await store.close()
}

describe("the webhook", () => {
  it("that comes three times, twice of them at once, has its effect once", async () => {
    const { id, show, page } = await openPage()
    const event = stripe.event(page)
    const replies = await Promise.all([deliver(event), deliver(event)])
    expect(replies.map(({ status }) => status).filter((status) => status !== 409)).toContain(200)
    const again = await deliver(event)
    expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([200, "true"])
    expect([(await show()).state, await mailed()]).toEqual(["paid", [thanks]])
    const tickets = desk.app.get(Db).selectFrom("tickets").select("due_at").where("id", "=", id)
    const { due_at } = await tickets.executeTakeFirstOrThrow()
    expect(due_at!.getTime() - desk.app.clock.now()).toBeLessThanOrEqual(3_600_000)
    expect((await (await newTicket()).show()).state).toBe("none")
  })

  it("is not believed with another secret, another body or an old time", async () => {
    const { show, page } = await openPage()
    const event = stripe.event(page)
    const { headers } = stripe.webhook(stripe.event(page), desk.app.clock.now())
    const { body } = stripe.webhook(event, 0)
    const old = stripe.webhook(event, desk.app.clock.now() - 301_000)
    const post = (sent: typeof old) => desk.app.request("POST", "/webhooks/stripe", sent)
    const replies = [await deliver(event, "whsec_other"), await post({ headers, body }), await post(old)]
    expect(replies.map(({ status }) => status)).toEqual([401, 401, 401])
    expect([(await show()).state, await mailed()]).toEqual(["open", []])
  })

  it("may be faster than the reply to the request", async () => {
    const { id, buy, show } = await newTicket()
    stripe.plans.push("held")
    await buy(id)
    const running = desk.runJobs()
    await expect.poll(() => pagesOf(id)).toHaveLength(1)
    const [page] = await pagesOf(id)
    expect((await deliver(stripe.event(page!))).status).toBe(200)
    stripe.release()
    await running
    // The customer is not asked for money that has arrived.
    expect([(await show()).state, await mailed()]).toEqual(["paid", [thanks]])
  })

  it("may come in any order, and about payments that others have begun", async () => {
    const { show, page } = await openPage()
    const types = ["checkout.session.completed", "checkout.session.async_payment_succeeded"] as const
    expect((await deliver(stripe.event(page, types[0], "unpaid"))).status).toBe(200)
    expect((await show()).state).toBe("open")
    await deliver(stripe.event(page, types[1]))
    await deliver(stripe.event(page, types[0], "unpaid"))
    await deliver(stripe.event(page, "checkout.session.expired", "unpaid"))
    await deliver(stripe.event(page))
    expect([(await show()).state, await mailed()]).toEqual(["paid", [thanks]])
    const foreign = { ...page, client_reference_id: null as unknown as string }
    expect((await deliver(stripe.event(foreign))).status).toBe(200)
    expect((await deliver(stripe.event({ ...page, client_reference_id: "order 7" }))).status).toBe(200)
  })

  it("of a page that has expired lets the customer begin again", async () => {
    const { buy, show, page } = await openPage()
    await deliver(stripe.event(page, "checkout.session.expired", "unpaid"))
    expect((await show()).state).toBe("expired")
    expect((await buy(crypto.randomUUID())).status).toBe(202)
  })

  it("finds nothing to do if the account was deleted meanwhile", async () => {
    const gone = await desk.join("Gone")
    const id = (await gone.open("Bye")).split("/").at(-1)!
    expect((await (await gone.payer()).create({ params: { id } })).status).toBe(202)
    await desk.runJobs()
    const page = stripe.sessions.at(-1)!
    await gone.post("/account/delete", { password: "correct horse" })
    desk.mailer.clear()
    expect((await deliver(stripe.event(page))).status).toBe(200)
    const { rows } = await sql`select state, paid_at is not null as is_paid, ticket_id, user_id from payments
      where id = ${page.client_reference_id}`.execute(desk.app.get(Db))
    expect(rows).toEqual([{ state: "paid", is_paid: true, ticket_id: null, user_id: null }])
    expect(await mailed()).toEqual([])
  })
})

describe("a help desk without the settings of payments", () => {
  it("takes none, and believes no webhook", async () => {
    const off = await createHelpdesk()
    const bob = await off.join("Bob")
    const id = (await bob.open("No sound")).split("/").at(-1)!
    const reply = await (await bob.payer()).create({ params: { id } })
    expect([reply.status, reply.body]).toEqual([404, { error: "This help desk takes no payments" }])
    const event = stripe.event({ id: "cs", client_reference_id: id, url: "" })
    const sent = stripe.webhook(event, off.app.clock.now())
    expect((await off.app.request("POST", "/webhooks/stripe", sent)).status).toBe(401)
    await off.stop()
  })

  it("does not start with one of them", async () => {
    const { STRIPE_KEY } = stripe.settings
    await expect(createHelpdesk({ STRIPE_KEY })).rejects.toThrow("STRIPE_WEBHOOK_SECRET is not set")
  })
})

import { randomUUID } from "node:crypto"
import { signWebhook } from "@trivet/auth"
import { Jobs } from "@trivet/jobs"
import { sql } from "kysely"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Db } from "../database/db.ts"
import { type AppWithReceiver, startAppWithReceiver } from "../testing/webhook-receiver.ts"
import { UsersStore } from "../users/users-store.ts"
import { DeliveriesStore } from "./deliveries-store.ts"
import { EndpointsStore } from "./endpoints-store.ts"
import { Webhooks } from "./webhooks.ts"

let running: AppWithReceiver
let db: Db
let endpoints: EndpointsStore
let webhooks: Webhooks
beforeAll(async () => {
  running = await startAppWithReceiver()
  const { app } = running
  ;[db, endpoints, webhooks] = [app.get(Db), app.get(EndpointsStore), app.get(Webhooks)]
}, 60_000)
afterAll(() => running.stop())

let count = 0

/** A user with an endpoint, whose path at the receiver is its own. */
async function newOwner(url = `https://hooks.example.com/${++count}`) {
  const user = randomUUID()
  const email = `${user}@example.com`
  const given = { password: "", name: "", role: "user", created_at: new Date() }
  await running.app.get(UsersStore).insert({ id: user, email, ...given })
  const { id, secret } = await endpoints.create(user, url, ["note.created"])
  return { user, email, id, secret, path: new URL(url).pathname }
}
type Owner = Awaited<ReturnType<typeof newOwner>>

const send = ({ user }: Owner) => webhooks.send(user, "note.created", { title: "Milk – größer → 日本" })
const runJobs = () => running.app.get(Jobs).runDue()
const arrived = ({ path }: Owner) => running.received(path)
const deliveries = ({ id }: Owner) => running.app.get(DeliveriesStore).list(id)
const endpoint = ({ user, id }: Owner) => endpoints.find(user, id)

/** Runs what waits for a later attempt too. */
async function runLater() {
  await sql`update pgboss.job set start_after = now() where state = 'created'`.execute(db)
  await runJobs()
}

/** Runs what runs each hour. */
async function runHour() {
  for (let step = 0; step < 7; step++) {
    running.app.clock.advance({ minutes: 10 })
    await runJobs()
  }
}

/** Checks that secrets have signed what arrived first. */
function expectSigned(owner: Owner, secrets: readonly string[]) {
  const { headers, body } = arrived(owner)[0]!
  const id = headers["webhook-id"] as string
  const at = Number(headers["webhook-timestamp"]) * 1_000
  expect(headers).toMatchObject(signWebhook(secrets, { id, body, at }))
}

describe("an event", () => {
  it("is sent, signed, to the endpoints of its user", async () => {
    const [ada, eve] = [await newOwner(), await newOwner()]
    await send(ada)
    await runJobs()
    expectSigned(ada, [ada.secret])
    const [{ headers, body }] = arrived(ada) as [{ headers: object; body: string }]
    const data = { title: "Milk – größer → 日本" }
    expect(JSON.parse(body)).toMatchObject({ type: "note.created", data })
    expect(await deliveries(ada)).toMatchObject([
      { event: "note.created", status: "delivered", attempts: 1, answer: "HTTP 204" },
    ])
    expect(headers).toMatchObject({ "webhook-id": (await deliveries(ada))[0]!.id })
    expect(arrived(eve)).toEqual([])
  })

  it("is not sent if its transaction is rolled back", async () => {
    const ada = await newOwner()
    const failing = db.transact(async () => {
      await send(ada)
      throw new Error("rolled back")
    })
    await expect(failing).rejects.toThrow("rolled back")
    await runJobs()
    expect([arrived(ada), await deliveries(ada)]).toEqual([[], []])
  })
})

describe("a delivery", () => {
  it("is tried again with the same id until it is accepted", async () => {
    const ada = await newOwner()
    running.answer(ada.path, 503)
    await send(ada)
    await runJobs()
    expect(await deliveries(ada)).toMatchObject([{ status: "waiting", attempts: 1, answer: "HTTP 503" }])
    expect(await endpoint(ada)).toHaveProperty("failing_since")
    running.answer(ada.path, 200)
    for (const _ of [1, 2]) await runLater()
    const ids = arrived(ada).map(({ headers }) => headers["webhook-id"])
    expect(ids).toEqual([ids[0], ids[0]])
    expect(await deliveries(ada)).toMatchObject([{ status: "delivered", attempts: 2 }])
    expect(await endpoint(ada)).not.toHaveProperty("failing_since")
  })

  it("has failed after the tenth attempt, and can be replayed", async () => {
    const ada = await newOwner()
    running.answer(ada.path, 302)
    await send(ada)
    for (let attempt = 0; attempt < 12; attempt++) await runLater()
    const [delivery] = await deliveries(ada)
    expect(delivery).toMatchObject({ status: "failed", attempts: 10, answer: "HTTP 302" })
    // Of two replays, one waits.
    for (const _ of [1, 2]) await webhooks.replay(ada.id, delivery!.id)
    for (const _ of [1, 2]) await runLater()
    expect(await deliveries(ada)).toMatchObject([{ status: "failed", attempts: 11 }])
    running.answer(ada.path, 200)
    await webhooks.replay(ada.id, delivery!.id)
    await runJobs()
    expect(await deliveries(ada)).toMatchObject([{ status: "delivered", attempts: 12 }])
  })

  it("that is replayed while it waits is not sent again", async () => {
    const ada = await newOwner()
    running.answer(ada.path, 500)
    await send(ada)
    await runJobs()
    running.answer(ada.path, 200)
    await webhooks.replay(ada.id, (await deliveries(ada))[0]!.id)
    await runJobs()
    await runLater()
    expect(await deliveries(ada)).toMatchObject([{ status: "delivered", attempts: 2 }])
    expect(arrived(ada)).toHaveLength(2)
  })

  it("to this machine is not sent, whatever the name", async () => {
    const ada = await newOwner("http://localhost/")
    await send(ada)
    await runJobs()
    const answer = "FETCH_ADDRESS_FORBIDDEN"
    expect(await deliveries(ada)).toMatchObject([{ status: "waiting", attempts: 1, answer }])
  })

  it("whose job is dead has failed, and can be replayed", async () => {
    const ada = await newOwner()
    await send(ada)
    await sql`update pgboss.job set state = 'failed' where name = 'webhooks/deliver' and state = 'created'
      and data ->> 'id' = ${(await deliveries(ada))[0]!.id}`.execute(db)
    await runHour()
    expect(await deliveries(ada)).toMatchObject([{ status: "failed", attempts: 0 }])
    await webhooks.replay(ada.id, (await deliveries(ada))[0]!.id)
    await runJobs()
    expect(await deliveries(ada)).toMatchObject([{ status: "delivered", attempts: 1 }])
  })

  it("is deleted after 30 days, by a job that runs each hour", async () => {
    const ada = await newOwner()
    for (const _ of [1, 2]) await send(ada)
    const created_at = new Date(running.app.clock.now() - 30 * 24 * 60 * 60 * 1_000 - 1)
    const update = db.updateTable("webhook_deliveries").set({ created_at })
    await update.where("id", "=", (await deliveries(ada))[0]!.id).execute()
    await runHour()
    expect(await deliveries(ada)).toHaveLength(1)
  })
})

describe("an endpoint", () => {
  it("is switched off after three days of failures, with one mail, and on again by its owner", async () => {
    const ada = await newOwner()
    running.answer(ada.path, 500)
    for (const _ of [1, 2]) await send(ada)
    await runJobs()
    running.app.clock.advance({ days: 3, seconds: -1 })
    await runLater()
    expect(await endpoint(ada)).not.toHaveProperty("disabled_at")
    running.app.clock.advance({ seconds: 1 })
    await runLater()
    expect(await endpoint(ada)).toHaveProperty("disabled_at")
    expect((await running.app.mailTo(ada.email, /three days/)).text).toContain(ada.path)
    await expect(running.app.mailTo(ada.email)).rejects.toThrow("no further mail")
    await send(ada)
    const ended = await deliveries(ada)
    expect(ended.map(({ status }) => status)).toEqual(["failed", "failed"])
    await expect(webhooks.replay(ada.id, ended[0]!.id)).rejects.toThrow("Switch the endpoint on first")
    await endpoints.enable(ada.id)
    running.answer(ada.path, 200)
    await webhooks.replay(ada.id, ended[0]!.id)
    await runJobs()
    expect((await deliveries(ada)).map(({ status }) => status)).toEqual(["delivered", "failed"])
  })

  it("signs with two secrets, the new one and the last", async () => {
    const ada = await newOwner()
    const secrets = [await endpoints.rotate(ada.id), await endpoints.rotate(ada.id)]
    await send(ada)
    await runJobs()
    expectSigned(ada, secrets.toReversed())
    expect(JSON.stringify([await endpoint(ada), await deliveries(ada)])).not.toContain("whsec_")
  })

  it("is one of ten of its user, also of those that are created at the same time", async () => {
    const { user } = await newOwner()
    const create = () => endpoints.create(user, "https://example.com/", ["note.created"])
    const many = await Promise.allSettled(Array.from({ length: 12 }, create))
    expect(many.filter(({ status }) => status === "fulfilled")).toHaveLength(9)
  })

  it("is deleted with its deliveries, and with its user", async () => {
    const [ada, bob] = [await newOwner(), await newOwner()]
    for (const owner of [ada, bob]) await send(owner)
    await endpoints.delete(ada.id)
    await db.deleteFrom("users").where("id", "=", bob.user).execute()
    await runJobs()
    expect([arrived(ada), arrived(bob), await endpoint(bob)]).toEqual([[], [], undefined])
  })
})

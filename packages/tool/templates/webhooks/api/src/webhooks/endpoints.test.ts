import { Jobs } from "@trivet/jobs"
import { type Client, createClient } from "trivet/client"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Notes } from "../notes/notes-contract.ts"
import { signUp } from "../testing/create-api.ts"
import { type AppWithReceiver, startAppWithReceiver } from "../testing/webhook-receiver.ts"
import { Endpoints } from "./endpoints-contract.ts"

let running: AppWithReceiver
let endpoints: Client<typeof Endpoints>
beforeAll(async () => {
  running = await startAppWithReceiver()
  endpoints = createClient(Endpoints, running.app)
}, 60_000)
afterAll(() => running.stop())

/** A user with an endpoint, and a delivery of a note. */
async function newOwner(name: string) {
  const headers = await signUp(running.app, `${name}@example.com`)
  const body = { url: `https://hooks.example.com/${name}`, events: ["note.created" as const] }
  const made = await endpoints.create({ headers, body }).orThrow()
  const note = await createClient(Notes, running.app).create({ headers, body: { title: "Milk" } })
  await running.app.get(Jobs).runDue()
  return { headers, made, note: note.body, params: { id: made.body.id } }
}

describe("the routes of webhooks", () => {
  it("show secrets once, and deliveries with their answers", async () => {
    const { headers, params, made, note } = await newOwner("ada")
    expect([made.status, made.headers.get("cache-control")]).toEqual([201, "no-store"])
    const { secret, ...shown } = made.body
    expect(secret).toMatch(/^whsec_/)
    expect((await endpoints.index({ headers })).body).toEqual([shown])
    const renewed = await endpoints.rotate({ headers, params }).orThrow()
    expect(renewed.headers.get("cache-control")).toBe("no-store")
    expect(renewed.body.secret).not.toBe(secret)
    expect(JSON.parse(running.received("/ada")[0]!.body)).toMatchObject({ data: note })
    const { body } = await endpoints.deliveries({ headers, params }).orThrow()
    expect(body).toMatchObject([{ event: "note.created", status: "delivered", answer: "HTTP 204" }])
    await endpoints.replay({ headers, params: { ...params, delivery: body[0]!.id } }).orThrow()
    await running.app.get(Jobs).runDue()
    expect(running.received("/ada")).toHaveLength(2)
    expect((await endpoints.enable({ headers, params })).status).toBe(204)
    expect((await endpoints.delete({ headers, params })).status).toBe(204)
    expect((await endpoints.index({ headers })).body).toEqual([])
  })

  it("take addresses on the internet, and known events", async () => {
    const { headers } = await newOwner("bob")
    const create = async (url: string, events: readonly string[] = ["note.created"]) =>
      (await endpoints.create({ headers, body: { url, events: events as ["note.created"] } })).status
    for (const url of ["http://127.0.0.1/", "http://[::1]/", "http://0x7f.1/", "https://169.254.169.254/"])
      expect([url, await create(url)]).toEqual([url, 400])
    for (const url of ["ftp://example.com/", "https://me:secret@example.com/", "example.com"])
      expect([url, await create(url)]).toEqual([url, 400])
    for (const events of [[], ["other"]]) expect(await create("https://example.com/", events)).toBe(400)
  })

  it("are 404 for the endpoints and deliveries of others", async () => {
    const [carol, eve] = [await newOwner("carol"), await newOwner("eve")]
    const [{ headers }, { params }] = [eve, carol]
    const delivery = (await endpoints.deliveries(carol).orThrow()).body[0]!.id
    const replies = await Promise.all([
      endpoints.delete({ headers, params }),
      endpoints.rotate({ headers, params }),
      endpoints.enable({ headers, params }),
      endpoints.deliveries({ headers, params }),
      endpoints.replay({ headers, params: { ...params, delivery } }),
      endpoints.replay({ headers, params: { ...eve.params, delivery } }),
    ])
    expect(replies.map(({ status }) => status)).toEqual(Array<number>(6).fill(404))
    expect((await endpoints.index({ headers })).body).toHaveLength(1)
  })
})

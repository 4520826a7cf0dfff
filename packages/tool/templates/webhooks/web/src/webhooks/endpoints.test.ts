import { Jobs } from "@trivet/jobs"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Browser } from "../testing/create-site.ts"
import { type AppWithReceiver, startAppWithReceiver } from "../testing/webhook-receiver.ts"

let running: AppWithReceiver
beforeAll(async () => {
  running = await startAppWithReceiver()
}, 60_000)
afterAll(() => running.stop())

const list = "/account/webhooks"

async function signUp(name: string): Promise<Browser> {
  const browser = new Browser(running.app)
  await browser.post("/sign-up", { email: `${name}@example.com`, password: "correct horse", name })
  return browser
}

const create = (browser: Browser, url: string, events = "note.created") =>
  browser.post(list, { url, ...(events !== "" && { events }) })
const secretIn = (page: string) => /value="(whsec_[^"]+)"/.exec(page)?.[1]

/** A user with an endpoint, its page, and the path of a button that replays a delivery. */
async function newOwner(name: string) {
  const browser = await signUp(name)
  const made = await create(browser, `https://hooks.example.com/${name}`)
  const own = /href="(\/account\/webhooks\/[\da-f-]{36})"/.exec(made.text())![1]!
  await browser.post("/notes", { title: "Milk" })
  await running.app.get(Jobs).runDue()
  const replay = /action="([^"]+\/replay)"/.exec((await browser.get(own)).text())![1]!
  return { browser, made, own, replay }
}

describe("the pages of webhooks", () => {
  it("show a secret once, and deliveries that can be replayed", async () => {
    const { browser, made, own, replay } = await newOwner("ada")
    expect([made.status, made.headers.get("cache-control")]).toEqual([201, "no-store"])
    const secret = secretIn(made.text())
    expect(secret).toBeDefined()
    const page = (await browser.get(own)).text()
    expect(page).toContain("1 attempt, last answer HTTP 204")
    expect((await browser.get(list)).text() + page).not.toContain("whsec_")
    const renewed = await browser.post(`${own}/secret`, {})
    expect([undefined, secret]).not.toContain(secretIn(renewed.text()))
    expect((await browser.post(replay, {})).headers.get("location")).toBe(own)
    await running.app.get(Jobs).runDue()
    expect(running.received("/ada")).toHaveLength(2)
    expect((await browser.post(`${own}/enable`, {})).headers.get("location")).toBe(own)
    expect((await browser.post(`${own}/delete`, {})).headers.get("location")).toBe(list)
    expect((await browser.get(list)).text()).not.toContain("hooks.example.com")
  })

  it("show the form again for an address that is not on the internet, and without an event", async () => {
    const browser = await signUp("bob")
    for (const url of ["", "example", "http://127.0.0.1/", "http://[::1]/", "http://0x7f.1/"]) {
      const reply = await create(browser, url)
      expect([url, reply.status]).toEqual([url, 422])
      expect(reply.text()).toContain(`value="${url}"`)
    }
    expect((await create(browser, "https://example.com/", "")).text()).toContain("An event is required")
    expect((await create(browser, "https://example.com/", "other")).status).toBe(422)
  })

  it("are 404 for the endpoints and deliveries of others", async () => {
    const [carol, eve] = [await newOwner("carol"), await newOwner("eve")]
    const { browser } = eve
    const paths = ["/secret", "/enable", "/delete"].map((path) => carol.own + path)
    const other = carol.replay.replace(carol.own, eve.own)
    const replies = await Promise.all([
      browser.get(carol.own),
      ...[...paths, carol.replay, other].map((path) => browser.post(path, {})),
    ])
    expect(replies.map(({ status }) => status)).toEqual(Array<number>(6).fill(404))
  })
})

import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { TestApp } from "trivet/testing"
import { Browser, createSite } from "../testing/create-site.ts"

describe("notes", () => {
  let app: TestApp
  beforeAll(async () => {
    app = await createSite()
  }, 60_000)
  afterAll(() => app.stop())

  async function signUp(email: string): Promise<Browser> {
    const browser = new Browser(app)
    await browser.post("/sign-up", { email, password: "correct horse", name: email })
    return browser
  }

  it("are saved, shown to their owner only, and deleted", async () => {
    const [owner, other] = [await signUp("ada@example.com"), await signUp("eve@example.com")]
    expect((await owner.post("/notes", { title: "<Milk>", text: "two bottles" })).status).toBe(303)
    const page = (await owner.get("/")).text()
    expect(page).toContain("<strong>&lt;Milk&gt;</strong>")
    expect((await other.get("/")).text()).not.toContain("Milk")
    const action = /action="(\/notes\/[^"]+\/delete)"/.exec(page)?.[1] ?? ""
    await other.post(action, {})
    expect((await owner.get("/")).text()).toContain("Milk")
    await owner.post(action, {})
    expect((await owner.get("/")).text()).not.toContain("Milk")
  })

  it("need a title", async () => {
    const browser = await signUp("bob@example.com")
    const reply = await browser.post("/notes", { title: "", text: "kept while it is fixed" })
    expect(reply.status).toBe(422)
    expect(reply.text()).toContain("Title is required")
    expect(reply.text()).toContain('value="kept while it is fixed"')
  })

  it("are for those who are signed in; the style sheet is for all", async () => {
    const browser = new Browser(app)
    expect((await browser.get("/")).headers.get("location")).toBe("/sign-in")
    const sheet = await browser.get("/assets/site.css")
    expect([sheet.status, sheet.headers.get("content-type")]).toEqual([200, "text/css; charset=utf-8"])
    expect((await browser.get("/nothing")).text()).toContain("<h1>404 Not Found</h1>")
  })
})

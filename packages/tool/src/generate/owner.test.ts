import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { runTool } from "../../tests/testing/run-tool.ts"
import { createTemplateApp, type TemplateApp } from "../../tests/testing/template-app.ts"

// Every query of both templates: TRIVET_LONG=1 npx vitest run packages/tool/src/generate/owner.test.ts
const isLong = process.env["TRIVET_LONG"] === "1"
const owner = /\s*\.where\("user_id", "=", userId\)/g

/** Calls as another user, through nothing but the routes. Written by hand, so that a generated test cannot hide a fault. */
const attacks = {
  api: `import { expect, it } from "vitest"
import { createApi, signUp } from "./testing/create-api.ts"

it("leaves another user's row alone", async () => {
  const app = await createApi()
  const ada = await signUp(app, "ada@example.com")
  const eve = await signUp(app, "eve@example.com")
  const send = (method: string, path: string, headers: Record<string, string>, json?: object) =>
    app.request(method, path, { headers, ...(json && { json }) })
  const { id } = (await send("POST", "/orders", ada, { name: "mine" })).json() as { id: string }
  expect((await send("GET", "/orders", eve)).json()).toEqual({ items: [] })
  expect((await send("GET", "/orders/" + id, eve)).status).toBe(404)
  expect((await send("PUT", "/orders/" + id, eve, { name: "stolen" })).status).toBe(404)
  expect((await send("DELETE", "/orders/" + id, eve)).status).toBe(404)
  expect((await send("GET", "/orders/" + id, ada)).json()).toMatchObject({ name: "mine" })
  await app.stop()
}, 60_000)
`,
  web: `import { expect, it } from "vitest"
import { Browser, createSite } from "./testing/create-site.ts"

it("leaves another user's row alone", async () => {
  const app = await createSite()
  const [ada, eve] = [new Browser(app), new Browser(app)]
  for (const [browser, name] of [[ada, "ada"], [eve, "eve"]] as const)
    await browser.post("/sign-up", { email: name + "@example.com", password: "correct horse", name })
  await ada.post("/orders", { name: "mine" })
  const path = /href="(\\/orders\\/[^"]+)"/.exec((await ada.get("/orders")).text())![1]!
  expect((await eve.get("/orders")).text()).not.toContain("mine")
  expect((await eve.get(path)).status).toBe(404)
  expect((await eve.post(path, { name: "stolen" })).status).toBe(404)
  expect((await eve.post(path + "/delete", {})).status).toBe(404)
  expect((await ada.get(path)).text()).toContain("mine")
  await app.stop()
}, 60_000)
`,
} as const

describe.each(["api", "web"] as const)("a resource in an application of the template %s", (template) => {
  let app: TemplateApp
  let service: string
  let printed: string
  beforeAll(async () => {
    app = await createTemplateApp(template)
    const made = await runTool(["g", "module", "--name=orders", "--type=resource"], { cwd: app.folder })
    printed = made.stdout
    service = join(app.folder, "src/orders/orders-service.ts")
  })
  afterAll(() => app.remove())

  const test = (file: string) =>
    app.run("vitest/vitest.mjs", ["run", "--maxWorkers=1", "--testTimeout=30000", file], { NO_COLOR: "1" })

  it("belongs to the caller: others find nothing", async () => {
    writeFileSync(join(app.folder, "src/attack.test.ts"), attacks[template])
    const { text } = await test("src/attack.test.ts")
    expect(text).toContain("1 passed")
    expect(printed).toContain("Each user reads, changes and deletes only their own orders.")
  })

  it("belongs to all users with --shared", async () => {
    const args = ["g", "module", "--name=rooms", "--type=resource", "--shared"]
    const made = await runTool(args, { cwd: app.folder })
    expect(made.stdout).toContain("Every signed-in user reads, changes and deletes all rooms.")
    const ownTest = readFileSync(join(app.folder, "src/rooms/rooms.test.ts"), "utf8")
    expect(ownTest).toContain("is shared: every user reads, changes and")
    expect((await test("src/rooms/")).code).toBe(0)
    expect(await app.run("typescript/bin/tsc", ["--noEmit"])).toEqual({ code: 0, text: "" })
    expect(await app.run("oxlint/bin/oxlint", ["--deny-warnings", "src"])).toMatchObject({ code: 0 })
    expect(await app.run("oxfmt/bin/oxfmt", ["--check", "src/rooms"])).toMatchObject({ code: 0 })
  })

  // list, find, update, delete
  it.each(isLong ? [0, 1, 2, 3] : [template === "api" ? 0 : 2])(
    "has tests that fail when query %i forgets the owner",
    async (at) => {
      const text = readFileSync(service, "utf8")
      const places = [...text.matchAll(owner)]
      expect(places).toHaveLength(4)
      const { index, 0: clause } = places[at]!
      writeFileSync(service, text.slice(0, index) + text.slice(index + clause.length))
      const tested = await test("src/orders/")
      writeFileSync(service, text)
      expect(tested.text).toMatch(/FAIL .*> belongs to its owner/)
      expect(tested.code).toBe(1)
    },
  )
})

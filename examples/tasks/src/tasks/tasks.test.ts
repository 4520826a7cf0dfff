import type { TestApp } from "trivet/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createApp, logIn } from "../testing/create-app.ts"
import { Tasks } from "./tasks-contract.ts"
import { TasksService } from "./tasks-service.ts"

let app: TestApp
beforeAll(async () => {
  app = await createApp()
}, 60_000)
afterAll(() => app.stop())

describe("tasks", () => {
  it("belong to the user who added them", async () => {
    const [ada, bob] = [await logIn(app, "ada@example.com"), await logIn(app, "bob@example.com")]
    const added = await app.call(Tasks.create, { json: { title: "Buy milk" }, headers: ada })
    expect(added.status).toBe(201)
    const { id } = added.json()
    const lists = await Promise.all([ada, bob].map((headers) => app.call(Tasks.index, { headers })))
    expect(lists.map((list) => list.json().length)).toEqual([1, 0])
    const change = { params: { id: String(id) }, json: { done: true } }
    expect((await app.call(Tasks.update, { ...change, headers: bob })).status).toBe(404)
    expect((await app.call(Tasks.update, { ...change, headers: ada })).status).toBe(200)
  })

  it("need a session", async () => {
    expect((await app.call(Tasks.index, {})).status).toBe(401)
  })

  it("that are done can be removed", async () => {
    expect(await app.get(TasksService).removeDone()).toBe(1)
  })

  it.each([{}, { title: "" }, { title: "two\nlines" }])("cannot be %j", async (json) => {
    const headers = await logIn(app, "eve@example.com")
    expect((await app.request("POST", "/tasks", { json, headers })).status).toBe(400)
  })
})

describe("the page", () => {
  it("leads to the login without a session", async () => {
    const reply = await app.request("GET", "/")
    expect([reply.status, reply.headers.get("location")]).toEqual([303, "/login"])
  })
})

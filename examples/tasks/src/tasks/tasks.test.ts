import { type Client, createClient } from "trivet/client"
import type { TestApp } from "trivet/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createApp, logIn } from "../testing/create-app.ts"
import { Tasks } from "./tasks-contract.ts"
import { TasksService } from "./tasks-service.ts"

let app: TestApp
let tasks: Client<typeof Tasks>
beforeAll(async () => {
  app = await createApp()
  tasks = createClient(Tasks, app)
}, 60_000)
afterAll(() => app.stop())

describe("tasks", () => {
  it("belong to the user who added them", async () => {
    const [ada, bob] = [await logIn(app, "ada@example.com"), await logIn(app, "bob@example.com")]
    const added = await tasks.create({ body: { title: "Buy milk" }, headers: ada }).orThrow()
    expect(added.status).toBe(201)
    const lists = await Promise.all([ada, bob].map((headers) => tasks.index({ headers }).orThrow()))
    expect(lists.map((list) => list.body.length)).toEqual([1, 0])
    const change = { params: { id: added.body.id }, body: { done: true } }
    expect((await tasks.update({ ...change, headers: bob })).status).toBe(404)
    expect((await tasks.update({ ...change, headers: ada })).status).toBe(200)
  })

  it("need a session", async () => {
    expect((await tasks.index()).status).toBe(401)
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

import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { TestApp } from "trivet/testing"
import { createApi, signUp } from "../testing/create-api.ts"
import { Notes } from "./notes-contract.ts"

describe("notes", () => {
  let app: TestApp
  beforeAll(async () => {
    app = await createApi()
  }, 60_000)
  afterAll(() => app.stop())

  it("are written, read, replaced and removed by their owner", async () => {
    const headers = await signUp(app, "ada@example.com")
    const created = await app.call(Notes.create, { headers, json: { title: "Milk", text: "two bottles" } })
    expect(created).toMatchObject({ status: 201 })
    const note = created.json() as { id: string }
    const params = { id: note.id }
    expect(note).toMatchObject({ title: "Milk", text: "two bottles" })
    expect((await app.call(Notes.index, { headers })).json()).toEqual([note])
    expect((await app.call(Notes.show, { headers, params })).json()).toEqual(note)
    const replaced = await app.call(Notes.update, { headers, params, json: { title: "Bread" } })
    expect(replaced.json()).toEqual({ ...note, title: "Bread", text: "" })
    expect((await app.call(Notes.delete, { headers, params })).status).toBe(204)
    expect((await app.call(Notes.show, { headers, params })).status).toBe(404)
  })

  it("are nobody else's business", async () => {
    const [owner, other] = [await signUp(app, "bob@example.com"), await signUp(app, "eve@example.com")]
    const created = await app.call(Notes.create, { headers: owner, json: { title: "Diary" } })
    const params = { id: (created.json() as { id: string }).id }
    expect((await app.call(Notes.index, { headers: other })).json()).toEqual([])
    expect((await app.call(Notes.show, { headers: other, params })).status).toBe(404)
    await app.call(Notes.delete, { headers: other, params })
    expect((await app.call(Notes.show, { headers: owner, params })).status).toBe(200)
  })

  it("need a token, and a title", async () => {
    expect((await app.call(Notes.index, {})).status).toBe(401)
    const headers = await signUp(app, "carol@example.com")
    const untitled = await app.call(Notes.create, { headers, json: { title: "" } })
    expect(untitled.json()).toMatchObject({
      status: 400,
      errors: [{ path: "title", message: "is required" }],
    })
  })
})

import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Client, createClient } from "trivet/client"
import type { TestApp } from "trivet/testing"
import { createApi, signUp } from "../testing/create-api.ts"
import { Notes } from "./notes-contract.ts"

describe("notes", () => {
  let app: TestApp
  let notes: Client<typeof Notes>
  beforeAll(async () => {
    app = await createApi()
    notes = createClient(Notes, app)
  }, 60_000)
  afterAll(() => app.stop())

  it("are written, read, replaced and removed by their owner", async () => {
    const headers = await signUp(app, "ada@example.com")
    const sent = { title: "Milk", text: "two bottles" }
    const { status, body: note } = await notes.create({ headers, body: sent }).orThrow()
    expect(status).toBe(201)
    const params = { id: note.id }
    expect(note).toMatchObject(sent)
    expect((await notes.index({ headers })).body).toEqual([note])
    expect((await notes.show({ headers, params })).body).toEqual(note)
    const replaced = await notes.update({ headers, params, body: { title: "Bread" } })
    expect(replaced.body).toEqual({ ...note, title: "Bread", text: "" })
    expect((await notes.delete({ headers, params })).status).toBe(204)
    expect((await notes.show({ headers, params })).status).toBe(404)
  })

  it("are nobody else's business", async () => {
    const [owner, other] = [await signUp(app, "bob@example.com"), await signUp(app, "eve@example.com")]
    const { body } = await notes.create({ headers: owner, body: { title: "Diary" } }).orThrow()
    const params = { id: body.id }
    expect((await notes.index({ headers: other })).body).toEqual([])
    expect((await notes.show({ headers: other, params })).status).toBe(404)
    expect((await notes.update({ headers: other, params, body: { title: "Mine" } })).status).toBe(404)
    await notes.delete({ headers: other, params })
    expect((await notes.show({ headers: owner, params })).body).toEqual(body)
  })

  it("need a token, and a title", async () => {
    expect((await notes.index()).status).toBe(401)
    const headers = await signUp(app, "carol@example.com")
    const untitled = await notes.create({ headers, body: { title: "" } })
    expect(untitled.body).toMatchObject({
      status: 400,
      errors: [{ path: "title", message: "is required" }],
    })
  })
})

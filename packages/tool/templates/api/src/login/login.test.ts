import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Client, createClient } from "trivet/client"
import type { TestApp } from "trivet/testing"
import { Db } from "../database/db.ts"
import { createApi } from "../testing/create-api.ts"
import { Login } from "./login-contract.ts"

const ada = { email: "ada@example.com", password: "correct horse", name: "Ada" }

describe("sign-up and login", () => {
  let app: TestApp
  let login: Client<typeof Login>
  beforeAll(async () => {
    app = await createApi()
    login = createClient(Login, app)
  }, 60_000)
  afterAll(() => app.stop())

  it("begins without any account", async () => {
    expect(await app.get(Db).selectFrom("users").selectAll().execute()).toEqual([])
  })

  it("signs up, logs in and says who is there", async () => {
    const registered = await login.register({ body: ada })
    expect(registered).toMatchObject({ status: 201 })
    expect(registered.body).toEqual({
      id: expect.any(String) as string,
      email: ada.email,
      name: ada.name,
      created_at: expect.any(String) as string,
    })
    const { body } = await login.login({ body: ada }).orThrow()
    const headers = { authorization: `Bearer ${body.token}` }
    expect((await login.me({ headers })).body).toMatchObject({ email: ada.email })
  })

  it("ends a token at logout", async () => {
    const { body } = await login.login({ body: ada }).orThrow()
    const headers = { authorization: `Bearer ${body.token}` }
    expect((await login.logout({ headers })).status).toBe(204)
    expect((await login.me({ headers })).status).toBe(401)
  })

  it("refuses an address that is taken, however it is spelt, and a short password", async () => {
    const twice = await login.register({ body: { ...ada, email: "ADA@example.com" } })
    expect(twice.body).toMatchObject({ status: 409, detail: "Email already registered" })
    expect((await login.register({ body: { ...ada, password: "hunter2" } })).status).toBe(400)
  })

  it("refuses a wrong password and an unknown address with the same words", async () => {
    for (const wrong of [
      { ...ada, password: "wrong" },
      { ...ada, email: "nobody@example.com" },
    ]) {
      const refused = await login.login({ body: wrong })
      expect(refused.body).toMatchObject({ status: 401, detail: "Invalid credentials" })
    }
  })

  it("limits wrong passwords", async () => {
    const wrong = { email: "limited@example.com", password: "wrong" }
    const statuses: number[] = []
    for (let time = 0; time < 11; time++) statuses.push((await login.login({ body: wrong })).status)
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429])
    expect(app.logs.map((line) => line["event"])).toEqual(
      expect.arrayContaining(["signed_up", "signed_in", "sign_in_failed", "sign_in_limited", "signed_out"]),
    )
  })

  it("limits sign-ups from one network", async () => {
    const statuses: number[] = []
    for (let time = 0; time < 31; time++) {
      const json = { ...ada, email: `ada${time}@example.com` }
      const sent = { json, address: "203.0.113.1" }
      statuses.push((await app.request("POST", Login.register.path, sent)).status)
    }
    expect(statuses).toEqual([...Array<number>(30).fill(201), 429])
  })
})

import { describe, expect, it } from "vitest"
import { createTestApp } from "trivet/testing"
import { AppModule } from "./app-module.ts"

const token = { authorization: "Bearer letmein" }

describe("versions", () => {
  it("answers both versions from one group, each in its own shape", async () => {
    const app = await createTestApp(AppModule)
    expect((await app.request("GET", "/api/v1/users/1")).json()).toEqual({
      id: "1",
      email: "ada@lovelace.example",
      name: "Ada Lovelace",
    })
    expect((await app.request("GET", "/api/v2/users/1")).json()).toEqual({
      id: "1",
      email: "ada@lovelace.example",
      first_name: "Ada",
      last_name: "Lovelace",
    })
    expect((await app.request("GET", "/api/v1/users")).json()).toHaveLength(2)
    expect((await app.request("GET", "/api/v2/users?limit=1&reverse=true")).json()).toMatchObject([
      { id: "2" },
    ])
  })

  it("is one service behind two controllers", async () => {
    const app = await createTestApp(AppModule)
    const json = { email: "grace@hopper.example", name: "Grace Hopper" }
    const created = await app.request("POST", "/api/v1/users", { headers: token, json })
    expect(created.status).toBe(201)
    const { id } = created.json() as { id: string }
    expect((await app.request("GET", `/api/v2/users/${id}`)).json()).toMatchObject({ last_name: "Hopper" })
  })

  it("asks for a token where something changes, in both versions", async () => {
    const app = await createTestApp(AppModule)
    for (const path of ["/api/v1/users", "/api/v2/users"])
      expect((await app.request("POST", path, { json: {} })).status).toBe(401)
    expect((await app.request("DELETE", "/api/v2/users/9", { headers: token })).status).toBe(404)
    expect((await app.request("DELETE", "/api/v1/users/9", { headers: token })).status).toBe(204)
  })

  it("knows no version 3", async () => {
    const app = await createTestApp(AppModule)
    expect((await app.request("GET", "/api/v3/users")).status).toBe(404)
  })
})

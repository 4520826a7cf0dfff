import { createTestApp, type TestApp } from "trivet/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { AppModule } from "../app-module.ts"

let app: TestApp
beforeAll(async () => {
  app = await createTestApp(AppModule)
})
afterAll(() => app.stop())

describe("GET /hello/:name", () => {
  it("greets", async () => {
    const reply = await app.request("GET", "/hello/ada")
    expect(reply.json()).toEqual({ hello: "ada" })
  })
})

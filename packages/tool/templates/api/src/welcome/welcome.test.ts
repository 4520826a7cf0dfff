import { Jobs } from "@trivet/jobs"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createClient } from "trivet/client"
import type { TestApp } from "trivet/testing"
import { Login } from "../login/login-contract.ts"
import { createApi } from "../testing/create-api.ts"

describe("the welcome", () => {
  let app: TestApp
  let jobs: Jobs
  beforeAll(async () => {
    app = await createApi()
    jobs = app.get(Jobs)
  }, 60_000)
  afterAll(() => app.stop())

  it("follows a sign-up, and only one that succeeds", async () => {
    const login = createClient(Login, app)
    const ada = { email: "ada@example.com", password: "correct horse", name: "Ada" }
    const { body: user } = await login.register({ body: ada }).orThrow()
    expect((await login.register({ body: ada })).status).toBe(409)
    // In a test nothing runs by itself.
    expect(await jobs.runDue()).toBe(1)
    expect(await jobs.list()).toMatchObject([{ job: "welcome/send", state: "done" }])
    expect(app.logs).toContainEqual(expect.objectContaining({ msg: "welcome", user_id: user.id }))
  })
})

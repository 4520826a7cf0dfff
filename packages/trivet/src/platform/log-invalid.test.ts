import { describe, expect, it } from "vitest"
import { z } from "zod"
import { type Context, dto, get, module, post, type StandardSchema } from "../index.ts"
import { createTestApp, type TestApp } from "../testing.ts"

function appOf(schema: StandardSchema, production = false): Promise<TestApp> {
  class Test {
    routes() {
      return [
        post("/test", (ctx: Context) => ctx.bind(schema)),
        get("/list", () => [], { accepts: { query: dto({ page: "integer" }) } }),
      ]
    }
  }
  return createTestApp(module({ name: "test", declarations: [Test] }), { production })
}

const secret = "hunter2-hunter2"

/** A schema of another library, whose messages quote the value of `token`. */
function quoting(messageOf: (value: string) => string): StandardSchema {
  return {
    "~standard": {
      version: 1,
      vendor: "other",
      validate: (value) => ({
        issues: [{ message: messageOf((value as { token: string }).token), path: ["token"] }],
      }),
    },
  }
}

describe("an invalid request", () => {
  it("is logged in one line with its fields and reasons, and without values", async () => {
    const app = await appOf(dto({ email: "required,email", password: "required,min=20" }))
    await app.request("POST", "/test", { json: { email: secret, password: secret } })
    await app.request("GET", "/list?page=hunter2")
    await app.request("POST", "/test", { body: `{"password":"${secret}` })
    expect(app.logs).toMatchObject([
      {
        level: 30,
        route: "POST /test",
        msg: "invalid request: email must be an e-mail address; password must have at least 20 characters",
      },
      { route: "GET /list", msg: expect.stringMatching(/^invalid request: page must be/) as unknown },
      { msg: "invalid request: the body is not JSON" },
    ])
    expect(JSON.stringify(app.logs)).not.toContain("hunter")
  })

  it("is not logged in production", async () => {
    const app = await appOf(dto({ title: "required" }), true)
    expect((await app.request("POST", "/test", { json: {} })).status).toBe(400)
    expect(app.logs).toEqual([])
  })

  it.each<[string, StandardSchema]>([
    [
      "Zod",
      z.object({ token: z.string().refine(() => false, { error: (issue) => `not ${String(issue.input)}` }) }),
    ],
    ["a library that quotes it", quoting((value) => `Invalid email: Received "${value}"`)],
    [
      "a library that cuts it short",
      quoting((value) => `must be an email address (was "${value.slice(0, 9)}…")`),
    ],
    [
      "Zod, of the whole input",
      z.unknown().refine(() => false, { error: (issue) => JSON.stringify(issue.input) }),
    ],
  ])("is logged without a value that the message of %s has", async (_, schema) => {
    const app = await appOf(schema)
    const reply = await app.request("POST", "/test", {
      json: { token: secret },
      headers: { accept: "application/problem+json" },
    })
    // The client reads its own value; the log does not have it.
    expect(reply.text()).toContain("hunter2")
    expect(app.logs).toMatchObject([
      { msg: expect.stringMatching(/(token|the input) is not what is expected$/) as unknown },
    ])
  })

  it.each([
    ["whose key has a dot", { "my.token": secret }, ["my.token"]],
    ["behind much else", { text: "x".repeat(20_000), "my.token": secret }, []],
  ])("is logged without a value %s", async (_, json, path) => {
    const message = `was "${secret}"`
    const app = await appOf({
      "~standard": { version: 1, vendor: "other", validate: () => ({ issues: [{ message, path }] }) },
    })
    await app.request("POST", "/test", { json })
    expect(app.logs).toMatchObject([{ msg: expect.stringMatching(/ is not what is expected$/) as unknown }])
  })

  it("is logged with the reason of other libraries where that quotes nothing", async () => {
    const app = await appOf(z.object({ title: z.string(), tags: z.array(z.string()) }))
    await app.request("POST", "/test", { json: { body: "received a string", tags: ["a", 12345] } })
    const [line] = app.logs
    expect(line!.msg).toMatch(
      /^invalid request: title Invalid input: expected string.*; tags\.1 Invalid input/,
    )
  })

  it("is logged shortly, however many fields are invalid and however long the input is", async () => {
    const app = await appOf(z.record(z.string(), z.number({ error: (issue) => `no ${String(issue.input)}` })))
    const many = Object.fromEntries(
      Array.from({ length: 50 }, (_, at) => [`${at}`.repeat(200), "x".repeat(20_000)]),
    )
    await app.request("POST", "/test", { json: many })
    const [line] = app.logs
    expect(line!.msg).toContain("; and 45 more")
    expect(line!.msg!.length).toBeLessThan(800)
    expect(line!.msg).not.toContain("xxxx")
  })
})

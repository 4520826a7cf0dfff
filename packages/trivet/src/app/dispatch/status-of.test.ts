import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { Context } from "../../context/context.ts"
import type { Next } from "../../context/middleware.ts"
import { Reply } from "../../context/reply/reply.ts"
import { get, routes } from "../../module/routes/make-route.ts"
import { module } from "../../module/module.ts"
import { createTestApp, type TestApp } from "../../testing/create-test-app.ts"
import { statusOf } from "./status-of.ts"

const results: Readonly<Record<string, (ctx: Context) => unknown>> = {
  data: () => ({ id: 1 }),
  undefined: () => undefined,
  null: () => null,
  "{ error }": () => ({ error: "no" }),
  "{ error, status }": () => ({ error: "no", status: 404 }),
  "{ error, status } of no error": () => ({ error: "no", status: 204 }),
  "{ error } with other keys": () => ({ error: "no", code: 1 }),
  "{ _status }": () => ({ _status: 422, data: 1 }),
  "{ _status } of no reply": () => ({ _status: 99, data: 1 }),
  "ctx.status()": (ctx) => ctx.status(201).json({}),
  "Reply.error()": () => Reply.error(403, "no"),
  "a Response": () => new Response("no", { status: 418 }),
  "a stream": () => new ReadableStream({ start: (controller) => controller.close() }),
  "an async iterable": async function* () {
    yield "one"
  },
}

describe("statusOf", () => {
  let app: TestApp
  let seen: number | undefined
  const noting = {
    async handle(ctx: Context, next: Next) {
      const result = await next()
      seen = await statusOf(result, ctx)
      return result
    },
  }

  beforeAll(async () => {
    class Controller {
      routes() {
        return routes([get("/", (ctx) => results[ctx.query("name")]!(ctx), { middlewares: [noting] })])
      }
    }
    app = await createTestApp(module({ name: "root", declarations: [Controller] }))
  })
  afterAll(() => app.stop())

  it.each(Object.keys(results))("is the status of the reply for %s", async (name) => {
    const { status } = await app.request("GET", "/", { query: { name } })
    expect(seen).toBe(status)
  })
})

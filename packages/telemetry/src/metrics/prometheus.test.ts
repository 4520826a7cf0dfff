import { type Context, get, type Middleware, module, PublicError, routes } from "trivet"
import { createTestApp } from "trivet/testing"
import { describe, expect, it } from "vitest"
import { prometheus } from "./prometheus.ts"
import { telemetry } from "../telemetry.ts"

const guard: Middleware = {
  handle(ctx: Context, next) {
    if (ctx.header("authorization") !== "Bearer scrape") throw new PublicError(401, "Missing token")
    return next()
  },
}
const headers = { authorization: "Bearer scrape" }

class Posts {
  routes() {
    return routes([get("/posts/:id", () => ({}))])
  }
}
const root = module({
  name: "blog",
  imports: [prometheus({ middlewares: [guard], path: "/internal/metrics" })],
  declarations: [Posts],
})

describe("prometheus()", () => {
  it("answers only whom its guard lets pass", async () => {
    const app = await createTestApp(root, { middlewares: [telemetry()] })
    const rejected = await app.request("GET", "/internal/metrics")
    expect([rejected.status, rejected.text()]).toEqual([401, expect.not.stringContaining("_seconds")])
    const reply = await app.request("GET", "/internal/metrics", { headers })
    expect(reply.text()).toContain('http_response_status_code="401"')
    await app.stop()
  })

  it("is not made without a guard", () => {
    // @ts-expect-error a guard is required
    expect(() => prometheus({ middlewares: [] })).toThrow("anybody could read the metrics")
    // @ts-expect-error a guard is required
    expect(() => prometheus({})).toThrow("anybody could read the metrics")
  })

  it("warns if nothing measures the requests", async () => {
    const app = await createTestApp(root)
    expect(app.logs.map(({ msg }) => msg).join()).toContain("telemetry()")
    await app.stop()
  })
})

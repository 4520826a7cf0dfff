import { describe, expect, it } from "vitest"
import type { Context } from "../../context/context.ts"
import type { Middleware, Next } from "../../context/middleware.ts"
import { BootFault } from "../../fault/boot-fault.ts"
import { PublicError } from "../../fault/public-error.ts"
import { get, post } from "../../module/routes/make-route.ts"
import { module } from "../../module/module.ts"
import type { RouteAbout, Route } from "../../module/routes/route.ts"
import { dto } from "../../schema/dto/dto.ts"
import { createTestApp } from "../../testing/create-test-app.ts"
import { announceSunset } from "./announce-sunset.ts"

class Guard implements Middleware {
  handle(ctx: Context, next: Next) {
    return ctx.header("authorization") === "" ? ctx.status(401).json({ error: "No token" }) : next()
  }
}

const both: RouteAbout = { deprecated: "2026-03-01", sunset: "2026-09-01" }

function appWith(...records: readonly Route[]) {
  class Things {
    routes() {
      return records
    }
  }
  return createTestApp(module({ name: "things", declarations: [Things] }))
}

describe("about.deprecated and about.sunset", () => {
  it.each([
    ["a result", "/ok", 200],
    ["a reply with headers of its own", "/headers", 202],
    ["a result that is waited for", "/later", 200],
    ["what the handler throws", "/fails", 404],
    ["what it does not expect", "/crashes", 500],
    ["a query that is invalid", "/query?page=x", 400],
    ["a guard's answer", "/guarded", 401],
  ])("are sent with %s", async (_, path, status) => {
    const app = await appWith(
      get("/ok", () => 1, { about: both }),
      get("/headers", (ctx: Context) => ctx.status(202).json(1), { about: both }),
      get("/later", async () => Promise.resolve(1), { about: both }),
      get("/fails", () => Promise.reject(new PublicError(404, "gone")), { about: both }),
      get(
        "/crashes",
        () => {
          throw new Error("broken")
        },
        { about: both },
      ),
      get("/query", () => 1, { about: both, accepts: { query: dto({ page: "integer" }) } }),
      get("/guarded", () => 1, { about: both, middlewares: [Guard] }),
    )
    const reply = await app.request("GET", path)
    expect([reply.status, reply.headers.get("deprecation"), reply.headers.get("sunset")]).toEqual([
      status,
      "@1772323200",
      "Tue, 01 Sep 2026 00:00:00 GMT",
    ])
  })

  it("are sent by no other route", async () => {
    const app = await appWith(
      get("/old", () => 1, { about: both }),
      post("/old", () => 1),
    )
    const { headers } = await app.request("POST", "/old")
    expect([headers.get("deprecation"), headers.get("sunset")]).toEqual([undefined, undefined])
  })

  it("leave the function of another route as it is", () => {
    const run = () => 1
    expect(announceSunset({ record: { path: "/", about: { hidden: true } } } as never, run)).toBe(run)
  })

  it("need no sunset", async () => {
    const app = await appWith(get("/old", () => 1, { about: { deprecated: "2026-03-01" } }))
    const { headers } = await app.request("GET", "/old")
    expect([headers.get("deprecation"), headers.get("sunset")]).toEqual(["@1772323200", undefined])
  })

  it.each([
    [{ deprecated: "soon" }, '`deprecated` is "soon", which is not a date'],
    [{ deprecated: "2026-02-30" }, '`deprecated` is "2026-02-30", which is not a date'],
    [{ deprecated: "2026-03-01T12:00:00Z" }, "which is not a date"],
    [{ deprecated: true as unknown as string }, "`deprecated` is true, which is not a date"],
    [{ deprecated: "2026-03-01", sunset: "01.09.2026" }, '`sunset` is "01.09.2026", which is not a date'],
    [{ deprecated: "2026-03-01", sunset: "2026-02-01" }, "`sunset` (2026-02-01) is before `deprecated`"],
    [{ sunset: "2026-09-01" }, "`sunset` needs `deprecated`"],
  ] satisfies [RouteAbout, string][])("are a fault of boot if they are wrong: %j", async (about, reason) => {
    const refused = appWith(get("/old", () => 1, { about }))
    await expect(refused).rejects.toBeInstanceOf(BootFault)
    await expect(refused).rejects.toThrow("`GET /old`")
    await expect(refused).rejects.toThrow(reason)
    await expect(refused).rejects.toThrow("announce-sunset.test.ts")
  })
})

import { describe, expect, it } from "vitest"
import { type Context, get, type Middleware, module, PublicError, routes } from "../../index.ts"
import { api } from "../../api.ts"
import { cli } from "../../cli.ts"
import { createTestApp } from "../../testing.ts"
import { web } from "../../web.ts"
import { injectFetch } from "./inject-fetch.ts"

const platform = api()
let runs = 0

const guard: Middleware = {
  handle(ctx: Context, next) {
    if (ctx.header("authorization") !== "right") throw new PublicError(401, "Missing token")
    return next()
  },
}

class Secrets {
  routes() {
    return routes([
      get("/secrets/:id", this.show, { middlewares: [guard] }),
      get("/odd", () => "text"),
      get("/fails", () => Promise.reject(new Error("secret detail"))),
    ])
  }
  show(ctx: Context<"/secrets/:id">) {
    runs++
    return { id: ctx.param("id"), address: ctx.address }
  }
}

class Caller {
  readonly fetch = injectFetch(platform)
}

class OtherCaller {
  readonly fetch = injectFetch(platform)
}

const root = module({ name: "root", declarations: [Secrets, Caller, OtherCaller] })

describe.each([
  ["api()", api()],
  ["web()", web()],
  ["cli()", cli()],
])("injectFetch on %s", (_, own) => {
  it("answers with the routes of the application, behind their middlewares", async () => {
    const app = await createTestApp(root, { platform: own })
    runs = 0
    for (const token of [Caller, OtherCaller]) {
      const { fetch } = app.get(token)
      const ask = (path: string, headers = {}) => fetch(new Request(`http://localhost${path}`, { headers }))
      expect((await ask("/secrets/1", { accept: "application/json" })).status).toBe(401)
      expect(runs).toBe(0)
      const info = { requestIP: () => ({ address: "10.0.0.1" }) }
      const request = new Request("http://localhost/secrets/1", { headers: { authorization: "right" } })
      expect(await (await fetch(request, info)).json()).toEqual({ id: "1", address: "10.0.0.1" })
      expect(runs).toBe(1)
      runs = 0
      expect((await ask("/missing")).status).toBe(404)
      const failed = await ask("/fails", { accept: "application/json" })
      expect([failed.status, await failed.text()]).toEqual([500, expect.not.stringContaining("secret")])
      // A path that two readers would take for two.
      expect((await ask("/a%5c..%2fb/%2e%2e/secrets/1")).status).toBeGreaterThanOrEqual(400)
    }
    await app.stop()
  })
})

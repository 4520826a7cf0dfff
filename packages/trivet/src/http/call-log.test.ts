import { describe, expect, it } from "vitest"
import { callLog, type Context, get, module, requestId } from "../index.ts"
import { createTestApp } from "../testing.ts"

class Users {
  routes() {
    return [get("/users/:id", (ctx) => ({ id: ctx.param("id") })), get("/fails", this.fails)]
  }
  fails(_ctx: Context): never {
    throw new Error("secret")
  }
}

describe("callLog", () => {
  it("writes the pattern of a call, never its path, query or headers", async () => {
    const root = module({ name: "test", declarations: [Users] })
    const app = await createTestApp(root, { middlewares: [requestId(), callLog()] })
    const request = { headers: { authorization: "Bearer secret", "x-request-id": "7" } }
    await app.request("GET", "/users/secret?token=secret", request)
    expect(app.logs).toHaveLength(1)
    expect(app.logs[0]).toMatchObject({
      level: 30,
      method: "GET",
      route: "/users/:id",
      status: 200,
      request_id: "7",
    })
    expect(app.logs[0]!["ms"]).toBeGreaterThanOrEqual(0)
    expect(JSON.stringify(app.logs)).not.toContain("secret")
  })

  it.each([
    ["/none/secret", 404],
    ["/%", 400],
    ["/x/../secret", 400],
  ])("writes calls that find no route too: %s", async (path, status) => {
    const root = module({ name: "test", declarations: [Users] })
    const app = await createTestApp(root, { middlewares: [callLog()] })
    await app.request("GET", path)
    expect(app.logs).toEqual([expect.objectContaining({ route: "(no route)", status })])
    expect(JSON.stringify(app.logs)).not.toContain("secret")
  })

  it("writes one line for a call that fails, beside that of the failure", async () => {
    const app = await createTestApp(module({ name: "test", declarations: [Users] }), {
      middlewares: [callLog()],
    })
    await app.request("GET", "/fails")
    expect(app.logs.map((line) => line.msg)).toEqual(["call failed", "call"])
  })
})

import { describe, expect, it } from "vitest"
import type { Context } from "../context/context.ts"
import { contract, implement } from "../module/contract.ts"
import { get, routes } from "../module/make-route.ts"
import { module } from "../module/module.ts"
import { dto } from "../schema/dto.ts"
import { createTestApp } from "../testing/create-test-app.ts"

const User = dto({ id: "required", name: "required" })
const NoSuchUser = dto({ error: "required" })
const Users = contract({
  show: { method: "GET", path: "/users/:id", returns: { 200: User, 404: NoSuchUser } },
  remove: { method: "DELETE", path: "/users/:id", returns: { 204: null } },
})
const ada = { id: "1", name: "Ada", password: "secret" }

class UsersController {
  show(ctx: Context<typeof Users.show>) {
    return ctx.param("id") === "1" ? ada : ctx.status(404).json({ error: "User not found", stack: "secret" })
  }
  remove() {
    return undefined
  }
  routes() {
    return routes([
      ...implement(Users, this),
      get("/broken", () => ({ id: 1 }), { returns: { 200: User } }),
      get("/teapot", (ctx) => ctx.status(418).json({}), { returns: { 200: User } }),
    ])
  }
}
const Root = module({ name: "users", declarations: [UsersController] })

describe("returns", () => {
  it("lets through what keeps the promise", async () => {
    const app = await createTestApp(Root)
    expect((await app.call(Users.show, { params: { id: "1" } })).status).toBe(200)
    expect((await app.call(Users.remove, { params: { id: "1" } })).status).toBe(204)
  })

  it("makes a result that breaks it a fault, outside production", async () => {
    const app = await createTestApp(Root)
    expect((await app.request("GET", "/broken")).json()).toEqual({ error: "Internal Server Error" })
    expect(app.logs.at(-1)).toMatchObject({ err: { code: "RESULT_BREAKS_RETURNS" } })
    await app.request("GET", "/teapot")
    expect(app.logs.at(-1)).toMatchObject({ err: { code: "STATUS_NOT_RETURNED" } })
  })

  it("checks nothing in production unless asked to", async () => {
    const app = await createTestApp(Root, { production: true })
    expect((await app.request("GET", "/broken")).json()).toEqual({ id: 1 })
    const strict = await createTestApp(Root, { production: true, returns: { check: true } })
    expect((await strict.request("GET", "/broken")).status).toBe(500)
  })

  it("drops fields that the schema does not name, when asked to", async () => {
    const app = await createTestApp(Root, { production: true, returns: { prune: true } })
    expect((await app.request("GET", "/users/1")).json()).toEqual({ id: "1", name: "Ada" })
    expect((await app.request("GET", "/users/2")).json()).toEqual({ error: "User not found" })
  })
})

import { describe, expect, it } from "vitest"
import { createClient } from "../../client/create-client.ts"
import type { Context } from "../../context/context.ts"
import { BootFault } from "../../fault/boot-fault.ts"
import { contract, implement } from "../../module/routes/contract.ts"
import { get, routes } from "../../module/routes/make-route.ts"
import { module } from "../../module/module.ts"
import { dto } from "../../schema/dto/dto.ts"
import type { StandardSchema } from "../../schema/standard-schema.ts"
import { createTestApp } from "../../testing/create-test-app.ts"

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
    const users = createClient(Users, app)
    expect((await users.show({ params: { id: "1" } })).status).toBe(200)
    expect((await users.remove({ params: { id: "1" } })).status).toBe(204)
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

  it("reads maps that name a status as the platform does, whole or pruned", async () => {
    const returns = { 200: User, 201: User, 404: NoSuchUser }
    class Maps {
      routes() {
        return routes([
          get("/created", () => ({ _status: 201, data: ada }), { returns }),
          get("/missing", () => ({ error: "User not found", status: 404 }), { returns }),
          get("/conflict", () => ({ error: "Taken", status: 409 }), { returns }),
        ])
      }
    }
    const maps = module({ name: "maps", declarations: [Maps] })
    const app = await createTestApp(maps, { returns: { prune: true } })
    const created = await app.request("GET", "/created")
    expect([created.status, created.json()]).toEqual([201, { id: "1", name: "Ada" }])
    const missing = await app.request("GET", "/missing")
    expect([missing.status, missing.json()]).toEqual([404, { error: "User not found" }])
    expect((await app.request("GET", "/conflict")).status).toBe(500)
    expect(app.logs.at(-1)).toMatchObject({ err: { code: "STATUS_NOT_RETURNED" } })
  })

  it("checks the status of a Web response and lets streams pass", async () => {
    class Streams {
      routes() {
        return routes([
          get("/response", () => new Response("{}", { status: 201 }), { returns: { 201: User } }),
          get("/bytes", () => new Uint8Array([1]), { returns: { 200: User } }),
          get("/teapot", () => new Response("{}", { status: 418 }), { returns: { 201: User } }),
        ])
      }
    }
    const app = await createTestApp(module({ name: "streams", declarations: [Streams] }))
    expect((await app.request("GET", "/response")).status).toBe(201)
    expect((await app.request("GET", "/bytes")).bytes).toEqual(new Uint8Array([1]))
    expect((await app.request("GET", "/teapot")).status).toBe(500)
  })

  it("checks a Date as the text that the client sees, whole or pruned", async () => {
    const isDateTime = (text: unknown) => typeof text === "string" && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)
    const jsonSchema = () => ({ type: "object", properties: { at: { type: "string", format: "date-time" } } })
    const Entry: StandardSchema<{ at: string }> = {
      "~standard": {
        version: 1,
        vendor: "test",
        validate: (value) =>
          isDateTime((value as { at: unknown }).at)
            ? { value: value as { at: string } }
            : { issues: [{ message: "must be a date-time" }] },
        jsonSchema: { input: jsonSchema, output: jsonSchema },
      },
    }
    const log = contract({ show: { method: "GET", path: "/log", returns: { 200: Entry } } })
    class Log {
      routes() {
        return routes([
          ...implement(log, this),
          get("/odd", () => ({ at: "now" }), { returns: log.show.returns }),
        ])
      }
      show() {
        return { at: new Date(0), secret: "x" }
      }
    }
    const root = module({ name: "log", declarations: [Log] })
    const app = await createTestApp(root, { returns: { prune: true } })
    const reply = await createClient(log, app).show()
    expect([reply.status, reply.body]).toEqual([200, { at: "1970-01-01T00:00:00.000Z" }])
    expect((await app.request("GET", "/odd")).status).toBe(500)
  })

  it("does not start with `prune` if a schema provides no JSON Schema", async () => {
    const mute: StandardSchema = {
      "~standard": { version: 1, vendor: "test", validate: (value) => ({ value }) },
    }
    class Mute {
      routes() {
        return [
          get("/a", () => ada, { returns: { 200: mute } }),
          get("/b", () => ada, { returns: { 201: mute } }),
        ]
      }
    }
    const silent = module({ name: "mute", declarations: [Mute] })
    const refused = await createTestApp(silent, { returns: { prune: true } }).catch((fault: unknown) => fault)
    expect(refused).toBeInstanceOf(BootFault)
    expect((refused as BootFault).faults.map(({ code }) => code)).toEqual(
      Array(2).fill("RETURNS_NOT_PRUNABLE"),
    )
    await expect((await createTestApp(silent)).request("GET", "/a")).resolves.toMatchObject({ status: 200 })
  })
})

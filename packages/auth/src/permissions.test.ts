import { describe, expect, it } from "vitest"
import { get, group, type Route, module, Describe } from "trivet"
import { ada, ask, bearer, createTestAuth, issueToken } from "../tests/testing/test-auth.ts"
import { createTestApp } from "trivet/testing"
import { permissions, ShortBearerAuth } from "./index.ts"

const can = permissions({
  user: ["posts:write"],
  editor: ["posts:write", "posts:publish"],
  admin: ["posts:publish", "users:ban"],
})

describe("permissions", () => {
  it("allows the roles that have the permission, and names itself by it", () => {
    const { name, allows } = can("posts:publish")
    expect({ name, allows }).toEqual({ name: 'can("posts:publish")', allows: ["editor", "admin"] })
  })

  it("does not compile with a permission that no role has, or where no role is known", () => {
    // @ts-expect-error no role has it
    const check = can("posts:publsh")
    expect(check.allows).toEqual([])
    // @ts-expect-error ShortBearerAuth provides no role
    const gated = group("/me", [ShortBearerAuth, can("posts:write")], []) satisfies Route
    expect(gated.path).toBe("/me")
  })

  it("answers 403 to a role without the permission, also to one that the record does not name", async () => {
    const { app } = await createTestAuth()
    for (const [role, status] of [
      ["admin", 200],
      ["user", 403],
      ["__proto__", 403],
      ["constructor", 403],
      ["", 403],
    ] as const) {
      const token = await issueToken(app, { ...ada, role })
      expect([role, (await ask(app, "/bearer/admin", bearer(token)))[0]]).toEqual([role, status])
    }
  })

  it("is part of the description, for listings and documents", async () => {
    const middlewares = [{ provides: ["user_role"] as const, handle: () => 1 }, can("users:ban")] as const
    class Bans {
      routes(): readonly Route[] {
        return [get("/bans", () => 1, { middlewares })]
      }
    }
    const app = await createTestApp(module({ name: "bans", declarations: [Bans] }))
    expect(app.get(Describe)().routes[0]!.access).toEqual({ decided: false, ways: [[]], allows: [["admin"]] })
  })
})

import { describe, expect, it } from "vitest"
import { anyone } from "../../context/anyone.ts"
import type { Middleware } from "../../context/middleware.ts"
import { BootFault } from "../../fault/boot-fault.ts"
import { createTestApp } from "../../testing/create-test-app.ts"
import { health } from "../../http/health.ts"
import { command, get, group, post } from "./make-route.ts"
import { module } from "../module.ts"
import type { Route } from "./route.ts"

const scheme = { type: "http", scheme: "bearer" } as const
const guard: Middleware = { name: "Guard", security: { name: "bearer", scheme }, handle: (_, next) => next() }
const visitors: Middleware = {
  name: "Visitors",
  security: { name: "bearer", scheme, optional: true },
  handle: (_, next) => next(),
}

function controllerOf(records: readonly Route[]) {
  return class Posts {
    routes(): readonly Route[] {
      return records
    }
  }
}

function appOf(records: readonly Route[], middlewares: readonly Middleware[] = [], guards = "required") {
  const root = module({ name: "app", imports: [health()], declarations: [controllerOf(records)] })
  return createTestApp(root, { guards: guards as "required", middlewares })
}

describe('guards: "required"', () => {
  it("lists every route without a guard in one fault, and names the fix", async () => {
    const open = [get("/a", () => 1), group("/b", [visitors], [post("/c", () => 1)]), get("/d", () => 1)]
    const failed: unknown = await appOf([...open, get("/e", () => 1, { middlewares: [guard] })]).catch(
      (error: unknown) => error,
    )
    expect(failed).toBeInstanceOf(BootFault)
    const [fault, ...others] = (failed as BootFault).faults
    expect(others).toEqual([])
    expect(fault!.code).toBe("ROUTES_UNGUARDED")
    expect(
      fault!.message
        .split("\n")
        .slice(1, -1)
        .map((line) => line.trim().split("  ")[0]),
    ).toEqual(["GET /a", "POST /b/c", "GET /d"])
    expect(fault!.message).toContain("find-unguarded.test.ts:")
    expect(fault!.fix).toContain("[anyone]")
  })

  it("boots where each route has a guard or `anyone`, and asks none of commands", async () => {
    const app = await appOf([
      get("/a", () => 1, { middlewares: [anyone] }),
      group("/b", [guard], [get("", () => 2)]),
      command("sweep", () => 3),
    ])
    expect((await app.request("GET", "/a")).json()).toBe(1)
    expect((await app.request("GET", "/b")).json()).toBe(2)
    expect((await app.request("GET", "/health/live")).status).toBe(200)
  })

  it("counts a guard of the application, unless it lets calls without credentials pass", async () => {
    await expect(appOf([get("/a", () => 1)], [guard])).resolves.toBeDefined()
    await expect(appOf([get("/a", () => 1)], [visitors])).rejects.toThrow("ROUTES_UNGUARDED")
  })

  it("holds routes that are added later to it", async () => {
    const app = await appOf([])
    expect(() => app.routes.add(get("/late", () => 1))).toThrow("no guard decides")
    app.routes.add(get("/late", () => 1, { middlewares: [anyone] }))
    expect((await app.request("GET", "/late")).status).toBe(200)
  })

  it("does not take another text for it", async () => {
    await expect(appOf([get("/a", () => 1)], [], "require")).rejects.toThrow("`guards`")
  })
})

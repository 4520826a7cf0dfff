import { describe, expect, it } from "vitest"
import type { Context } from "../../context/context.ts"
import type { Next } from "../../context/middleware.ts"
import { dto } from "../../schema/dto/dto.ts"
import { get, group, routes } from "./make-route.ts"

const Post = dto({ title: "required" })

class Auth {
  readonly provides = ["user_id"] as const
  handle(ctx: Context, next: Next) {
    ctx.set("user_id", "ada")
    return next()
  }
}
class Tenant {
  readonly provides = ["test_tenant"] as const
  handle(ctx: Context<string, "user_id">, next: Next) {
    ctx.set("test_tenant", { name: ctx.get("user_id") })
    return next()
  }
}

class Posts {
  sound() {
    return routes([
      { method: "GET", path: "/posts", handler: () => [] },
      { method: "GET", path: "/posts/:id", handler: this.show },
      { method: "GET", path: "/orgs/:org/posts/:id", handler: this.show },
      { method: "GET", path: "/mine", handler: this.mine, middlewares: [Auth] },
      { method: "GET", path: "/both/:org/:id", handler: this.both, middlewares: [Auth, new Tenant()] },
      { method: "POST", path: "/posts", handler: this.create, accepts: { body: Post } },
      {
        path: "/orgs/:org",
        middlewares: [Auth],
        children: [
          { method: "GET", path: "/mine", handler: this.mine },
          get("/made", this.mine),
          { path: "/deep", middlewares: [Tenant], children: [{ path: "/:id", handler: this.both }] },
        ],
      },
      group("/a/:id", [Auth], [{ method: "GET", path: "/mine", handler: this.mine }, get("", this.show)]),
    ])
  }

  wrong() {
    routes([
      { method: "GET", path: "/posts", handler: () => [] },
      // @ts-expect-error needs :id in the path
      { method: "GET", path: "/posts/:slug", handler: this.show },
      // @ts-expect-error needs user_id from a middleware
      { method: "GET", path: "/mine", handler: this.mine },
      // @ts-expect-error a middleware needs user_id from a middleware
      { method: "GET", path: "/tenant", handler: () => 1, middlewares: [Tenant] },
      // @ts-expect-error a middleware of a group needs user_id from a middleware
      { path: "/tenant", middlewares: [Tenant], children: [] },
      // @ts-expect-error the handler reads a body that the record does not accept
      { method: "POST", path: "/posts", handler: this.create },
      // @ts-expect-error no such property
      { method: "GET", path: "/open", handler: () => 1, middleware: [Auth] },
    ])
  }

  wrongBelow() {
    routes([
      {
        path: "/orgs/:org",
        middlewares: [Auth],
        children: [
          { method: "GET", path: "/mine", handler: this.mine },
          // @ts-expect-error needs :id in the path
          { method: "GET", path: "/show", handler: this.show },
          // @ts-expect-error needs :id in the path
          get("/made", this.show),
          // @ts-expect-error needs test_tenant from a middleware
          { path: "/deep", children: [{ method: "GET", path: "/:id", handler: this.both }] },
          // @ts-expect-error no such property
          { method: "GET", path: "/open", handler: () => 1, middleware: [Auth] },
        ],
      },
      // Beside the group, not below it.
      // @ts-expect-error needs user_id from a middleware
      { method: "GET", path: "/mine", handler: this.mine },
      // @ts-expect-error needs user_id from a middleware
      group("/a", [{ method: "GET", path: "/mine", handler: this.mine }]),
      // @ts-expect-error needs :id in the path
      group("/a", [Auth], [{ path: "/b", children: [{ method: "GET", path: "", handler: this.show }] }]),
      // @ts-expect-error no such property
      group("/a", [{ method: "GET", path: "/open", handler: () => 1, middleware: [Auth] }]),
    ])
  }

  wrongAmongSome(isOpen: boolean) {
    routes([
      // @ts-expect-error needs :id in the path
      isOpen
        ? { method: "GET", path: "/posts/:id", handler: this.show }
        : { method: "GET", path: "/posts", handler: this.show },
    ])
    // @ts-expect-error needs user_id from a middleware
    routes([
      ...(isOpen ? [{ method: "GET", path: "/mine", handler: this.mine } as const] : []),
      get("/", () => 1),
    ])
  }

  show(ctx: Context<"/posts/:id">) {
    return ctx.param("id")
  }
  mine(ctx: Context<"/mine", "user_id">) {
    return ctx.get("user_id")
  }
  both(ctx: Context<"/:org/:id", "user_id" | "test_tenant">) {
    return ctx.get("user_id")
  }
  create(ctx: Context<{ path: "/posts"; accepts: { body: typeof Post } }>) {
    return ctx.bind()
  }
}

describe("routes of plain records", () => {
  it("are the records as they were written", () => {
    const posts = new Posts()
    const [first, second] = posts.sound()
    expect(first).toEqual({ method: "GET", path: "/posts", handler: expect.any(Function) as unknown })
    expect(second).toEqual({ method: "GET", path: "/posts/:id", handler: posts.show })
  })
})

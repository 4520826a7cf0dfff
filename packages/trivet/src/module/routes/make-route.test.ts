import { describe, expect, expectTypeOf, it } from "vitest"
import type { Context } from "../../context/context.ts"
import type { Next } from "../../context/middleware.ts"
import { dto } from "../../schema/dto/dto.ts"
import { command, del, get, group, head, options, patch, post, put, routes } from "./make-route.ts"
import { module } from "../module.ts"

const show = (ctx: Context<"/posts/:id">) => ctx.param("id")
const mine = (ctx: Context<"/mine", "user_id">) => ctx.get("user_id")
const both = (ctx: Context<"/:org/:id", "user_id" | "test_tenant">) => ctx.get("user_id")

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
class Timing {
  handle(_ctx: Context, next: Next) {
    return next()
  }
}

describe("get and its like", () => {
  it("make plain records", () => {
    const middlewares = [Timing]
    expect(get("/posts/:id", show, { middlewares })).toEqual({
      method: "GET",
      path: "/posts/:id",
      handler: show,
      middlewares,
    })
    const made = [post, put, patch, del, head, options].map((make) => make("/", () => 1).method)
    expect(made).toEqual(["POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"])
    expect(command("db/seed", show)).toEqual({ path: "db/seed", handler: show })
    expect(group("/a", [])).toEqual({ path: "/a", children: [] })
    expect(group("/a", [Auth], [])).toEqual({ path: "/a", middlewares: [Auth], children: [] })
  })

  it("infer the context of a handler that is written in place", () => {
    routes([
      get("/orgs/:org/posts/:id", (ctx) => {
        expectTypeOf(ctx.param).parameter(0).toEqualTypeOf<"org" | "id">()
        // @ts-expect-error "nope" is not a parameter of this path
        return ctx.param("nope")
      }),
      get("/posts", () => []),
      get("/any", async (ctx) => ctx.get("user_id") ?? "nobody"),
    ])
    expect.assertions(0)
  })

  it("type `bind()` and `input()` by what the route accepts", () => {
    const accepts = { query: dto({ page: "integer" }), body: dto({ title: "required" }) }
    routes([
      post(
        "/posts",
        async (ctx) => {
          expectTypeOf(await ctx.bind()).toEqualTypeOf<{ title: string }>()
          expectTypeOf(ctx.input("query")).toEqualTypeOf<{ page?: number }>()
          expectTypeOf(ctx.input("headers")).toEqualTypeOf<unknown>()
        },
        { accepts },
      ),
    ])
    // @ts-expect-error the handler expects another body than the route accepts
    post("/posts", (ctx: Context<{ path: "/posts"; accepts: { body: typeof Other } }>) => ctx.bind(), {
      accepts,
    })
    const Other = dto({ text: "required" })
    expect(Other.fields).toEqual({ text: "required" })
  })

  it("are rejected at boot if only a run could show it: a text as handler or as middleware", () => {
    // @ts-expect-error a handler is a function
    get("/posts", "show")
    // @ts-expect-error a middleware has `handle`
    get("/posts", () => 1, { middlewares: [{}] })
    // @ts-expect-error a path is a text
    expect(get(7, () => 1).path).toBe(7)
  })
})

describe("routes", () => {
  it("takes handlers for the path's parameters, or for fewer", () => {
    routes([get("/posts/:id", show), get("/orgs/:org/posts/:id", show), get("/posts/:id", () => 1)])
    expect.assertions(0)
  })

  it("refuses a handler for another path", () => {
    // @ts-expect-error needs :id in the path
    const records = routes([get("/posts", show)])
    // @ts-expect-error needs :id in the path
    routes([get("/posts/:slug", show)])
    expect(records).toHaveLength(1)
  })

  it("refuses a handler that needs a value which no middleware provides", () => {
    // @ts-expect-error needs user_id from a middleware
    routes([get("/mine", mine)])
    // @ts-expect-error needs user_id from a middleware
    routes([get("/mine", mine, { middlewares: [Timing] })])
    // @ts-expect-error needs user_id from a middleware
    routes([get("/mine", (ctx: Context<"/mine", "user_id">) => ctx.get("user_id"))])
    routes([get("/mine", mine, { middlewares: [Auth] })])
    routes([get("/mine", mine, { middlewares: [Timing, new Auth()] })])
    expect.assertions(0)
  })

  it("refuses a middleware that needs a value which none provides", () => {
    // @ts-expect-error needs user_id from a middleware
    routes([get("/tenant", () => 1, { middlewares: [Tenant] })])
    // @ts-expect-error needs user_id from a middleware
    routes([group("/tenant", [Tenant], [get("", () => 1)])])
    routes([get("/tenant", () => 1, { middlewares: [Auth, Tenant] })])
    routes([group("/tenant", [Auth], [group("", [Tenant], [get("", () => 1)])])])
    expect.assertions(0)
  })

  it("refuses only the one that misses something among many", () => {
    routes([
      get("/a", () => 1),
      // @ts-expect-error needs user_id from a middleware
      get("/mine", mine),
      get("/posts/:id", show),
    ])
    expect.assertions(0)
  })
})

describe("group", () => {
  it("gives its parameters and its middlewares' values to the routes below", () => {
    routes([
      group("/posts/:id", [get("", show), get("/comments", show)]),
      group("/me", [Auth], [get("/mine", mine), get("/any", () => 1)]),
      group("/:org", [Auth], [group("/x", [Tenant], [get("/:id", both)])]),
    ])
    expect.assertions(0)
  })

  it("passes on what its routes still miss, through any number of groups", () => {
    // @ts-expect-error needs user_id from a middleware
    routes([group("/me", [get("/mine", mine)])])
    // @ts-expect-error needs user_id from a middleware
    routes([group("/me", [Timing], [get("/mine", mine)])])
    // @ts-expect-error needs user_id from a middleware
    routes([group("/a", [group("/b", [Timing], [group("/c", [get("/mine", mine)])])])])
    // @ts-expect-error needs test_tenant from a middleware
    routes([group("/:org", [Auth], [get("/:id", both)])])
    // @ts-expect-error needs :org in the path
    routes([group("/", [Auth, Tenant], [get("/:id", both)])])
    expect.assertions(0)
  })

  it("does not give its middlewares' values to routes beside it", () => {
    // @ts-expect-error needs user_id from a middleware
    routes([group("/a", [Auth], [get("/mine", mine)]), get("/mine", mine)])
    expect.assertions(0)
  })
})

describe("module", () => {
  it("refuses a controller whose routes miss something, also without `routes([…])`", () => {
    class Forgetful {
      routes() {
        return [get("/mine", mine)]
      }
    }
    class Careful {
      routes() {
        return [get("/mine", mine, { middlewares: [Auth] }), group("/a", [Auth], [get("/mine", mine)])]
      }
    }
    // @ts-expect-error needs user_id from a middleware
    module({ name: "forgetful", declarations: [Forgetful] })
    expect(module({ name: "careful", declarations: [Careful] }).declarations).toEqual([Careful])
  })

  it("takes plain records by hand, which boot checks", () => {
    class Plain {
      routes() {
        return [{ method: "GET" as const, path: "/posts/:id", handler: show }]
      }
    }
    expect(module({ name: "plain", declarations: [Plain] }).name).toBe("plain")
  })

  it("refuses classes that cannot be made without arguments", () => {
    class Needy {
      readonly size: number
      constructor(size: number) {
        this.size = size
      }
    }
    // @ts-expect-error nothing is passed to a constructor: dependencies are asked for with `inject()`
    expect(module({ name: "needy", declarations: [Needy] }).name).toBe("needy")
    abstract class Idea {}
    // @ts-expect-error an abstract class cannot be made: `provide()` says what stands for it
    expect(module({ name: "idea", declarations: [Idea] }).name).toBe("idea")
  })
})

describe("a middleware that looks at nothing", () => {
  it("needs nothing", () => {
    class Blind {
      handle(_ctx: unknown, next: Next) {
        return next()
      }
    }
    expect(routes([group("/open", [Blind], [get("", () => 1)])])).toHaveLength(1)
  })
})

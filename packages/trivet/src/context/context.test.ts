import { describe, expect, expectTypeOf, it } from "vitest"
import { dto } from "../schema/dto/dto.ts"
import type { Context } from "./context.ts"

const CreatePost = dto({ title: "required", pages: "integer", published: "boolean" })
const update = {
  method: "PUT",
  path: "/posts/:id",
  accepts: { params: dto({ id: "required,integer" }), body: CreatePost },
} as const

/** The functions below are read by the compiler alone: what must not compile says so. */
function compiled(...handlers: readonly ((ctx: never) => unknown)[]): void {
  expect(handlers.every((handler) => typeof handler === "function")).toBe(true)
}

describe("Context", () => {
  it("gives the parameters of its path, and no others", () => {
    compiled((ctx: Context<"/orgs/:org/posts/:id">) => {
      expectTypeOf(ctx.param("org")).toEqualTypeOf<string>()
      expectTypeOf(ctx.param("id")).toEqualTypeOf<string>()
      // @ts-expect-error "nope" is not a parameter of this path
      return ctx.param("nope")
    })
    compiled((ctx: Context<"/files/*">) => ctx.param("*"))
    compiled((ctx: Context<"/posts">) => {
      // @ts-expect-error this path has no parameters
      return ctx.param("id")
    })
    compiled((ctx: Context) => {
      // @ts-expect-error without a path there are no parameters
      return ctx.param("id")
    })
  })

  it("gives a value that it names, and perhaps one that it does not", () => {
    compiled((ctx: Context<"/posts", "user_id">) => {
      expectTypeOf(ctx.get("user_id")).toEqualTypeOf<string>()
      expectTypeOf(ctx.get("test_tenant")).toEqualTypeOf<{ readonly name: string } | undefined>()
      // @ts-expect-error there is no such key
      return ctx.get("nobody")
    })
    compiled((ctx: Context) => expectTypeOf(ctx.get("user_id")).toEqualTypeOf<string | undefined>())
    // @ts-expect-error there is no such key to need
    compiled((ctx: Context<"/posts", "nobody">) => ctx)
  })

  it("takes values of a key's type only, under both names of the setter", () => {
    expect.hasAssertions()
    compiled((ctx: Context) => {
      ctx.set("user_id", "ada")
      ctx.setValue("test_tenant", { name: "acme" })
      // @ts-expect-error user_id is a text
      ctx.set("user_id", 7)
      // @ts-expect-error test_tenant has a name
      ctx.setValue("test_tenant", {})
      // @ts-expect-error there is no such key
      ctx.set("nobody", "ada")
    })
  })

  it("gives from `bind` what the schema describes", () => {
    compiled(async (ctx: Context<"/posts">) => {
      const post = await ctx.bind(CreatePost)
      expectTypeOf(post).toEqualTypeOf<{ title: string; pages?: number; published?: boolean }>()
      // @ts-expect-error the schema has no such field
      void post.author
      // @ts-expect-error published may be absent
      const published: boolean = post.published
      // @ts-expect-error `bind` gives a promise
      void ctx.bind(CreatePost).title
      return published
    })
    compiled(async (ctx: Context<"/posts">) => {
      // @ts-expect-error a record of tags is not a schema
      await ctx.bind({ title: "required" })
    })
  })

  it("types `bind()` and `input()` by the record that it is written for", () => {
    compiled(async (ctx: Context<typeof update, "user_id">) => {
      expectTypeOf(await ctx.bind()).toEqualTypeOf<{ title: string; pages?: number; published?: boolean }>()
      expectTypeOf(ctx.input("params")).toEqualTypeOf<{ id: number }>()
      expectTypeOf(ctx.input("query")).toEqualTypeOf<unknown>()
      expectTypeOf(ctx.param("id")).toEqualTypeOf<string>()
      // @ts-expect-error the body is read with `bind()`
      ctx.input("body")
    })
    compiled(async (ctx: Context<"/posts">) => expectTypeOf(await ctx.bind()).toEqualTypeOf<unknown>())
  })

  it("gives replies that know their status and body", () => {
    compiled((ctx: Context) => {
      expectTypeOf(ctx.status(404).json({ error: "Not Found" }).status).toEqualTypeOf<404>()
      expectTypeOf(ctx.status(201).json({ id: 1 }).value).toEqualTypeOf<{ id: number } | undefined>()
      // @ts-expect-error a text body is a text
      return ctx.status(200).send({ id: 1 })
    })
  })

  it("stands in for a context with fewer demands, never for one with more", () => {
    expect.hasAssertions()
    compiled((ctx: Context<"/orgs/:org/posts/:id", "user_id">) => {
      const fewer: Context<"/posts/:id"> = ctx
      // @ts-expect-error nothing has provided test_tenant
      const more: Context<"/posts/:id", "test_tenant"> = ctx
      // @ts-expect-error the path has no :slug
      const other: Context<"/posts/:slug"> = ctx
      return [fewer, more, other]
    })
  })
})

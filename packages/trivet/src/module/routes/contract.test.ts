import { describe, expect, expectTypeOf, it } from "vitest"
import type { Context } from "../../context/context.ts"
import type { Next } from "../../context/middleware.ts"
import { Fault } from "../../fault/fault.ts"
import { dto } from "../../schema/dto/dto.ts"
import type { StandardSchema } from "../../schema/standard-schema.ts"
import { contract, implement } from "./contract.ts"
import { module } from "../module.ts"
import { wire } from "../wire.ts"

const Post = dto({ id: "required", title: "required" })
const Problem = dto({ error: "required" })

const posts = contract({
  show: { method: "GET", path: "/posts/:id", returns: { 200: Post, 404: Problem } },
  create: {
    method: "POST",
    path: "/posts",
    accepts: { body: dto({ title: "required" }) },
    returns: { 201: Post },
  },
  remove: { method: "DELETE", path: "/posts/:id", returns: { 204: null } },
})

class Auth {
  readonly provides = ["user_id"] as const
  handle(ctx: Context, next: Next) {
    ctx.set("user_id", "ada")
    return next()
  }
}

class Posts {
  routes() {
    return implement(posts, this, { create: [Auth] })
  }
  show(ctx: Context<typeof posts.show>) {
    const id = ctx.param("id")
    return id === "0" ? ctx.status(404).json({ error: "Post not found" }) : { id, title: "First" }
  }
  async create(ctx: Context<typeof posts.create, "user_id">) {
    const { title } = await ctx.bind()
    expectTypeOf(title).toEqualTypeOf<string>()
    return ctx.status(201).json({ id: ctx.get("user_id"), title })
  }
  remove() {
    return undefined
  }
}

const fine = {
  show: () => ({ id: "1", title: "First" }),
  create: (ctx: Context<typeof posts.create>) => ctx.status(201).json({ id: "1", title: "First" }),
  remove: () => undefined,
}

describe("contract", () => {
  it("gives back what it was given, with every literal", () => {
    expectTypeOf(posts.show.path).toEqualTypeOf<"/posts/:id">()
    expectTypeOf(posts.create.method).toEqualTypeOf<"POST">()
    expect(Object.keys(posts)).toEqual(["show", "create", "remove"])
  })

  it("refuses records that no route could be", () => {
    // @ts-expect-error "get" is not a method
    contract({ show: { method: "get", path: "/posts/:id" } })
    // @ts-expect-error a record has a path
    contract({ show: { method: "GET" } })
    // @ts-expect-error a body is described by a schema
    contract({ show: { method: "GET", path: "/posts", accepts: { body: "required" } } })
    expect.assertions(0)
  })
})

describe("implement", () => {
  it("gives the records with the controller's handlers and their middlewares", () => {
    const controller = new Posts()
    expect(controller.routes()).toMatchObject([
      { ...posts.show, handler: controller.show },
      { ...posts.create, handler: controller.create, middlewares: [Auth] },
      { ...posts.remove, handler: controller.remove },
    ])
    expect(wire(module({ name: "posts", declarations: [Posts] })).faults).toEqual([])
  })

  it("does not compile without a handler, and is a fault", () => {
    const { show, create } = fine
    // @ts-expect-error `remove` is missing
    expect(() => implement(posts, { show, create })).toThrow("no method `remove`")
    // @ts-expect-error the same
    expect(() => implement(posts, { show, create })).toThrow(Fault)
  })

  it("does not compile with a handler for another context", () => {
    const bySlug = (ctx: Context<"/posts/:slug">) => ({ id: ctx.param("slug"), title: "" })
    // @ts-expect-error the path has no :slug
    implement(posts, { ...fine, show: bySlug })
    const other = { path: "/posts", accepts: { body: dto({ text: "required" }) } } as const
    const byText = async (ctx: Context<typeof other>) =>
      ctx.status(201).json({ id: "1", title: (await ctx.bind()).text })
    // @ts-expect-error the body has no `text`
    implement(posts, { ...fine, create: byText })
    expect.assertions(0)
  })

  it("does not compile with a body or a status that the record does not return", () => {
    // @ts-expect-error a post has a title
    implement(posts, { ...fine, show: () => ({ id: "1" }) })
    // @ts-expect-error a title is a text
    implement(posts, { ...fine, show: () => ({ id: "1", title: 7 }) })
    // @ts-expect-error 410 is not among what it returns
    implement(posts, { ...fine, show: (ctx: Context) => ctx.status(410).json({ error: "Gone" }) })
    // @ts-expect-error a plain value is 200, and it returns 201
    implement(posts, { ...fine, create: () => ({ id: "1", title: "First" }) })
    // @ts-expect-error 204 has no body
    implement(posts, { ...fine, remove: () => ({ removed: true }) })
    // @ts-expect-error a promise of the wrong body is no better
    implement(posts, { ...fine, show: () => Promise.resolve({ id: 1 }) })
    expect.assertions(0)
  })

  it("takes readonly lists, and a Date where the client sees a text", () => {
    interface Entry {
      readonly tags: string[]
      readonly at: string
      readonly kind: "note"
      readonly pair: [number, string]
    }
    const Entries: StandardSchema<Entry[]> = {
      "~standard": { version: 1, vendor: "test", validate: (value) => ({ value: value as Entry[] }) },
    }
    const log = contract({ index: { method: "GET", path: "/log", returns: { 200: Entries, 201: Entries } } })
    const tags: readonly string[] = ["a"]
    const entry = { tags, at: new Date(0), kind: "note", pair: [1, new Date(0)] } as const
    const entries: readonly (typeof entry)[] = [entry]
    expect(implement(log, { index: () => entries })).toHaveLength(1)
    expect(implement(log, { index: (ctx: Context) => ctx.status(201).json(entries) })).toHaveLength(1)
    // @ts-expect-error a number is sent as a number
    implement(log, { index: () => [{ ...entry, at: 7 }] })
    // @ts-expect-error a date is none of the texts that are allowed
    implement(log, { index: () => [{ ...entry, kind: new Date(0) }] })
    // @ts-expect-error a date is not a list
    implement(log, { index: () => [{ ...entry, tags: new Date(0) }] })
  })

  it("does not compile where a handler needs what no middleware of its record provides", () => {
    class Forgetful {
      readonly show = fine.show
      readonly remove = fine.remove
      create(ctx: Context<typeof posts.create, "user_id">) {
        return ctx.status(201).json({ id: ctx.get("user_id"), title: "First" })
      }
      routes() {
        return implement(posts, this)
      }
    }
    class Misplaced {
      readonly show = fine.show
      readonly remove = fine.remove
      create(ctx: Context<typeof posts.create, "user_id">) {
        return ctx.status(201).json({ id: ctx.get("user_id"), title: "First" })
      }
      routes() {
        return implement(posts, this, { show: [Auth] })
      }
    }
    // @ts-expect-error needs user_id from a middleware
    module({ name: "forgetful", declarations: [Forgetful] })
    // @ts-expect-error needs user_id from a middleware
    module({ name: "misplaced", declarations: [Misplaced] })
    expect(module({ name: "posts", declarations: [Posts] }).declarations).toEqual([Posts])
  })

  it("does not compile with middlewares for a record that the contract does not have", () => {
    // @ts-expect-error there is no record `publish`
    implement(posts, fine, { publish: [Auth] })
    expect.assertions(0)
  })
})

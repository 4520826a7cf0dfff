import { describe, expect, expectTypeOf, it } from "vitest"
import type { Context } from "../../context/context.ts"
import { Fault } from "../../fault/fault.ts"
import { dto } from "../../schema/dto/dto.ts"
import { implement } from "./contract.ts"
import { resource } from "./resource.ts"

const CreatePost = dto({ title: "required" })

describe("resource", () => {
  it("is the contract of the five handlers", () => {
    expect(resource("posts")).toEqual({
      index: { method: "GET", path: "/posts" },
      show: { method: "GET", path: "/posts/:id" },
      create: { method: "POST", path: "/posts" },
      update: { method: "PUT", path: "/posts/:id" },
      delete: { method: "DELETE", path: "/posts/:id" },
    })
    expectTypeOf(resource("posts").show.path).toEqualTypeOf<"/posts/:id">()
    expectTypeOf(resource("posts").update.method).toEqualTypeOf<"PUT">()
  })

  it("takes what is said of single records", () => {
    const accepts = { body: CreatePost }
    const posts = resource("posts", { create: { accepts } })
    expect(posts.create).toEqual({ method: "POST", path: "/posts", accepts })
    const create = async (ctx: Context<typeof posts.create>) => {
      expectTypeOf(await ctx.bind()).toEqualTypeOf<{ title: string }>()
    }
    const none = () => undefined
    const routes = implement(posts, { index: none, show: none, create, update: none, delete: none })
    expect(routes.map(({ path, handler }) => [path, handler === create])).toContainEqual(["/posts", true])
  })

  it("does not compile with an unknown handler's name, or another method or path", () => {
    // @ts-expect-error a resource has no `list`
    resource("posts", { list: {} })
    // @ts-expect-error the convention says the method
    resource("posts", { index: { method: "POST" } })
    expect.assertions(0)
  })

  it("does not compile without one of the five", () => {
    const none = () => undefined
    const four = { index: none, show: none, create: none, update: none }
    // @ts-expect-error `delete` is missing
    expect(() => implement(resource("posts"), four)).toThrow("no method `delete`")
    // @ts-expect-error the same
    expect(() => implement(resource("posts"), four)).toThrow(Fault)
  })
})

import { type Context, type ContextKey, type ContextValues, module, routes, get } from "trivet"
import { describe, expect, expectTypeOf, it } from "vitest"

// The only place where tests add keys: an addition is seen by the whole program.
declare module "trivet" {
  interface ContextValues {
    user_id: string
    test_tenant: { readonly name: string }
    test_viewer: string | undefined
  }
}

describe("ContextValues", () => {
  it("takes further keys from outside of the package, by the package's name", () => {
    expectTypeOf<ContextValues["user_id"]>().toEqualTypeOf<string>()
    expectTypeOf<"user_id" | "test_tenant">().toExtend<ContextKey>()
    // @ts-expect-error nobody has added such a key
    expectTypeOf<"nobody">().toExtend<ContextKey>()
  })

  it("gives the new keys to the contexts of handlers", () => {
    class Tenants {
      routes() {
        return routes([get("/tenant", this.show)])
      }
      show(ctx: Context<"/tenant">) {
        return ctx.get("test_tenant")?.name
      }
    }
    expect(module({ name: "tenants", declarations: [Tenants] }).name).toBe("tenants")
  })
})

import { describe, expect, it } from "vitest"
import type { Context } from "../../context/context.ts"
import type { Middleware, Next, Security } from "../../context/middleware.ts"
import { BootFault } from "../../fault/boot-fault.ts"
import { inject } from "../../inject/inject.ts"
import { provide } from "../../inject/provider.ts"
import { token } from "../../inject/token.ts"
import { get, group } from "../../module/routes/make-route.ts"
import { module } from "../../module/module.ts"
import { createTestApp } from "../../testing/create-test-app.ts"
import { Describe } from "./app-description.ts"
import { Production } from "../config/production.ts"

class Guard implements Middleware {
  readonly security: Security = { name: "bearer", scheme: { type: "http", scheme: "bearer" } }
  readonly answers = { 401: "No token" }
  handle(_: Context, next: Next) {
    return next()
  }
}

class Notes {
  readonly #describe = inject(Describe)
  routes() {
    return [group("/notes", [Guard], [get("/:id", this.show, { summary: "One note" })])]
  }
  show() {
    return this.#describe().routes.map(({ method, path }) => `${method} ${path}`)
  }
}
const Root = module({ name: "notes", declarations: [Notes] })

describe("Describe", () => {
  it("tells of each route what its middlewares say of themselves, and the record", async () => {
    const [route] = (await createTestApp(Root)).get(Describe)().routes
    expect(route?.middlewares).toEqual([
      {
        name: "Guard",
        where: undefined,
        module: "notes",
        injects: [],
        provides: [],
        security: [{ name: "bearer", scheme: { type: "http", scheme: "bearer" } }],
        requiredHeaders: {},
        answers: { 401: "No token" },
      },
    ])
    expect(route?.record.summary).toBe("One note")
  })

  it("names ready objects by their own name, else by their class", async () => {
    class Tagged implements Middleware {
      readonly handle = (_: Context, next: Next) => next()
    }
    const { handle } = new Tagged()
    const middlewares = [
      { name: 'can("posts:publish")', handle },
      new Tagged(),
      { handle },
      { name: "", handle },
    ]
    class Named {
      routes() {
        return [get("/named", () => 1, { middlewares })]
      }
    }
    const [route] = (await createTestApp(module({ name: "named", declarations: [Named] }))).get(Describe)()
      .routes
    const names = route?.middlewares.map(({ name }) => name)
    expect(names).toEqual(['can("posts:publish")', "Tagged", "(middleware)", "(middleware)"])
  })

  it("tells of modules what each declaration is, has and asks for, and where it stands", async () => {
    const Address = token<string>("Address")
    class Store {
      readonly address = inject(Address)
      onStart() {}
    }
    class Reader {
      readonly store = inject(Store)
    }
    const Stores = module({
      name: "stores",
      exports: [Store, Guard],
      declarations: [Store, Guard, provide(Address, () => "here")],
    })
    const app = await createTestApp(
      module({ name: "app", imports: [Stores], declarations: [Notes, Reader] }),
      { middlewares: [Guard] },
    )
    const { modules, middlewares, routes } = app.get(Describe)({ places: true })
    const here = (line: string) => expect.stringMatching(new RegExp(`describe-app.test.ts:${line}`)) as string
    expect(middlewares.map(({ name, module: owner }) => [name, owner])).toEqual([["Guard", "stores"]])
    expect(routes[0]).toMatchObject({
      module: "app",
      handler: "show",
      where: here("\\d+"),
      declaredAt: here("\\d+"),
    })
    expect(modules.map(({ name, imports, exports }) => [name, imports, exports])).toEqual([
      ["stores", [], ["Store", "Guard"]],
      ["app", ["stores"], []],
    ])
    expect(modules.flatMap(({ declarations }) => declarations)).toMatchObject([
      {
        name: "Store",
        kind: "service",
        hooks: ["onStart"],
        injects: [{ name: "Address", module: "stores" }],
      },
      { name: "Guard", kind: "middleware", where: here("\\d+") },
      { name: "Address", kind: "provider", hooks: [], where: here("\\d+") },
      { name: "Notes", kind: "controller", injects: [{ name: "Describe", module: "(application)" }] },
      { name: "Reader", kind: "service", injects: [{ name: "Store", module: "stores" }] },
    ])
  })

  it("is injected, for calls", async () => {
    const app = await createTestApp(Root)
    expect((await app.request("GET", "/notes/1")).json()).toEqual(["GET /notes/:id"])
  })

  it("raises a fault while the application is built", async () => {
    class Hasty {
      readonly count = inject(Describe)().routes.length
    }
    const refused = createTestApp(module({ name: "hasty", declarations: [Hasty] }))
    await expect(refused).rejects.toThrow("still being built")
    await expect(refused).rejects.toBeInstanceOf(BootFault)
  })
})

describe("Production", () => {
  it.each([true, false])("is injected as %s", async (production) => {
    expect((await createTestApp(Root, { production })).get(Production)).toBe(production)
  })
})

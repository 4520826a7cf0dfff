import { describe, expect, it } from "vitest"
import { Fault } from "../fault/fault.ts"
import { Binding } from "../inject/container.ts"
import { provide } from "../inject/provider.ts"
import { token } from "../inject/token.ts"
import { findVisible } from "./find-visible.ts"
import { module, type Module } from "./module.ts"
import { readModules } from "./read-modules.ts"

const Store = token<string>("Store")
const storeIn = (name: string) =>
  module({ name, exports: [Store], declarations: [provide(Store, () => name)] })

/** Which module's `Store` a module sees, or the code of the fault that says why none. */
function seen(root: Module, name: string, provided = [] as ReturnType<typeof provide<string>>[]): string {
  const graph = readModules(root, provided)
  const node = graph.modules.find((one) => one.name === name)!
  const found = findVisible(graph, node, Store, "Someone")
  if (found instanceof Fault) return found.code
  return found.state === "failed" ? "refused" : found.scope.name
}

describe("findVisible", () => {
  it("sees a module's own declaration before all others", () => {
    const root = module({
      name: "app",
      imports: [storeIn("disk")],
      declarations: [provide(Store, () => "own")],
    })
    expect(seen(root, "app", [provide(Store, () => "provided")])).toBe("app")
  })

  it("sees what imported modules export, before what the application provides", () => {
    const root = module({ name: "app", imports: [storeIn("disk")] })
    expect(seen(root, "app", [provide(Store, () => "provided")])).toBe("disk")
  })

  it("sees what the application provides everywhere, without an import", () => {
    const root = module({ name: "app", imports: [module({ name: "posts" })] })
    expect(seen(root, "posts", [provide(Store, () => "provided")])).toBe("(application)")
  })

  it("does not see into the modules that its imports import", () => {
    const middle = module({ name: "middle", imports: [storeIn("disk")] })
    expect(seen(module({ name: "app", imports: [middle] }), "app")).toBe("TOKEN_NOT_IMPORTED")
  })

  it("sees what an imported module passes on, over any number of modules", () => {
    const first = module({ name: "first", imports: [storeIn("disk")], exports: [Store] })
    const second = module({ name: "second", imports: [first], exports: [Store] })
    expect(seen(module({ name: "app", imports: [second] }), "app")).toBe("disk")
  })

  it("is not confused by two ways to the same declaration", () => {
    const disk = storeIn("disk")
    const middle = module({ name: "middle", imports: [disk], exports: [Store] })
    expect(seen(module({ name: "app", imports: [disk, middle] }), "app")).toBe("disk")
  })

  it("refuses to choose between two declarations", () => {
    const root = module({ name: "app", imports: [storeIn("disk"), storeIn("memory")] })
    expect(seen(root, "app")).toBe("TOKEN_AMBIGUOUS")
  })

  it("says whether an export, an import or a declaration is missing", () => {
    const hidden = module({ name: "hidden", declarations: [provide(Store, () => "hidden")] })
    expect(seen(module({ name: "app", imports: [hidden] }), "app")).toBe("TOKEN_NOT_EXPORTED")
    const apart = module({ name: "app", imports: [storeIn("disk"), module({ name: "posts" })] })
    expect(seen(apart, "posts")).toBe("TOKEN_NOT_IMPORTED")
    expect(seen(module({ name: "app" }), "app")).toBe("TOKEN_MISSING")
  })

  it("does not see upwards: what a module declares is not seen by those it imports", () => {
    const root = module({
      name: "app",
      imports: [module({ name: "posts" })],
      declarations: [provide(Store, () => "app")],
    })
    expect(seen(root, "posts")).toBe("TOKEN_NOT_EXPORTED")
  })

  it("sees across modules that import each other", () => {
    const users: Module = module({
      name: "users",
      imports: () => [posts],
      exports: [Store],
      declarations: [provide(Store, () => "users")],
    })
    const posts: Module = module({ name: "posts", imports: () => [users] })
    expect(seen(module({ name: "app", imports: [posts] }), "posts")).toBe("users")
  })

  it("ends where two modules only pass on to each other", () => {
    const first: Module = module({ name: "first", imports: () => [second], exports: [Store] })
    const second: Module = module({ name: "second", imports: () => [first], exports: [Store] })
    expect(seen(module({ name: "app", imports: [first] }), "app")).toBe("TOKEN_MISSING")
  })

  it("does not say again what a fault of the lists has said", () => {
    const posts = module({ name: "posts", exports: [Store] })
    expect(seen(module({ name: "app", imports: [posts] }), "app")).toBe("refused")
    const disk = storeIn("disk")
    const core = { name: "core", imports: [disk], exports: [disk] } as never
    expect(seen(module({ name: "app", imports: [core] }), "app")).toBe("refused")
  })

  it("gives a binding that knows its module", () => {
    const graph = readModules(module({ name: "app", imports: [storeIn("disk")] }), [])
    const found = findVisible(graph, graph.modules.at(-1)!, Store, "Someone")
    expect(found).toBeInstanceOf(Binding)
    expect((found as Binding).make()).toBe("disk")
  })
})

import { describe, expect, it } from "vitest"
import { provide } from "../inject/provider.ts"
import { token } from "../inject/token.ts"
import { module, type Module } from "./module.ts"
import { readModules } from "./read-modules.ts"

const told = (root: Module) => readModules(root, []).faults.map(({ code, chain }) => [code, ...chain])

class Posts {}
class Users {}

describe("readModules", () => {
  it("puts every module once, after those it imports, the root last", () => {
    const shared = module({ name: "shared" })
    const users = module({ name: "users", imports: [shared] })
    const posts = module({ name: "posts", imports: [users, shared] })
    const { modules, faults } = readModules(module({ name: "app", imports: [posts, users] }), [])
    expect(modules.map(({ name }) => name)).toEqual(["shared", "users", "posts", "app"])
    expect(faults).toEqual([])
  })

  it("reads lists that are functions, and modules that import each other", () => {
    const users: Module = module({
      name: "users",
      imports: () => [posts],
      exports: () => [Users],
      declarations: () => [Users],
    })
    const posts: Module = module({
      name: "posts",
      imports: () => [users],
      exports: () => [Posts],
      declarations: () => [Posts],
    })
    const { modules, faults } = readModules(module({ name: "app", imports: [users] }), [])
    expect(faults).toEqual([])
    expect(modules.map(({ name }) => name)).toEqual(["posts", "users", "app"])
    expect(modules.map((node) => node.imports.map(({ name }) => name))).toEqual([
      ["users"],
      ["posts"],
      ["users"],
    ])
  })

  it("names the way from the root to the module at fault", () => {
    const posts = module({ name: "posts", exports: [Posts] })
    const blog = module({ name: "blog", imports: [posts] })
    expect(told(module({ name: "app", imports: [blog] }))).toEqual([
      ["EXPORT_NOT_DECLARED", "app", "blog", "posts"],
    ])
  })

  it("says where a module was written, also where it has a namesake", () => {
    const first = module({ name: "users" })
    const second = module({ name: "users" })
    const { faults } = readModules(module({ name: "app", imports: [first, second] }), [])
    expect(faults.map(({ code }) => code)).toEqual(["MODULE_NAME_TAKEN"])
    const [, firstLine] = /read-modules\.test\.ts:(\d+):\d+\.$/.exec(faults[0]!.message) ?? []
    const [, secondLine] = /read-modules\.test\.ts:(\d+):\d+$/.exec(faults[0]!.where ?? "") ?? []
    expect(Number(secondLine)).toBe(Number(firstLine) + 1)
  })

  it("goes on after each mistake in a list", () => {
    const root = {
      name: "app",
      imports: [undefined, Users, module({ name: "users" })],
      declarations: [undefined, new Posts(), { name: "posts" }, () => 1, Posts, Posts],
      exports: [undefined, { name: "users" }, Users, Posts],
    } as never
    expect(told(root).map(([code]) => code)).toEqual([
      "ENTRY_UNDEFINED",
      "NOT_A_MODULE",
      "ENTRY_UNDEFINED",
      "NOT_A_DECLARATION",
      "NOT_A_DECLARATION",
      "NOT_A_DECLARATION",
      "LISTED_TWICE",
      "ENTRY_UNDEFINED",
      "EXPORT_NOT_A_TOKEN",
      "EXPORT_NOT_DECLARED",
    ])
  })

  it("calls what stands in a wrong list by what it is", () => {
    const root = {
      name: "app",
      imports: [Users, provide(Posts, () => new Posts())],
      declarations: [module({ name: "users" })],
    } as never
    const entries = readModules(root, []).faults.map(({ details }) => details["entry"])
    expect(entries).toEqual(["the class `Users`", "a provider of `Posts`", "the module `users`"])
  })

  it.each(["imports", "exports", "declarations"])("refuses `%s` that is not a list", (list) => {
    expect(told({ name: "app", [list]: Posts })).toEqual([["LIST_INVALID", "app"]])
    expect(told({ name: "app", [list]: () => "posts" })).toEqual([["LIST_INVALID", "app"]])
  })

  it.each([undefined, null, class AppModule {}, "app", {}])("refuses %s as the root", (root) => {
    expect(told(root as never)).toEqual([["ROOT_NOT_A_MODULE"]])
  })

  it("lets a class belong to one module only, but a token be provided by several", () => {
    const Store = token<string>("Store")
    const part = (name: string, value: string) =>
      module({ name, declarations: [provide(Store, () => value)] })
    const parts = [part("memory", "m"), part("disk", "d")]
    expect(told(module({ name: "app", imports: parts }))).toEqual([])
    const twice = ["a", "b"].map((name) => module({ name, declarations: [Posts] }))
    expect(told(module({ name: "app", imports: twice }))).toEqual([["DECLARED_TWICE", "app", "b"]])
  })

  it("takes replacements in the place of declarations and of what the application provides", () => {
    const Store = token<string>("Store")
    const Clock = token<number>("Clock")
    const root = module({ name: "app", declarations: [provide(Store, () => "real"), Posts] })
    const standIn = new Posts()
    const replaced = [provide(Store, () => "test"), provide(Posts, () => standIn), provide(Clock, () => 7)]
    const { modules, provided } = readModules(root, [provide(Clock, () => Date.now())], replaced)
    const made = [...modules[0]!.bindings.values(), ...provided.bindings.values()].map(({ make }) => make())
    expect(made).toEqual(["test", standIn, 7])
  })

  it("does not take a class for a module, though it has a name too", () => {
    // @ts-expect-error a class is not a module
    const root = module({ name: "app", imports: [Users] })
    expect(told(root)).toEqual([["NOT_A_MODULE", "app"]])
  })
})

import { execFile } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

const root = join(import.meta.dirname, "../../../..")

/** What every snippet begins with. */
const begin = `
import {
  type Context, contract, dto, get, group, implement, inject, module, type Next, post, provide, routes, token,
} from "trivet"

declare module "trivet" {
  interface ContextValues { user_id: string }
}
class Auth {
  readonly provides = ["user_id"] as const
  handle(ctx: Context, next: Next) { return next() }
}
const show = (ctx: Context<"/posts/:id">) => ctx.param("id")
const mine = (ctx: Context<"/mine", "user_id">) => ctx.get("user_id")
const posts = contract({
  index: { method: "GET", path: "/posts", returns: { 200: dto({ title: "required" }) } },
  show: { method: "GET", path: "/posts/:id" },
})
export { Auth, get, group, implement, inject, mine, module, post, posts, provide, routes, show, token }
`

const snippets = {
  "a parameter that the path does not have": `get("/posts/:id", (ctx) => ctx.param("nope"))`,
  "a handler for another path": `routes([get("/posts", show)])`,
  "a forgotten middleware": `routes([get("/mine", mine)])`,
  "a forgotten middleware in nested groups": `routes([group("/a", [group("/b", [get("/mine", mine)])])])`,
  "a forgotten middleware in a controller": `
    class Mine { routes() { return [get("/mine", mine)] } }
    module({ name: "mine", declarations: [Mine] })`,
  "a plain record for another path": `
    class Posts {
      routes() { return routes([{ method: "GET", path: "/posts/:slug", handler: this.show }]) }
      show(ctx: Context<"/posts/:id">) { return { id: ctx.param("id") } }
    }
    new Posts()`,
  "a plain record without its middleware": `routes([{ method: "GET", path: "/mine", handler: mine }])`,
  "a plain record in a group without its middleware": `
    routes([{ path: "/a", children: [{ path: "/b", children: [{ method: "GET", path: "/mine", handler: mine }] }] }])`,
  "a plain record in group()": `routes([group("/a", [{ method: "GET", path: "/posts", handler: show }])])`,
  "an unknown property of a plain record": `
    routes([{ method: "GET", path: "/posts", handler: () => 1, middleware: [Auth] }])`,
  "a missing handler of a contract": `implement(posts, { index: () => ({ title: "First" }) })`,
  "a wrong body of a contract": `implement(posts, { index: () => ({ text: "First" }), show })`,
  "an unknown tag": `dto({ email: "required,emial" })`,
  "a value of a wrong type": `get("/", (ctx) => ctx.set("user_id", 7))`,
  "a provider of a wrong type": `provide(token<number>("Port"), () => "80")`,
  "a fake without a member": `
    class Store { #rows = new Map(); find(id: string) { return this.#rows.get(id) as string } all() { return [] } }
    provide(Store, () => ({ find: () => "row" }))`,
  "a class in imports": `module({ name: "app", imports: [Auth] })`,
  "a dependency by its name": `class Posts { db = inject("Db") }; new Posts()`,
} as const

describe("messages of the compiler", () => {
  const folder = mkdtempSync(join(tmpdir(), "trivet-messages-"))
  let output = ""

  beforeAll(async () => {
    const compilerOptions = {
      noEmit: true,
      // As in most applications. With it the first line also speaks of `undefined`, which is not the matter.
      exactOptionalPropertyTypes: false,
      // Of the package as a developer has it, but from its sources: the messages must not depend on a build.
      paths: { trivet: [join(root, "packages/trivet/src/index.ts")] },
      typeRoots: [join(root, "node_modules/@types")],
      allowImportingTsExtensions: true,
      rewriteRelativeImportExtensions: false,
    }
    const config = { extends: join(root, "tsconfig.base.json"), compilerOptions, include: ["src"] }
    mkdirSync(join(folder, "src"))
    writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }))
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config))
    for (const [index, code] of Object.values(snippets).entries()) {
      writeFileSync(join(folder, `src/snippet-${index}.ts`), `${begin}\n${code}\n`)
    }
    const compiler = join(root, "node_modules/typescript/bin/tsc")
    // It ends with an error, which is what is looked for.
    await promisify(execFile)(process.execPath, [compiler, "--pretty", "false", "-p", folder], {
      cwd: folder,
    }).catch(({ stdout }: { stdout: string }) => {
      output = stdout
    })
  }, 120_000)
  afterAll(() => rmSync(folder, { recursive: true }))

  /** The first two lines for a snippet, and the last, which the compiler indents the most. */
  function messageFor(name: string): string {
    const file = `src/snippet-${Object.keys(snippets).indexOf(name)}.ts`
    const lines = output.split("\n")
    const at = lines.findIndex((line) => line.startsWith(file))
    const end = lines.findIndex((line, index) => index > at && !line.startsWith(" "))
    const message = lines.slice(at, end === -1 ? undefined : end)
    return [...new Set([...message.slice(0, 2), message.at(-1)])]
      .map((line) => line?.replace(/^src\/\S+ error /, ""))
      .join("\n")
  }

  it("are about the snippets alone", () => {
    const files = output.split("\n").filter((line) => line !== "" && !line.startsWith(" "))
    expect(files.filter((line) => !line.startsWith("src/snippet-"))).toEqual([])
    expect(new Set(files.map((line) => line.split("(")[0])).size).toBe(Object.keys(snippets).length)
  })

  it("can be read", () => {
    const messages = Object.keys(snippets).map((name) => `## ${name}\n${messageFor(name)}`)
    expect(`\n${messages.join("\n\n")}\n`).toMatchInlineSnapshot(`
      "
      ## a parameter that the path does not have
      TS2345: Argument of type '"nope"' is not assignable to parameter of type '"id"'.

      ## a handler for another path
      TS2322: Type 'Route<"needs :id in the path">' is not assignable to type 'Route<never>'.
        Type '"needs :id in the path"' is not assignable to type 'never'.

      ## a forgotten middleware
      TS2322: Type 'Route<"needs user_id from a middleware">' is not assignable to type 'Route<never>'.
        Type '"needs user_id from a middleware"' is not assignable to type 'never'.

      ## a forgotten middleware in nested groups
      TS2322: Type 'Route<"needs user_id from a middleware">' is not assignable to type 'Route<never>'.
        Type '"needs user_id from a middleware"' is not assignable to type 'never'.

      ## a forgotten middleware in a controller
      TS2322: Type 'typeof Mine' is not assignable to type 'Declaration'.
        Type 'typeof Mine' is not assignable to type 'new () => object & Hooks & OtherSpellings'.
                    Type '"needs user_id from a middleware"' is not assignable to type 'never'.

      ## a plain record for another path
      TS2322: Type '(ctx: Context<"/posts/:id">) => { id: string; }' is not assignable to type '"needs :id in the path"'.

      ## a plain record without its middleware
      TS2322: Type '(ctx: Context<"/mine", "user_id">) => string' is not assignable to type '"needs user_id from a middleware"'.

      ## a plain record in a group without its middleware
      TS2322: Type '(ctx: Context<"/mine", "user_id">) => string' is not assignable to type '"needs user_id from a middleware"'.

      ## a plain record in group()
      TS2322: Type 'Route<"needs :id in the path">' is not assignable to type 'Route<never>'.
        Type '"needs :id in the path"' is not assignable to type 'never'.

      ## an unknown property of a plain record
      TS2561: Object literal may only specify known properties, but 'middleware' does not exist in type 'Route<never>'. Did you mean to write 'middlewares'?

      ## a missing handler of a contract
      TS2741: Property 'show' is missing in type '{ index: () => { title: string; }; }' but required in type '{ readonly index: (ctx: CallContext<never, ContextKey, Accepted>) => Promise<Reply<200, { readonly title: string | Date; }> | { readonly title: string | Date; }> | Reply<...> | { ...; }; readonly show: (ctx: CallContext<...>) => unknown; }'.

      ## a wrong body of a contract
      TS2322: Type '{ text: string; }' is not assignable to type 'Promise<Reply<200, { readonly title: string | Date; }> | { readonly title: string | Date; }> | Reply<200, { readonly title: string | Date; }> | { ...; }'.

      ## an unknown tag
      TS2322: Type '"required,emial"' is not assignable to type '"unknown tag: emial"'.

      ## a value of a wrong type
      TS2345: Argument of type 'number' is not assignable to parameter of type 'string'.

      ## a provider of a wrong type
      TS2322: Type 'string' is not assignable to type 'number'.

      ## a fake without a member
      TS2322: Type '{ find: () => string; }' is not assignable to type 'Store | { find: (id: string) => string; all: () => never[]; }'.
        Property 'all' is missing in type '{ find: () => string; }' but required in type '{ find: (id: string) => string; all: () => never[]; }'.

      ## a class in imports
      TS2322: Type 'typeof Auth' is not assignable to type 'Module'.
        Types of property 'prototype' are incompatible.
          Type 'Auth' is not assignable to type 'undefined'.

      ## a dependency by its name
      TS2345: Argument of type 'string' is not assignable to parameter of type 'Token<unknown>'.
      "
    `)
  })
})

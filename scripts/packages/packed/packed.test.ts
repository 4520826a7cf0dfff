import { globSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createContext, runInContext } from "node:vm"
import { createJsonLog, get, module, type StandardSchema } from "trivet"
import { api } from "trivet/api"
import { serve } from "trivet/node"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type * as Logins from "../../../examples/auth/src/login/login-contract.ts"
import type * as Blog from "../../../examples/blog/src/posts/posts-contract.ts"
import { publicPackages } from "../pack.ts"
import { root } from "../../reading/workspace.ts"
import { bundle } from "./bundle.ts"
import { checkSizes } from "./check-sizes.ts"
import { checkNodeImports, waysToNode } from "./node-imports.ts"
import { entryPoints, unpack, type Unpacked } from "./unpack.ts"

type Contracts = typeof Logins & typeof Blog

const folder = mkdtempSync(join(tmpdir(), "trivet-packed-"))
let trivet: Unpacked

beforeAll(async () => {
  const names = ["trivet", "@trivet/multipart"]
  const packed = await unpack(
    folder,
    publicPackages.filter(({ manifest }) => names.includes(manifest.name)),
  )
  trivet = packed.find(({ manifest }) => manifest.name === "trivet")!
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs a bundle where there is nothing but the language and the given globals, and gives what it exports. */
function run(code: string, globals: object = {}): unknown {
  return runInContext(`${code}; bundled`, createContext({ ...globals }))
}

const script = { format: "iife", name: "bundled" } as const

describe("the packed package", () => {
  it("reaches node: modules from trivet/node, trivet/cli and trivet/testing alone", () => {
    const entries = entryPoints(trivet)
    expect(entries.map(([name]) => name)).toContain("trivet/fetch")
    expect(entries.flatMap(([name, file]) => checkNodeImports(name, file))).toEqual([])
    // The walk itself finds something where there is something to find.
    const [, node] = entries.find(([name]) => name === "trivet/node")!
    expect(waysToNode(node)).toContain("node.js → node:http")
  })

  it("answers requests where there is no process, no Buffer and no address of a module", async () => {
    const code = `
      import { createApp, dto, get, module, post, routes } from "trivet"
      import { api } from "trivet/api"
      import { toFetch } from "trivet/fetch"
      import { html, web } from "trivet/web"
      class Greetings {
        routes() { return routes([get("/hello/:name", this.show), post("/hello", this.create)]) }
        show(ctx) { return { hello: ctx.param("name") } }
        async create(ctx) { return ctx.status(201).json(await ctx.bind(dto({ name: "required" }))) }
      }
      const greetings = module({ name: "greetings", declarations: [Greetings] })
      export const handler = async () => toFetch(await createApp(greetings, { platform: api() }))
      export const broken = () => createApp(module({ name: "a", declarations: [undefined] }), { platform: web() })
      export const page = html\`<p>\${"<"}</p>\`.toString()
    `
    const bundled = await bundle({ code, folder }, script)
    expect(bundled.imports).toEqual([])
    const { handler, broken, page } = run(bundled.code, webGlobals()) as {
      handler: () => Promise<(request: Request) => Promise<Response>>
      broken: () => Promise<unknown>
      page: string
    }
    const answer = await handler()
    const shown = await answer(new Request("http://edge.example/hello/ada"))
    expect([shown.status, await shown.json()]).toEqual([200, { hello: "ada" }])
    const refused = await answer(new Request("http://edge.example/hello", { method: "POST", body: "{}" }))
    expect([refused.status, await refused.json()]).toEqual([400, { error: "Invalid request" }])
    expect((await answer(new Request("http://edge.example/hallo"))).status).toBe(404)
    await expect(broken()).rejects.toThrow("contains `undefined` at position 0")
    expect(page).toBe("<p>&lt;</p>")
  })
})

/** What every runtime for the web has. */
function webGlobals(): object {
  const streams = { ReadableStream, TextDecoder, TextEncoder, Uint8Array, ArrayBuffer }
  const timing = { performance, setTimeout, clearTimeout, queueMicrotask, AbortController, AbortSignal }
  return { ...streams, ...timing, URL, URLSearchParams, Request, Response, Headers, console, crypto, Error }
}

describe("the references' contracts", () => {
  const files = globSync("examples/{auth/src/**,blog/src/**,helpdesk/src/api}/*-contract.ts", {
    cwd: root,
  }).toSorted()
  const code = files.map((file) => `export * from ${JSON.stringify(join(root, file))}`).join("\n")

  it("are bundled for a browser without one node: import, and without a server's texts", async () => {
    expect(files).toContain("examples/blog/src/posts/posts-contract.ts")
    expect(files).toContain("examples/helpdesk/src/api/tickets-contract.ts")
    const bundled = await bundle({ code, folder }, script)
    expect(bundled.imports).toEqual([])
    expect(bundled.code).not.toMatch(/node:|getBuiltinModule|<html|has the unknown tag/)
  })

  it("work in a browser's place, where there is nothing but the language", async () => {
    const bundled = await bundle({ code, folder }, script)
    const { Posts, CreatePostDTO, Login } = run(bundled.code) as Contracts
    expect([Posts.show.method, Posts.show.path]).toEqual(["GET", "/posts/:id"])
    expect(Login.login.path).toBe("/auth/login")
    const { validate } = CreatePostDTO["~standard"]
    expect(validate({ title: "A", content: "B", more: 1 })).toEqual({ value: { title: "A", content: "B" } })
    expect(validate({ title: "A" })).toEqual({
      issues: [{ message: "is required", code: "required", path: ["content"] }],
    })
  })

  it("raise faults with their code and details there", async () => {
    const wrong = 'import { dto } from "trivet"; export const make = () => dto({ email: "emial" })'
    const { make } = run((await bundle({ code: wrong, folder }, script)).code) as { make: () => unknown }
    expect(make).toThrow('TAG_UNKNOWN {"tag":"emial","field":"email"}')
  })
})

describe("a contract with an upload", () => {
  const code = `
    import { file, fileList, form } from "@trivet/multipart"
    import { contract, dto } from "trivet"
    import { createClient } from "trivet/client"
    const pictures = { first: file({ types: ["image/png"], maxSize: "2 MB", required: true }), others: fileList({ maxCount: 3 }) }
    export const Pictures = contract({
      index: { method: "GET", path: "/pictures", returns: { 200: dto({ count: "required,integer" }) } },
      create: { method: "POST", path: "/pictures", accepts: { body: form(dto({ title: "required" }), pictures) } },
    })
    export const client = (url) => createClient(Pictures, { url })
    export const wrong = () => file({ types: ["image/svg+xml"] })
  `

  it("is bundled for a browser without the reader of bodies, and the client works with it", async () => {
    const bundled = await bundle({ code, folder }, script)
    expect(bundled.imports).toEqual([])
    expect(bundled.code).not.toMatch(/node:|getBuiltinModule|busboy/i)
    const { client, Pictures, wrong } = run(bundled.code, { ...webGlobals(), fetch }) as {
      client: (url: string) => { index: () => Promise<{ body: unknown }> }
      Pictures: { create: { accepts: { body: StandardSchema } } }
      wrong: () => unknown
    }
    const route = get("/pictures", () => ({ count: 2 }))
    const declarations = [
      class {
        routes = () => [route]
      },
    ]
    const served = await serve(module({ name: "pictures", declarations }), {
      platform: api(),
      port: 0,
      log: createJsonLog({ write: () => undefined }),
    })
    expect((await client(served.url).index()).body).toEqual({ count: 2 })
    await served.stop()
    expect(Pictures.create.accepts.body["~standard"].validate({ title: "A" })).toEqual({
      issues: [{ message: "is required", code: "required", path: ["first"] }],
    })
    expect(wrong).toThrow("OPTION_INVALID")
  })
})

describe("checkNodeImports", () => {
  it("follows imports of every kind, through other files, once each", () => {
    writeFileSync(join(folder, "a.js"), 'import "./b.js"\nexport * from "./c.js"\nawait import("node:net")')
    writeFileSync(join(folder, "b.js"), 'import "./a.js"\nimport { join } from "node:path"')
    writeFileSync(join(folder, "c.js"), 'import "./b.js"')
    expect(checkNodeImports("trivet/web", join(folder, "a.js"))).toEqual([
      "trivet/web must load outside Node, and imports a.js → b.js → node:path",
      "trivet/web must load outside Node, and imports a.js → node:net",
    ])
    expect(checkNodeImports("trivet/node", join(folder, "a.js"))).toEqual([])
  })
})

describe("checkSizes", () => {
  it("reports what is over its budget, and an entry point without one", async () => {
    const budgets = [
      { name: "small", code: 'export { contract } from "trivet"', bytes: 1_000 },
      { name: "large", code: 'export { createApp } from "trivet"', bytes: 1_000 },
    ]
    const { problems, note } = await checkSizes(folder, ["trivet/new"], budgets)
    expect(problems).toEqual([
      expect.stringMatching(/^large: \d+ bytes \(minified, gzip\); its budget is 1000$/),
      "trivet/new: has no budget in scripts/packages/packed/size-budgets.ts",
    ])
    expect(note).toMatch(/^gzip KB: small 0\.\d, large \d+\.\d$/)
  })
})

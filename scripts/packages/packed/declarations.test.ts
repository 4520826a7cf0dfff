import { execFile } from "node:child_process"
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { publicPackages } from "../pack.ts"
import { root } from "../../reading/workspace.ts"
import { entryPoints, unpack } from "./unpack.ts"

const folder = mkdtempSync(join(tmpdir(), "trivet-declarations-"))

/** A value of every entry point, exported without a type of its own, so that the compiler must write it out. */
const contracts = `
import { file, form } from "@trivet/multipart"
import { contract, dto, list, optional, pattern, resource, socket, stream } from "trivet"

export const Post = dto({ id: "required,uuid", labels: list("line"), plate: optional(pattern(/^a$/, { max: 1 })) })
export const Posts = contract({
  index: { method: "GET", path: "/posts", returns: { 200: list(Post) } },
  watch: { method: "GET", path: "/watch", returns: { 200: stream(Post) } },
  upload: { method: "POST", path: "/upload", accepts: { body: form(dto({}), { picture: file({ required: true }) }) } },
})
export const Notes = resource("notes")
export const room = socket("/room", () => undefined)
`
const app = `
import { auth, csrf, permissions } from "@trivet/auth"
import { openid } from "@trivet/auth/openid"
import { PostgresIdentities } from "@trivet/auth/postgres"
import { fileMigrations, files } from "@trivet/files"
import { fileStoreCases } from "@trivet/files/testing"
import { job, jobs } from "@trivet/jobs"
import { queuesPage } from "@trivet/jobs/page"
import { limit, limits } from "@trivet/limit"
import { mail } from "@trivet/mail"
import { mailQueue } from "@trivet/mail/jobs"
import { MemoryMailer } from "@trivet/mail/testing"
import { mcp } from "@trivet/mcp"
import { multipart } from "@trivet/multipart"
import { nats } from "@trivet/nats"
import { PrivateNats } from "@trivet/nats/testing"
import { openapi } from "@trivet/openapi"
import { Database, postgres } from "@trivet/postgres"
import { createTestDatabase } from "@trivet/postgres/testing"
import { redis } from "@trivet/redis"
import { PrivateRedis } from "@trivet/redis/testing"
import { telemetry } from "@trivet/telemetry"
import * as create from "@trivet/tool/create"
import * as fuzz from "@trivet/tool/fuzz"
import { cors, createApp, events, get, group, implement, module, mount, post, provide, routes, token } from "trivet"
import { api } from "trivet/api"
import { cli, run } from "trivet/cli"
import { createClient, openSocket } from "trivet/client"
import { checkOptions, defineFaults } from "trivet/extend"
import { toFetch } from "trivet/fetch"
import { serve } from "trivet/node"
import { createTestApp } from "trivet/testing"
import { html, web } from "trivet/web"
import { Posts } from "../contracts/index.ts"
`

interface Package {
  readonly name: string
  readonly specifiers: readonly string[]
}
let packages: readonly Package[]

beforeAll(async () => {
  const unpacked = await unpack(folder, publicPackages)
  packages = unpacked.map((one) => ({
    name: one.manifest.name,
    specifiers: entryPoints(one).map(([name]) => name),
  }))
  // Everything that the packages depend on.
  for (const path of globSync(["*", "@*/*"], { cwd: join(root, "node_modules") })) {
    const target = join(folder, "node_modules", path)
    if (/^(?:trivet|@trivet|create-trivet|\.|@[^/]+$)/.test(path)) continue
    mkdirSync(dirname(target), { recursive: true })
    symlinkSync(join(root, "node_modules", path), target)
  }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

const options = {
  composite: true,
  declaration: true,
  strict: true,
  module: "nodenext",
  target: "esnext",
  skipLibCheck: true,
  types: ["node"],
  rewriteRelativeImportExtensions: true,
}

describe("declaration files of a user's projects", () => {
  it("are emitted for values of every entry point, and name no file inside of a package", async () => {
    write("package.json", '{ "type": "module" }')
    write("contracts/index.ts", contracts)
    write(
      "contracts/tsconfig.json",
      JSON.stringify({
        compilerOptions: { ...options, outDir: "../out/contracts", rootDir: "." },
        files: ["index.ts"],
      }),
    )
    const imported = [...app.matchAll(/import (?:\* as (\w+)|\{([^}]*)\}) from "([^"]+)"/g)]
    const names = imported
      .filter(([, , , from]) => !from!.startsWith("."))
      .flatMap(([, all, list = ""]) =>
        all === undefined ? list.split(",").map((name) => name.trim()) : [all],
      )
    const uses = `
async function* ticks() { yield { data: { id: "", labels: [""] } } }
export class Controller {
  routes() { return routes([...implement(Posts, this), get("/events", () => events(ticks())), group("/g", [], [post("/a", () => 1)])]) }
  index() { return [] }
  watch() { return events(ticks()) }
  upload() { return undefined }
}
export const client = createClient(Posts, { url: "" })
export const Name = token<string>("Name")
export const root = module({ name: "root", declarations: [Controller, provide(Name, () => "a")] })
export const started = () => createApp(root, { platform: api() })
export const tested = () => createTestApp(root)
export const served = () => serve(root, { platform: web(), port: 0 })
export const page = html\`<p>\${"a"}</p>\`
export const faults = defineFaults({ A: { message: "a", fix: "b" } })
export const everything = { ${names.join(", ")} }
`
    write("app/index.ts", app + uses)
    write(
      "app/tsconfig.json",
      JSON.stringify({
        compilerOptions: { ...options, outDir: "../out/app", rootDir: "." },
        files: ["index.ts"],
        references: [{ path: "../contracts" }],
      }),
    )
    const specifiers = imported.map(([, , , from]) => from)
    expect(
      packages
        .flatMap((one) => one.specifiers)
        .filter((name) => !specifiers.includes(name) && !contracts.includes(`"${name}"`)),
    ).toEqual([])
    const tsc = join(root, "node_modules/.bin/tsc")
    const built = await promisify(execFile)(tsc, ["--build", "app"], { cwd: folder }).catch(
      (error: { readonly stdout: string }) => error,
    )
    expect(built.stdout).toBe("")
    const emitted = globSync("out/**/*.d.ts", { cwd: folder }).map((path) =>
      readFileSync(join(folder, path), "utf8"),
    )
    expect(emitted).toHaveLength(2)
    const inner = emitted.flatMap(
      (text) => text.match(/import\("[^"]*(?:\/dist\/|node_modules)[^"]*"\)/g) ?? [],
    )
    expect(inner).toEqual([])
    expect(emitted.join("")).toContain('import("trivet/extend")')
  })
})

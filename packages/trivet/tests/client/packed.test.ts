import { execFile } from "node:child_process"
import { copyFileSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { Miniflare } from "miniflare"
import { chromium } from "playwright-core"
import {
  type Context,
  cors,
  createJsonLog,
  events,
  get,
  implement,
  module,
  post,
  Reply,
  routes,
} from "trivet"
import { api } from "trivet/api"
import { serve, type Served } from "trivet/node"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { bundle } from "../../../../scripts/packages/packed/bundle.ts"
import { packedFolder } from "../../../../scripts/packages/packed/packed-folder.ts"
import { chromiumOptions } from "../../../../scripts/suite/find-chromium.ts"
import { programOf } from "../conformance/runtimes.ts"
import { Notes } from "./client-calls.ts"

const folder = mkdtempSync(join(tmpdir(), "trivet-client-"))
const calls = join(folder, "client-calls.ts")
let served: Served
let url: string
/** How many requests another site got, with their headers and bodies. */
let followed = 0

/** The server behind the calls, from the sources: the client under test is the packed one. */
class NotesController {
  routes() {
    const { index, show, create, delete: remove, watch, slow } = Notes
    return routes([
      ...implement({ index, show, create, delete: remove, watch, slow }, this),
      post("/upload", this.upload),
      get("/download", this.download),
      post("/moved", this.move),
      post("/other-site", () => Reply.text(200, String(++followed))),
      get("/page", () => Reply.body(200, "text/html", "<!doctype html><title>Notes</title>")),
    ])
  }
  index(ctx: Context<typeof Notes.index>) {
    return [{ id: "1", title: ctx.header("x-token") }].slice(0, ctx.input("query").limit)
  }
  show(ctx: Context<typeof Notes.show>) {
    return ctx.status(404).json({ error: `No note ${ctx.param("id")}` })
  }
  async create(ctx: Context<typeof Notes.create>) {
    return ctx.status(201).json({ id: "1", ...(await ctx.bind()) })
  }
  delete() {
    return undefined
  }
  async upload(ctx: Context<"/upload">) {
    return { type: ctx.header("content-type") || "none", size: (await ctx.request().body()).length }
  }
  move(ctx: Context) {
    ctx.response().setHeader("location", `http://localhost:${served.port}/other-site`)
    return Reply.empty(307)
  }
  async *download() {
    for (let piece = 0; piece < 20; piece++) yield new Uint8Array(10_000)
  }
  watch(ctx: Context<typeof Notes.watch>) {
    return events(ticks(ctx.signal))
  }
  slow(ctx: Context<typeof Notes.slow>) {
    return new Promise<string>((resolve) => ctx.signal.addEventListener("abort", () => resolve("")))
  }
}

async function* ticks(signal: AbortSignal) {
  for (let tick = 1; !signal.aborted; tick++) yield { data: tick, event: "tick" }
}

const expected = {
  created: [201, "é"],
  missing: "No note a/b c",
  listed: 1,
  deleted: [204, null],
  uploaded: ["multipart/form-data", true],
  bytes: 3,
  size: 200_000,
  ticks: ["tick 1", "tick 2", "tick 3"],
  aborted: "ABORTED",
  timedOut: "TIMEOUT",
  unreachable: "NETWORK",
  unsendable: "REQUEST",
  moved: "not followed",
}

beforeAll(async () => {
  // The same as in tests/edge, so that it is packed once for all of them.
  const packed = await packedFolder("trivet", "@trivet/openapi")
  symlinkSync(join(packed, "node_modules"), join(folder, "node_modules"))
  copyFileSync(join(import.meta.dirname, "client-calls.ts"), calls)
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }')
  const main =
    'import { callAll } from "./client-calls.ts"\nconsole.log(JSON.stringify(await callAll(process.argv[2])))\n'
  writeFileSync(join(folder, "main.ts"), main)
  served = await serve(module({ name: "notes", declarations: [NotesController] }), {
    platform: api(),
    log: createJsonLog({ level: "error", write: () => undefined }),
    middlewares: [cors({ origin: "*" })],
    port: 0,
  })
  url = `http://127.0.0.1:${served.port}`
})

afterAll(async () => {
  await served?.stop()
  rmSync(folder, { recursive: true, force: true })
})

describe("the packed client", () => {
  it.each([
    ["Node", () => [process.execPath]],
    ["Bun", () => [programOf("use-bun", "bun")]],
    ["Deno", () => [programOf("use-deno", "deno"), "run", "--allow-net", "--allow-read", "--no-prompt"]],
  ])("calls a server from %s", async (_, command) => {
    const [program = "", ...args] = command()
    const { stdout } = await promisify(execFile)(program, [...args, "main.ts", url], { cwd: folder })
    expect(JSON.parse(stdout)).toEqual(expected)
  })

  it("calls a server from workerd", async () => {
    const code = `
      import { callAll } from ${JSON.stringify(calls)}
      export default { fetch: async () => Response.json(await callAll(${JSON.stringify(url)})) }
    `
    const { code: script, imports } = await bundle({ code, folder }, { format: "esm" })
    expect(imports).toEqual([])
    // Without `cf: false` Miniflare would ask a server of Cloudflare where this machine is.
    const workerd = new Miniflare({ modules: true, script, compatibilityDate: "2026-07-01", cf: false })
    try {
      const reply = await workerd.dispatchFetch("http://worker.example/")
      expect(await reply.json()).toEqual(expected)
    } finally {
      await workerd.dispose()
    }
  })

  it("calls a server from Chromium, from a page of its own and of another origin", async () => {
    const code = `export { callAll } from ${JSON.stringify(calls)}`
    const bundled = await bundle({ code, folder }, { format: "iife", name: "bundled" })
    expect(bundled.imports).toEqual([])
    const browser = await chromium.launch(chromiumOptions())
    try {
      for (const origin of [url, `http://localhost:${served.port}`]) {
        const page = await browser.newPage()
        await page.goto(`${origin}/page`)
        await page.addScriptTag({ content: bundled.code })
        const result: unknown = await page.evaluate(`bundled.callAll(${JSON.stringify(url)})`)
        expect(result).toEqual(expected)
        await page.close()
      }
    } finally {
      await browser.close()
    }
  })
  it("has sent nothing to another site, wherever it ran", () => {
    expect(followed).toBe(0)
  })
})

import { createHash } from "node:crypto"
import { once } from "node:events"
import { createServer, type Server } from "node:http"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createTestDatabase, type TestDatabase } from "@trivet/postgres/testing"
import { type Context, get, group, inject, type Next, Reply, routes } from "trivet"
import { api } from "trivet/api"
import { toNode } from "trivet/node"
import { web } from "trivet/web"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Files } from "../../src/index.ts"
import { FolderFileStore } from "../../src/store/folder-file-store.ts"
import { oddBytes } from "../../src/testing/file-store-subject.ts"
import { type FilesApp, startFiles } from "../rows/test-app.ts"

/** Lets only Ada pass. */
class OnlyAda {
  readonly security = { name: "user", scheme: { type: "apiKey", in: "header", name: "x-user" } } as const
  handle(ctx: Context, next: Next): unknown {
    return ctx.header("x-user") === "ada" ? next() : Reply.error(403, "Forbidden")
  }
}

class Downloads {
  readonly #files = inject(Files)
  routes() {
    return routes([
      group(
        "/tickets/:file",
        [OnlyAda],
        [get("", this.show), get("/inline", this.inline), get("/away", this.away)],
      ),
    ])
  }
  show(ctx: Context<"/:file">) {
    const name = ctx.query("name")
    return this.#files.download(ctx, ctx.param("file"), name === "" ? {} : { name })
  }
  inline(ctx: Context<"/:file">) {
    return this.#files.download(ctx, ctx.param("file"), { inline: true })
  }
  away(ctx: Context<"/:file">) {
    return this.#files.download(ctx, ctx.param("file"), { redirect: true, name: "a b.png" })
  }
}

const bytes = oddBytes(300_000)
const sha256 = createHash("sha256").update(bytes).digest("hex")

describe.each(["api", "web"] as const)("downloads on %s", (platform) => {
  let database: TestDatabase
  let own: FilesApp
  let server: Server
  let origin: string
  let folder: string
  let id: string
  beforeAll(async () => {
    database = await createTestDatabase({ url: "pglite://memory" })
    folder = mkdtempSync(join(tmpdir(), "trivet-files-"))
    own = await startFiles(database.url, {
      store: new FolderFileStore(folder),
      controllers: [Downloads],
      platform: platform === "api" ? api() : web(),
    })
    server = createServer(toNode(own.app)).listen(0, "127.0.0.1")
    await once(server, "listening")
    origin = `http://127.0.0.1:${(server.address() as { port: number }).port}`
    id = (await own.files.put(bytes, { name: "photo.png", type: "image/png" })).id
  })
  afterAll(async () => {
    server?.close()
    await own?.app.stop()
    await database?.drop()
    rmSync(folder, { recursive: true, force: true })
  })

  const ask = (path: string, headers: Record<string, string> = {}, method = "GET") =>
    fetch(origin + path, { method, headers: { "x-user": "ada", ...headers }, redirect: "manual" })
  const bodyOf = async (reply: Response) => Buffer.from(await reply.arrayBuffer())

  it("send the file with its type, its name and a strong tag, and nothing that a browser runs", async () => {
    const reply = await ask(`/tickets/${id}`)
    expect(reply.status).toBe(200)
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      "content-type": "image/png",
      "content-disposition": 'attachment; filename="photo.png"',
      "content-length": "300000",
      "accept-ranges": "bytes",
      etag: `"${sha256}"`,
      "cache-control": "private, no-cache",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
    })
    expect(bytes.equals(await bodyOf(reply))).toBe(true)
  })

  it("are refused by the guards of the route, and are 404 for an unknown id", async () => {
    expect((await ask(`/tickets/${id}`, { "x-user": "eve" })).status).toBe(403)
    expect((await ask(`/tickets/${crypto.randomUUID()}`)).status).toBe(404)
    expect((await ask("/tickets/..%2f..%2fetc%2fpasswd")).status).toBe(404)
  })

  it.each([
    ["bytes=0-0", 0, 1],
    ["bytes=299999-", 299_999, 1],
    ["bytes=-10", 299_990, 10],
    ["bytes=65530-70000", 65_530, 4_471],
    ["bytes=1000-999999999", 1_000, 299_000],
  ])("send the range %s", async (range, start, length) => {
    const reply = await ask(`/tickets/${id}`, { range })
    expect(reply.status).toBe(206)
    expect(reply.headers.get("content-range")).toBe(`bytes ${start}-${start + length - 1}/300000`)
    expect(bytes.subarray(start, start + length).equals(await bodyOf(reply))).toBe(true)
  })

  it("reject a range behind the end, and send the whole file for several or malformed ones", async () => {
    const behind = await ask(`/tickets/${id}`, { range: "bytes=300000-" })
    expect([behind.status, behind.headers.get("content-range")]).toEqual([416, "bytes */300000"])
    const many = Array.from({ length: 1_500 }, (_, at) => `${at}-${at}`).join()
    for (const range of [`bytes=${many}`, "bytes=5-2", "bytes=-", "lines=1-2", "bytes=a-b"]) {
      const reply = await ask(`/tickets/${id}`, { range })
      expect([reply.status, (await bodyOf(reply)).length]).toEqual([200, 300_000])
    }
  })

  it("answer conditions: 304, 412, and a range only of the same file", async () => {
    const etag = `"${sha256}"`
    for (const condition of [etag, `W/${etag}`, `"x", ${etag}`, "*"])
      expect((await ask(`/tickets/${id}`, { "if-none-match": condition })).status).toBe(304)
    expect((await ask(`/tickets/${id}`, { "if-none-match": '"x"' })).status).toBe(200)
    expect((await ask(`/tickets/${id}`, { "if-match": '"x"' })).status).toBe(412)
    const range = "bytes=0-9"
    expect((await ask(`/tickets/${id}`, { range, "if-range": etag })).status).toBe(206)
    expect((await ask(`/tickets/${id}`, { range, "if-range": '"x"' })).status).toBe(200)
  })

  it("answer HEAD with the headers only", async () => {
    const reply = await ask(`/tickets/${id}`, { range: "bytes=0-9" }, "HEAD")
    expect([reply.status, reply.headers.get("content-length"), (await bodyOf(reply)).length]).toEqual([
      200,
      "300000",
      0,
    ])
  })

  it.each([
    [
      "Rechnung März.pdf",
      `attachment; filename="Rechnung M_rz.pdf"; filename*=UTF-8''Rechnung%20M%C3%A4rz.pdf`,
    ],
    ['a"b%41;c=d.txt', `attachment; filename="a_b_41;c=d.txt"; filename*=UTF-8''a%22b%2541%3Bc%3Dd.txt`],
    ["x\r\nset-cookie: a=b", 'attachment; filename="xset-cookie: a=b"'],
    ["../../etc/passwd", 'attachment; filename="passwd"'],
    ["🙂'(*).txt", `attachment; filename="_'(*).txt"; filename*=UTF-8''%F0%9F%99%82%27%28%2A%29.txt`],
    ["\ud800", `attachment; filename="_"; filename*=UTF-8''%EF%BF%BD`],
  ])("name the file %j", async (name, disposition) => {
    // As a lone half, which no address can contain, `put()` gets it.
    const named = await own.files.put("x", { name })
    expect((await ask(`/tickets/${named.id}`)).headers.get("content-disposition")).toBe(disposition)
    if (!name.isWellFormed()) return
    const reply = await ask(`/tickets/${id}?name=${encodeURIComponent(name)}`)
    expect(reply.headers.get("content-disposition")).toBe(disposition)
    expect(reply.headers.get("set-cookie")).toBeNull()
  })

  it("show harmless types if the route allows it, and never HTML, SVG or XML", async () => {
    for (const [type, kind] of [
      ["image/png", "inline"],
      ["application/pdf", "inline"],
      ["text/plain; charset=utf-8", "inline"],
      ["text/html", "attachment"],
      ["image/svg+xml", "attachment"],
      ["application/xhtml+xml", "attachment"],
      ["text/xml", "attachment"],
      ["application/javascript", "attachment"],
      ["application/octet-stream", "attachment"],
    ]) {
      const file = await own.files.put("<script>alert(1)</script>", { type: type!, name: "a" })
      const reply = await ask(`/tickets/${file.id}/inline`)
      expect([type, reply.headers.get("content-disposition"), reply.headers.get("content-type")]).toEqual([
        type,
        `${kind}; filename="a"`,
        type,
      ])
    }
  })

  it("have signed addresses, which nobody can use later or for anything else", async () => {
    const address = await own.files.url(id, { seconds: 60, name: "a b.png" })
    const plain = (path: string, method = "GET") => fetch(origin + path, { method, redirect: "manual" })
    const reply = await plain(address)
    expect([reply.status, reply.headers.get("content-disposition")]).toEqual([
      200,
      'attachment; filename="a b.png"',
    ])
    expect(bytes.equals(await bodyOf(reply))).toBe(true)
    expect((await plain(address, "HEAD")).status).toBe(200)
    const other = (await own.files.put("secret")).id
    for (const changed of [
      address.replace(id, other),
      address.replace(/expires=\d+/, "expires=99999999999"),
      address.replace(/expires=(\d+)/, "expires=$1.0"),
      address.replace("name=a", "name=b"),
      `${address}&inline=1`,
      address.replace(/signature=./, (first) => (first.endsWith("-") ? "signature=_" : "signature=-")),
      address.replace(/&signature=.*/, ""),
      address.replace(/signature=.*/, "signature="),
    ]) {
      expect(changed).not.toBe(address)
      const status = (await plain(changed)).status
      // `1.0` is the same number.
      expect([changed, status]).toEqual([changed, /expires=\d+\.0/.test(changed) ? 200 : 403])
    }
    for (const method of ["PUT", "POST", "DELETE"])
      expect([403, 404, 405]).toContain((await plain(address, method)).status)
    const late = await own.files.url(id, { seconds: 1 })
    expect((await plain(late)).status).toBe(200)
    own.app.clock.advance({ seconds: 1 })
    expect((await plain(late)).status).toBe(403)
    await expect(own.files.url(other.replace(/./, "g"), { seconds: 1 })).rejects.toMatchObject({
      status: 404,
    })
    await expect(own.files.url(id, { seconds: 0 })).rejects.toMatchObject({ code: "FILE_OPTION_INVALID" })
  })

  it("redirect to a signed address", async () => {
    const reply = await ask(`/tickets/${id}/away`)
    expect([reply.status, reply.headers.get("cache-control")]).toEqual([302, "no-store"])
    const followed = await fetch(new URL(reply.headers.get("location")!, origin))
    expect(bytes.equals(await bodyOf(followed))).toBe(true)
  })

  it("fail if the bytes are missing or have another size", async () => {
    const lost = await own.files.put("abc")
    await own.store.delete(lost.id)
    expect((await ask(`/tickets/${lost.id}`)).status).toBe(500)
  })
})

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { module } from "../module/module.ts"
import { createTestApp, type TestApp } from "../testing/create-test-app.ts"
import { TestIncoming } from "../testing/test-incoming.ts"
import { staticFiles, type StaticFilesOptions } from "./static-files.ts"

let folder: string
const old = new Date("2026-01-02T03:04:05Z")

function put(name: string, content: string | Uint8Array, changed: Date = old): void {
  const path = join(folder, name)
  mkdirSync(join(path, ".."), { recursive: true })
  writeFileSync(path, content)
  utimesSync(path, changed, changed)
}

async function appFor(options?: StaticFilesOptions): Promise<TestApp> {
  class Assets {
    routes() {
      return [staticFiles("/assets", folder, options)]
    }
  }
  return createTestApp(module({ name: "test", declarations: [Assets] }))
}

async function get(path: string, headers: Record<string, string> = {}, options?: StaticFilesOptions) {
  return (await appFor(options)).request("GET", path, { headers })
}

const big = Buffer.alloc(300_000, "0123456789abcdef")

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "trivet-files-"))
  put("style.css", "body { color: red }")
  put("ten.txt", "0123456789")
  put("empty.txt", "")
  put("big.bin", big)
  put("ü né.txt", "ü")
  put("docs/index.html", "<h1>docs</h1>")
  put(".secret", "secret")
  put(".git/config", "secret")
  put("page.html", "<script>1</script>")
  put("what.xyz", "?")
  put("app-9f86d081.js", "1")
})
afterAll(() => rmSync(folder, { recursive: true }))

describe("files", () => {
  it("sends a file with its type, its tag and its date", async () => {
    const reply = await get("/assets/style.css")
    expect([reply.status, reply.text()]).toEqual([200, "body { color: red }"])
    const { list } = reply.headers
    const headers = Object.fromEntries(
      list.flatMap((name, at) => (at % 2 === 0 ? [[name, list[at + 1]]] : [])),
    )
    expect(headers).toEqual({
      etag: expect.stringMatching(/^"\w+-\w+"$/) as string,
      "last-modified": "Fri, 02 Jan 2026 03:04:05 GMT",
      "cache-control": "no-cache",
      "accept-ranges": "bytes",
      "x-content-type-options": "nosniff",
      "content-type": "text/css; charset=utf-8",
    })
  })

  it("sends a file in pieces that is too long for one", async () => {
    const reply = await get("/assets/big.bin")
    expect(Buffer.compare(reply.bytes, big)).toBe(0)
    expect(reply.headers.get("content-length")).toBe("300000")
  })

  it.each([
    ["what.xyz", "application/octet-stream"],
    ["page.html", "text/html; charset=utf-8"],
    ["%C3%BC%20n%C3%A9.txt", "text/plain; charset=utf-8"],
  ])("knows the type of %s", async (name, type) => {
    const reply = await get(`/assets/${name}`)
    expect([reply.status, reply.headers.get("content-type")]).toEqual([200, type])
  })

  it.each([
    "",
    "docs",
    "docs/",
    "none.css",
    ".secret",
    ".git/config",
    "style.css/",
    "style.css/x",
    "/style.css",
    "docs%2findex.html",
    "docs%2Findex.html",
    "docs%5Cindex.html",
    "style.css%00.txt",
  ])("does not find %j", async (name) => {
    const reply = await get(`/assets/${name}`)
    expect([reply.status, reply.json()]).toEqual([404, { error: "Not Found" }])
  })

  it("serves names with a dot, and a folder's page, when told to", async () => {
    expect((await get("/assets/.secret", {}, { dotFiles: true })).text()).toBe("secret")
    expect((await get("/assets/docs/", {}, { index: true })).text()).toBe("<h1>docs</h1>")
    const reply = await get("/assets/docs", {}, { index: true })
    expect([reply.status, reply.headers.get("location")]).toEqual([308, "/assets/docs/"])
  })

  it("answers HEAD with everything but the body", async () => {
    const app = await appFor()
    for (const name of ["ten.txt", "big.bin"]) {
      const [whole, head] = [
        await app.request("GET", `/assets/${name}`),
        await app.request("HEAD", `/assets/${name}`, { headers: { range: "bytes=0-1" } }),
      ]
      expect([head.status, head.bytes.length]).toEqual([200, 0])
      expect(head.headers.get("content-length")).toBe(String(whole.bytes.length))
      expect(head.headers.get("etag")).toBe(whole.headers.get("etag"))
    }
  })

  it("tells how long to keep a file", async () => {
    const options = { cacheControl: "public, max-age=60", immutable: /-[\da-f]{8}\./g }
    const app = await appFor(options)
    const cached = async (name: string) =>
      (await app.request("GET", `/assets/${name}`)).headers.get("cache-control")
    expect(await cached("style.css")).toBe("public, max-age=60")
    expect(await cached("app-9f86d081.js")).toBe("public, max-age=31536000, immutable")
  })

  it("makes what users sent a download that runs nothing", async () => {
    const { headers } = await get("/assets/page.html", {}, { attachment: true })
    expect(headers.get("content-disposition")).toBe("attachment")
    expect(headers.get("content-security-policy")).toBe("default-src 'none'; sandbox")
  })

  it("takes further types", async () => {
    const { headers } = await get("/assets/what.xyz", {}, { types: { xyz: "model/xyz" } })
    expect(headers.get("content-type")).toBe("model/xyz")
  })

  it("refuses a folder that is not there, at boot", async () => {
    class Wrong {
      routes() {
        return [staticFiles("/", join(folder, "nowhere"))]
      }
    }
    const root = module({ name: "test", declarations: [Wrong] })
    await expect(createTestApp(root)).rejects.toThrow(/there is no folder/)
  })

  it("sees a file that changed, and a link that leads elsewhere now", async () => {
    const app = await appFor()
    put("v1/a.txt", "one")
    put("v2/a.txt", "two")
    symlinkSync("v1", join(folder, "current"))
    expect((await app.request("GET", "/assets/current/a.txt")).text()).toBe("one")
    rmSync(join(folder, "current"))
    symlinkSync("v2", join(folder, "current"))
    const second = await app.request("GET", "/assets/current/a.txt")
    expect(second.text()).toBe("two")
    put("v2/a.txt", "TWO", new Date("2026-02-01T00:00:00Z"))
    const third = await app.request("GET", "/assets/current/a.txt")
    expect(third.text()).toBe("TWO")
    expect(third.headers.get("etag")).not.toBe(second.headers.get("etag"))
  })

  it("gives a file that has just changed a weak tag", async () => {
    put("fresh.txt", "1", new Date())
    expect((await get("/assets/fresh.txt")).headers.get("etag")).toMatch(/^W\//)
  })

  it("does not trust a date that was made up: two contents of one length have two tags", async () => {
    const app = await appFor()
    const tags = new Set<string | undefined>()
    for (const content of ["a", "b"]) {
      put("reproducible.txt", content, new Date(0))
      tags.add((await app.request("GET", "/assets/reproducible.txt")).headers.get("etag"))
      await new Promise((go) => setTimeout(go, 20))
    }
    expect(tags.size).toBe(2)
  })

  it("fails instead of ending early when a file becomes shorter", async () => {
    put("shrinks.bin", big)
    const app = await appFor()
    const reply = await app.dispatch(new TestIncoming("GET", "/assets/shrinks.bin", {}))
    truncateSync(join(folder, "shrinks.bin"), 70_000)
    const read = async () => {
      let length = 0
      for await (const piece of reply.body as AsyncIterable<Uint8Array>) length += piece.length
      return length
    }
    await expect(read()).rejects.toThrow(/became shorter/)
  })
})

describe("files, asked on a condition", () => {
  it("does not send again what is known", async () => {
    const app = await appFor()
    const { headers } = await app.request("GET", "/assets/ten.txt")
    const etag = headers.get("etag")!
    const date = headers.get("last-modified")!
    const statusFor = async (sent: Record<string, string>) =>
      (await app.request("GET", "/assets/ten.txt", { headers: sent })).status
    expect(await statusFor({ "if-none-match": etag })).toBe(304)
    expect(await statusFor({ "if-none-match": `"x", W/${etag}` })).toBe(304)
    expect(await statusFor({ "if-none-match": "*" })).toBe(304)
    expect(await statusFor({ "if-none-match": '"x"', "if-modified-since": date })).toBe(200)
    expect(await statusFor({ "if-modified-since": date })).toBe(304)
    expect(await statusFor({ "if-modified-since": "Fri, 02 Jan 2026 03:04:04 GMT" })).toBe(200)
    expect(await statusFor({ "if-modified-since": "never" })).toBe(200)
    expect(await statusFor({ "if-match": '"x"' })).toBe(412)
    expect(await statusFor({ "if-match": etag })).toBe(200)
    expect(await statusFor({ "if-match": `W/${etag}` })).toBe(412)
    expect(await statusFor({ "if-unmodified-since": "Fri, 02 Jan 2026 03:04:04 GMT" })).toBe(412)
    expect(await statusFor({ "if-unmodified-since": date })).toBe(200)
    const known = await app.request("GET", "/assets/ten.txt", { headers: { "if-none-match": etag } })
    expect(known.bytes.length).toBe(0)
    expect(known.headers.list).toEqual(
      expect.arrayContaining(["etag", etag, "last-modified", date, "cache-control", "no-cache"]),
    )
  })

  it.each([
    ["bytes=0-0", "0", "bytes 0-0/10"],
    ["bytes=2-5", "2345", "bytes 2-5/10"],
    ["bytes=7-", "789", "bytes 7-9/10"],
    ["bytes=-3", "789", "bytes 7-9/10"],
    ["bytes=-99", "0123456789", "bytes 0-9/10"],
    ["BYTES=8-99999999999999999999", "89", "bytes 8-9/10"],
  ])("sends the part %s", async (range, text, told) => {
    const reply = await get("/assets/ten.txt", { range })
    expect([reply.status, reply.text(), reply.headers.get("content-range")]).toEqual([206, text, told])
  })

  it("sends a long part in pieces", async () => {
    const reply = await get("/assets/big.bin", { range: "bytes=5-199999" })
    expect(Buffer.compare(reply.bytes, big.subarray(5, 200_000))).toBe(0)
    expect(reply.headers.get("content-length")).toBe("199995")
  })

  it.each(["bytes=10-", "bytes=99-100", "bytes=-0"])("has no part %s", async (range) => {
    const reply = await get("/assets/ten.txt", { range })
    expect([reply.status, reply.headers.get("content-range")]).toEqual([416, "bytes */10"])
    expect(reply.headers.get("etag")).toBeUndefined()
  })

  it("has no part of an empty file", async () => {
    expect((await get("/assets/empty.txt", { range: "bytes=0-" })).status).toBe(416)
    expect((await get("/assets/empty.txt")).bytes.length).toBe(0)
  })

  it.each([
    "bytes=0-1,3-4",
    "bytes=5-2",
    "bytes=-",
    "bytes=a-b",
    "lines=0-1",
    "bytes 0-1",
    "bytes=0x1-2",
    ",",
  ])("sends the whole file for %j", async (range) => {
    const reply = await get("/assets/ten.txt", { range })
    expect([reply.status, reply.text()]).toEqual([200, "0123456789"])
  })

  it("sends a part only of the file that the client has the rest of", async () => {
    const app = await appFor()
    const { headers } = await app.request("GET", "/assets/ten.txt")
    const statusFor = async (condition: string) =>
      (
        await app.request("GET", "/assets/ten.txt", {
          headers: { range: "bytes=0-1", "if-range": condition },
        })
      ).status
    expect(await statusFor(headers.get("etag")!)).toBe(206)
    expect(await statusFor(headers.get("last-modified")!)).toBe(206)
    expect(await statusFor('"other"')).toBe(200)
    expect(await statusFor(`W/${headers.get("etag")}`)).toBe(200)
    expect(await statusFor("Fri, 02 Jan 2026 03:04:06 GMT")).toBe(200)
  })

  it("sends the whole of a file that has just changed, though the client names its weak tag or date", async () => {
    const app = await appFor()
    put("changing.txt", "0123456789", new Date())
    const { headers } = await app.request("GET", "/assets/changing.txt")
    for (const name of ["etag", "last-modified"]) {
      const condition = { range: "bytes=0-1", "if-range": headers.get(name)! }
      expect((await app.request("GET", "/assets/changing.txt", { headers: condition })).status).toBe(200)
    }
  })
})

describe("files, compressed beside themselves", () => {
  beforeAll(() => {
    put("app.js", "plain")
    put("app.js.br", "br")
    put("app.js.gz", "gz")
    put("app.js.zst", "zst")
    put("only.css", "plain")
    put("only.css.gz", "gz")
    put("stale.css", "plain", new Date("2026-01-03T00:00:00Z"))
    put("stale.css.gz", "gz")
  })

  it.each([
    ["app.js", "gzip, deflate, br, zstd", "br", "br"],
    ["app.js", "gzip, zstd", "zst", "zstd"],
    ["app.js", "gzip", "gz", "gzip"],
    ["app.js", "br;q=0.1, gzip;q=0.9", "gz", "gzip"],
    ["app.js", "br;q=0, *", "zst", "zstd"],
    ["app.js", "identity, br;q=0.5", "plain", undefined],
    ["app.js", "", "plain", undefined],
    ["app.js", "br;q=x", "plain", undefined],
    ["only.css", "br, gzip", "gz", "gzip"],
    ["stale.css", "gzip", "plain", undefined],
  ])("sends %s to a client that takes %j", async (name, accept, text, encoding) => {
    const reply = await get(`/assets/${name}`, { "accept-encoding": accept }, { precompressed: true })
    expect([reply.text(), reply.headers.get("content-encoding")]).toEqual([text, encoding])
    expect(reply.headers.get("vary")).toBe("Accept-Encoding")
    expect(reply.headers.get("content-type")).toMatch(
      name.endsWith("js") ? /^text\/javascript/ : /^text\/css/,
    )
  })

  it("gives each variant a tag of its own", async () => {
    const tags = new Set<string | undefined>()
    for (const accept of ["br", "zstd", "gzip", ""]) {
      const reply = await get("/assets/app.js", { "accept-encoding": accept }, { precompressed: true })
      tags.add(reply.headers.get("etag"))
    }
    expect(tags.size).toBe(4)
  })

  it("ignores compressed variants unless `precompressed` is set", async () => {
    const reply = await get("/assets/app.js", { "accept-encoding": "br" })
    expect([reply.text(), reply.headers.get("vary")]).toEqual(["plain", undefined])
  })
})

import { mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib"
import { afterAll, describe, expect, it } from "vitest"
import { type Context, cors, events, get, group, module, Reply, ReplyHeaders, routes } from "../index.ts"
import { staticFiles } from "../node.ts"
import { createTestApp, type TestAppOptions, type TestReply } from "../testing.ts"
import { compress, type CompressOptions } from "./compress.ts"

const decoders: Readonly<Record<string, (bytes: Uint8Array) => Buffer>> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  zstd: zstdDecompressSync,
}
const long = "All happy families are alike. ".repeat(100)
const all = { "accept-encoding": "gzip, br, zstd" }

const folder = mkdtempSync(join(tmpdir(), "trivet-compress-"))
writeFileSync(join(folder, "long.txt"), long)
writeFileSync(join(folder, "large.txt"), long.repeat(20))
writeFileSync(join(folder, "photo.jpg"), long)
// A tag of a file that has just changed is weak.
for (const name of ["long.txt", "large.txt"]) utimesSync(join(folder, name), 1_700_000_000, 1_700_000_000)
afterAll(() => rmSync(folder, { recursive: true }))

type Handler = (ctx: Context) => unknown

/** A reply with a long text, and with headers. */
function made(headers: Readonly<Record<string, string>>, status = 200, body: Reply["body"] = long): Reply {
  const reply = Reply.body(status, "text/plain", body ?? null)
  reply.headers = new ReplyHeaders()
  for (const [name, value] of Object.entries(headers)) reply.headers.append(name, value)
  return reply
}

async function send(
  handler: Handler,
  headers: Readonly<Record<string, string>> = all,
  options: CompressOptions & TestAppOptions = {},
  method = "GET",
): Promise<TestReply> {
  const { credentials, ...others } = options
  const middlewares = [
    ...(others.middlewares ?? []),
    compress(credentials === undefined ? {} : { credentials }),
  ]
  class Answers {
    routes() {
      return routes([get("/", handler), staticFiles("/files", folder)])
    }
  }
  const app = await createTestApp(module({ name: "test", declarations: [Answers] }), {
    ...others,
    middlewares,
  })
  const path = typeof headers["path"] === "string" ? headers["path"] : "/"
  const reply = await app.request(method, path, { headers })
  await app.stop()
  return reply
}

function encodingOf({ headers }: TestReply): string | undefined {
  return headers.get("content-encoding")
}

function decoded(reply: TestReply): string {
  return decoders[encodingOf(reply) ?? ""]?.(reply.bytes).toString() ?? reply.text()
}

describe("compress", () => {
  it.each([
    ["gzip", "gzip"],
    ["br", "br"],
    ["zstd", "zstd"],
    ["gzip, deflate, br, zstd", "zstd"],
    ["gzip, br", "br"],
    ["zstd;q=0.5, gzip", "gzip"],
  ])("sends a client that accepts %j the encoding %s", async (accept, encoding) => {
    const reply = await send(() => ({ long }), { "accept-encoding": accept })
    expect(encodingOf(reply)).toBe(encoding)
    expect(JSON.parse(decoded(reply))).toEqual({ long })
    expect(reply.bytes.length).toBeLessThan(long.length / 10)
    expect(reply.headers.get("content-type")).toBe("application/json; charset=utf-8")
    expect(reply.headers.get("vary")).toBe("Accept-Encoding")
  })

  it.each(["", "identity", "deflate", "*;q=0", "identity;q=0", "gzip;q=0"])(
    "leaves the reply plain for a client that accepts %j, and says that it varies",
    async (accept) => {
      const reply = await send(() => ({ long }), { "accept-encoding": accept })
      expect([encodingOf(reply), reply.headers.get("vary")]).toEqual([undefined, "Accept-Encoding"])
      expect(reply.json()).toEqual({ long })
    },
  )

  it.each<[string, Handler]>([
    ["a text", (ctx) => ctx.status(200).send(long)],
    ["bytes", () => made({}, 200, Buffer.from(long))],
    ["a large text", (ctx) => ctx.status(200).send(long.repeat(100))],
    ["an error", (ctx) => ctx.status(404).send(long)],
    [
      "a generator",
      async function* () {
        for (let at = 0; at < 50; at++) yield `${at} ${long}`
      },
    ],
    ["a Response", () => new Response(long, { headers: { "content-type": "text/html" } })],
    ["SVG", () => Reply.body(200, "image/svg+xml", long)],
    ["a type of its own", () => Reply.body(200, "application/vnd.shop+json; charset=utf-8", long)],
  ])("compresses %s", async (_, handler) => {
    for (const accept of Object.keys(decoders)) {
      const [reply, plain] = [await send(handler, { "accept-encoding": accept }), await send(handler, {})]
      expect([encodingOf(reply), encodingOf(plain)]).toEqual([accept, undefined])
      expect(reply.status).toBe(plain.status)
      expect(decoded(reply)).toBe(plain.text())
    }
  })

  it.each<[string, Handler]>([
    ["a small body", () => "x".repeat(1000)],
    ["no body", () => undefined],
    ["a picture", () => Reply.body(200, "image/png", long)],
    ["a font", () => Reply.body(200, "font/woff2", long)],
    ["an archive", () => Reply.body(200, "application/zip", long)],
    ["bytes of an unknown type", () => new Uint8Array(5000)],
    ["a body without a type", () => Reply.body(200, undefined, long)],
    ["a stream of an unknown type", () => new Response(new Uint8Array(5000)).body],
    ["what is encoded already", () => made({ "content-encoding": "br" })],
    ["a part", () => made({ "content-range": "bytes 0-2999/9000" }, 206)],
    ["a part without a range", () => made({}, 206)],
    ["what has a checksum", () => made({ "content-digest": "sha-256=:AAAA:" })],
    ["what must not be transformed", () => made({ "cache-control": "public, No-Transform" })],
    [
      "events",
      () =>
        events(
          (async function* () {
            yield { data: long }
          })(),
        ),
    ],
    [
      "events of another server",
      () => new Response(long, { headers: { "content-type": "text/event-stream" } }),
    ],
  ])("leaves %s alone", async (_, handler) => {
    const reply = await send(handler)
    const plain = await send(handler, {})
    expect(reply.headers.list).toEqual(plain.headers.list)
    expect(reply.headers.get("vary")).toBeUndefined()
    expect(reply.bytes).toEqual(plain.bytes)
  })

  it("leaves a small body alone, and takes a long one for what it is in bytes", async () => {
    const texts = ["x".repeat(1023), "x".repeat(1024), "ä".repeat(511), "ä".repeat(512)]
    const sent = texts.map((text) => send((ctx) => ctx.status(200).send(text)))
    expect((await Promise.all(sent)).map(encodingOf)).toEqual([undefined, "zstd", undefined, "zstd"])
  })

  it("says to HEAD what it says to GET, without a length", async () => {
    for (const handler of [
      () => ({ long }),
      () => new Response(long),
      (ctx: Context) => ctx.status(200).send(long),
    ]) {
      const [got, head] = [await send(handler), await send(handler, all, {}, "HEAD")]
      expect(head.headers.list.filter((text) => text !== "content-length")).toEqual(got.headers.list)
      expect([encodingOf(head), head.bytes.length]).toEqual(["zstd", 0])
      expect(head.headers.get("content-length")).toBeUndefined()
    }
  })

  it("adds to what a reply varies by, once", async () => {
    const lines = async (handler: Handler, options?: TestAppOptions) =>
      (await send(handler, all, options)).headers.all("vary")
    expect(await lines(() => made({ vary: "Accept" }))).toEqual(["Accept", "Accept-Encoding"])
    expect(await lines(() => made({ vary: "Accept, accept-encoding" }))).toEqual(["Accept, accept-encoding"])
    expect(await lines(() => made({ vary: "X-Accept-Encoding" }))).toHaveLength(2)
    expect(await lines(() => made({ vary: "*" }))).toEqual(["*"])
    const middlewares = [cors({ origin: "https://a.example" })]
    expect(await lines(() => made({}), { middlewares })).toEqual(["Origin", "Accept-Encoding"])
  })

  it("removes a length and an offer of parts, which are not true of other bytes", async () => {
    const stream = new Response(long).body as Reply["body"]
    const { headers } = await send(() =>
      made({ "content-length": "3000", "accept-ranges": "bytes" }, 200, stream),
    )
    expect([headers.get("content-length"), headers.get("accept-ranges")]).toEqual([undefined, undefined])
  })

  it("wraps no commands, which have no headers", () => {
    expect(compress().kinds).toEqual(["request"])
  })

  it("compresses once, where it is listed twice", async () => {
    const reply = await send(() => ({ long }), all, { middlewares: [compress()] })
    expect(reply.headers.all("content-encoding")).toEqual(["zstd"])
    expect(JSON.parse(decoded(reply))).toEqual({ long })
  })

  it("compresses a large body on another thread, and a small one at once", async () => {
    /** How often the event loop turned until the reply was there. */
    async function turns(length: number): Promise<number> {
      let [count, done] = [0, false]
      const turn = () => {
        count++
        if (!done) setImmediate(turn)
      }
      class Texts {
        routes() {
          return [get("/", (ctx: Context) => ctx.status(200).send("x".repeat(length)))]
        }
      }
      const app = await createTestApp(module({ name: "test", declarations: [Texts] }), {
        middlewares: [compress()],
      })
      setImmediate(turn)
      const reply = await app.request("GET", "/", { headers: { "accept-encoding": "gzip" } })
      done = true
      expect(gunzipSync(reply.bytes).length).toBe(length)
      return count
    }
    expect(await turns(1_000_000)).toBeGreaterThan(0)
    expect(await turns(20_000)).toBe(0)
  })

  it("rejects an option that it does not know", () => {
    // @ts-expect-error `credential` is misspelt.
    expect(() => compress({ credential: true })).toThrow(/write `credentials`/)
  })
})

describe("compress and validators", () => {
  it("makes a strong tag weak, and leaves a weak one", async () => {
    const tagOf = async (etag: string) => (await send(() => made({ etag }))).headers.get("etag")
    expect(await tagOf('"a"')).toBe('W/"a"')
    expect(await tagOf('W/"a"')).toBe('W/"a"')
  })

  it("leaves the tag of a plain reply", async () => {
    expect((await send(() => made({ etag: '"a"' }), {})).headers.get("etag")).toBe('"a"')
  })

  const file = { path: "/files/long.txt" }

  it.each(["/files/long.txt", "/files/large.txt"])("answers a client that has %s with 304", async (path) => {
    const first = await send(() => "", { ...all, path })
    expect(encodingOf(first)).toBe("zstd")
    const etag = first.headers.get("etag")!
    expect(etag).toMatch(/^W\//)
    const second = await send(() => "", { ...all, path, "if-none-match": etag })
    expect([second.status, second.bytes.length]).toEqual([304, 0])
    expect([second.headers.get("etag"), second.headers.get("vary")]).toEqual([etag, "Accept-Encoding"])
  })

  it("answers a client that has the plain file with its own tag", async () => {
    const plain = await send(() => "", file)
    const etag = plain.headers.get("etag")!
    expect(etag).toMatch(/^"/)
    const known = await send(() => "", { ...all, ...file, "if-none-match": etag })
    expect([known.status, known.headers.get("etag")]).toEqual([304, etag])
  })

  it("sends parts of the plain file, and the whole to who has a part of the compressed one", async () => {
    const part = await send(() => "", { ...all, ...file, range: "bytes=0-9" })
    expect([part.status, part.text(), encodingOf(part)]).toEqual([206, long.slice(0, 10), undefined])
    const etag = (await send(() => "", { ...all, ...file })).headers.get("etag")!
    const whole = await send(() => "", { ...all, ...file, range: "bytes=0-9", "if-range": etag })
    expect([whole.status, encodingOf(whole)]).toEqual([200, "zstd"])
  })

  it("says the same of a file to HEAD as to GET", async () => {
    for (const path of ["/files/long.txt", "/files/large.txt"]) {
      const [got, head] = [
        await send(() => "", { ...all, path }),
        await send(() => "", { ...all, path }, {}, "HEAD"),
      ]
      expect(head.headers.list).toEqual(got.headers.list)
    }
  })

  it("leaves pictures alone", async () => {
    const reply = await send(() => "", { ...all, path: "/files/photo.jpg" })
    expect([encodingOf(reply), reply.headers.get("vary")]).toEqual([undefined, undefined])
  })
})

describe("compress and credentials", () => {
  const credentials = [
    ["a cookie", { ...all, cookie: "theme=dark" }],
    ["a token", { ...all, authorization: "Bearer x" }],
    ["a password", { ...all, authorization: "Basic eDp5" }],
  ] as const

  it.each(credentials)("leaves the reply to a call with %s alone", async (_, headers) => {
    const reply = await send(() => ({ long }), headers)
    expect([encodingOf(reply), reply.headers.get("vary")]).toEqual([undefined, "Accept-Encoding"])
    expect(reply.json()).toEqual({ long })
  })

  it.each(credentials)("compresses the reply to a call with %s if that was chosen", async (_, headers) => {
    const reply = await send(() => ({ long }), headers, { credentials: true })
    expect(encodingOf(reply)).toBe("zstd")
  })

  const signIn: Handler = (ctx) => {
    ctx.setCookie("session", "secret")
    return { long }
  }

  it("leaves a reply alone that sets a cookie, unless that was chosen", async () => {
    expect(encodingOf(await send(signIn))).toBeUndefined()
    expect(encodingOf(await send(signIn, all, { credentials: true }))).toBe("zstd")
  })

  it("can be chosen for one group, within an application that compresses the rest", async () => {
    class Pages {
      routes() {
        return [
          get("/account", () => ({ long })),
          group("/public", [compress({ credentials: true })], [get("", () => ({ long }))]),
        ]
      }
    }
    const root = module({ name: "test", declarations: [Pages] })
    const app = await createTestApp(root, { middlewares: [compress()] })
    const headers = { ...all, cookie: "session=secret" }
    const ask = async (path: string) => encodingOf(await app.request("GET", path, { headers }))
    expect([await ask("/account"), await ask("/public")]).toEqual([undefined, "zstd"])
  })

  /** A page that shows what was searched for, beside a secret of the user. */
  const page: Handler = (ctx) => `${long}token=7d3f9a1c5b2e4860;${long.slice(0, 700)}${ctx.query("q")}`

  async function lengths(options: CompressOptions): Promise<ReadonlySet<number>> {
    const found = new Set<number>()
    for (const digit of "0123456789abcdef") {
      const headers = { ...all, cookie: "session=1", path: `/?q=token=7d3f9a1c5b2e486${digit}` }
      found.add((await send(page, headers, options)).bytes.length)
    }
    return found
  }

  it("does not let the length of a reply tell a guess from a secret (BREACH)", async () => {
    expect((await lengths({})).size).toBe(1)
    // It does where it was chosen, so this would notice.
    expect((await lengths({ credentials: true })).size).toBeGreaterThan(1)
  })
})

import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { AttackedProcess } from "./attacked-process.ts"
import { prototypePayloads } from "../../../tool/src/fuzz/input/prototype-payloads.ts"
import type { RawReply } from "./raw-reply.ts"
import { postJson, request } from "./requests.ts"
import { upload } from "./upload.ts"

let attacked: AttackedProcess
beforeAll(async () => {
  attacked = await AttackedProcess.start()
})
afterAll(() => attacked.stop())

async function post(target: string, body: string | Uint8Array, headers: string[] = []): Promise<RawReply> {
  return (await attacked.attack(request("POST", target, headers, body)))!
}

// A chunk of one byte costs the parser as much as a large one. TRIVET_LONG=1 (`npm run test:attacks -- --full`) sends
// endless ones to every route that reads up to the limit, otherwise to one; and a million that are held, not a quarter.
const long = process.env["TRIVET_LONG"] === "1"

const goodPost = JSON.stringify({ title: "T", content: "C" })
const goodAccount = { email: "ada@example.com", password: "longenough", name: "Ada" }

function utf16(text: string): Buffer {
  return Buffer.from(text, "utf16le")
}

describe("attack 30: a body that is not JSON in UTF-8", () => {
  const bodies: [string, string | Uint8Array][] = [
    ["empty", ""],
    ["white space", " \n"],
    ["truncated", '{"title":"T","content":"C"'],
    ["truncated in a text", '{"title":"T","content":"C'],
    ["truncated in an escape", '{"title":"\\u00'],
    ["two values", `${goodPost}${goodPost}`],
    ["a trailing comma", '{"title":"T","content":"C",}'],
    ["single quotes", "{'title':'T','content':'C'}"],
    ["a comment", `${goodPost}//`],
    ["NaN", '{"title":"T","content":NaN}'],
    ["a byte order mark", `\uFEFF${goodPost}`],
    ["UTF-16 little endian", utf16(goodPost)],
    ["UTF-16 little endian with its mark", utf16(`\uFEFF${goodPost}`)],
    ["UTF-16 big endian", utf16(goodPost).swap16()],
    ["UTF-32", Buffer.from(goodPost.split("").flatMap((one) => [one.charCodeAt(0), 0, 0, 0]))],
    ["a byte that is not UTF-8", Buffer.from('{"title":"\xff","content":"C"}', "latin1")],
    ["an overlong slash", Buffer.from('{"title":"\xc0\xaf","content":"C"}', "latin1")],
    ["a surrogate in UTF-8", Buffer.from('{"title":"\xed\xa0\x80","content":"C"}', "latin1")],
    ["a character cut in two", Buffer.from('{"title":"\xe2\x82', "latin1")],
    ["a raw NUL", '{"title":"\0","content":"C"}'],
    ["a raw line break", '{"title":"\n","content":"C"}'],
    ["form data", "title=T&content=C"],
    ["null", "null"],
    ["a list", `[${goodPost}]`],
    ["a text", '"title"'],
  ]
  it.each(bodies)("is 400: %s", async (_, body) => {
    const reply = await post("/posts", body)
    expect([reply.status, reply.body]).toEqual([400, '{"error":"Invalid request"}'])
  })

  it("is 400 without any body", async () => {
    const { status } = (await attacked.attack(request("POST", "/posts")))!
    expect(status).toBe(400)
  })

  it("has reached no store and raised no error of ours", async () => {
    const { queries, errors } = await attacked.ask("counts")
    expect([queries, errors]).toEqual([0, 0])
  })
})

describe("attack 31: a body of another or no type", () => {
  const types: string[][] = [
    [],
    ["Content-Type: "],
    ["Content-Type: text/plain"],
    ["Content-Type: application/x-www-form-urlencoded"],
    ["Content-Type: multipart/form-data; boundary=x"],
    ["Content-Type: application/json\t"],
    ["Content-Type: application/json; charset=utf-16"],
    ["Content-Type: application/JSON;"],
    ["Content-Type: text/plain", "Content-Type: application/json"],
    ["Content-Type: application/json", "Content-Type: text/xml"],
  ]
  it.each(types.map((headers) => [headers]))("is bound as JSON and validated: %j", async (headers) => {
    expect((await post("/posts", goodPost, headers)).status).toBe(201)
    expect((await post("/posts", '{"title":"T"}', headers)).status).toBe(400)
    expect((await post("/posts", '{"title":"T","content":1}', headers)).status).toBe(400)
    expect((await post("/posts", "title=T&content=C", headers)).status).toBe(400)
  })
})

describe("attack 32: an encoded body", () => {
  it.each([
    "gzip",
    "br",
    "deflate",
    "zstd",
    "compress",
    "x-gzip",
    "GZIP",
    "gzip, identity",
    "identity, gzip",
    "x",
  ])("is 415: %s", async (encoding) => {
    for (const target of ["/posts", "/any", "/bytes"]) {
      expect((await post(target, goodPost, [`Content-Encoding: ${encoding}`])).status).toBe(415)
    }
  })

  it("is 415 where the encoding is named twice", async () => {
    const headers = ["Content-Encoding: identity", "Content-Encoding: gzip"]
    expect((await post("/posts", goodPost, headers)).status).toBe(415)
  })
})

describe("attack 33: a body over the limit", () => {
  const limit = 1024 * 1024
  const most = limit + 64 * 1024

  it("is let in up to the limit, by length and in chunks", async () => {
    expect((await post("/bytes", Buffer.alloc(limit))).body).toBe(`{"length":${limit}}`)
    const { reply } = await upload(attacked, "/bytes", { framing: "chunked", length: limit })
    expect(reply?.body).toBe(`{"length":${limit}}`)
  })

  const ways = [
    ["one byte over, by length", { framing: "length", length: limit + 1 }],
    ["one byte over, in chunks", { framing: "chunked", length: limit + 1 }],
    ["a length of 10 MB", { framing: "length", length: 10_000_000 }],
    ["a length of 10 MB, of which nothing comes", { framing: "length", length: 10_000_000, sent: 0 }],
    ["10 MB in chunks", { framing: "chunked", length: 10_000_000 }],
    ["one endless chunk", { framing: "chunk", length: Infinity }],
    ["endless chunks", { framing: "chunked", length: Infinity }],
    ["endless chunks of one byte", { framing: "bytes", length: Infinity }],
  ] as const

  const uploadAll = (target: string) => {
    const isOneOfMany = !long && ["/any", "/posts", "/caught"].includes(target)
    const tried = ways.filter(([, { framing }]) => !(isOneOfMany && framing === "bytes"))
    return Promise.all(
      tried.map(async ([name, way]) => ({ name, way, ...(await upload(attacked, target, way)) })),
    )
  }

  it.each(["/bytes", "/any", "/posts"])("is 413 and closed after 64 KiB more, at %s", async (target) => {
    for (const { name, reply, closed, received, bodyBytes } of await uploadAll(target)) {
      expect(reply?.status, name).toBe(413)
      expect(reply?.body, name).toBe('{"error":"Payload Too Large"}')
      expect(reply?.lines, name).toContain("Connection: close")
      expect(closed, name).toBe(true)
      expect(bodyBytes(received), name).toBeLessThanOrEqual(most)
      await attacked.unharmed(reply!.text)
    }
  })

  it.each([
    ["a route that reads no body", "/unread", 200],
    ["a path without a route", "/none", 404],
    ["a guard that refuses", "/admin", 401],
    ["a path that is refused", "/x/../y", 400],
    ["a handler that catches the fault", "/caught", 400],
  ])("is cut off where nobody asked for it: %s", async (_, target, status) => {
    for (const { name, way, reply, closed, received, bodyBytes } of await uploadAll(target)) {
      expect(reply?.status, name).toBe(status)
      if (way.length > most && !("sent" in way)) {
        expect(reply?.lines, name).toContain("Connection: close")
        expect(closed, name).toBe(true)
      }
      expect(bodyBytes(received), name).toBeLessThanOrEqual(most)
      await attacked.unharmed(reply!.text)
    }
  })

  it("is cut off behind a GET as well", async () => {
    const { reply, closed, received } = await upload(
      attacked,
      "/alive",
      { framing: "chunked", length: Infinity },
      "GET",
    )
    expect(reply?.status).toBe(200)
    expect(closed).toBe(true)
    expect(received).toBeLessThanOrEqual(most)
  })

  it("keeps the connection for the next call after a small body that nobody read", async () => {
    const socket = await attacked.open()
    for (let i = 0; i < 3; i++) {
      socket.write(request("POST", "/unread", [], "x".repeat(20_000)))
      expect((await socket.reply())?.status).toBe(200)
      socket.write(request("POST", "/none", [], "x".repeat(20_000)))
      expect((await socket.reply())?.status).toBe(404)
    }
    socket.end()
  })

  it("costs no more memory than its bytes where each comes in a chunk of its own", async () => {
    const count = long ? 1_000_000 : 250_000
    const before = await attacked.ask("memory")
    const socket = await attacked.open()
    socket.write("POST /bytes HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
    for (let sent = 0; sent < count; sent += 10_000) {
      if (!socket.write("1\r\nx\r\n".repeat(10_000))) await socket.drained()
    }
    await new Promise((go) => setTimeout(go, 500))
    const during = await attacked.ask("memory")
    expect(during.heap - before.heap).toBeLessThan(10 * count)
    socket.write("0\r\n\r\n")
    expect((await socket.reply("GET", 60_000))?.body).toBe(`{"length":${count}}`)
    socket.end()
    await attacked.unharmed("")
  })

  it("hides no second call behind the cut", async () => {
    const before = (await attacked.ask("counts")).queries
    const socket = await attacked.open()
    socket.write(request("POST", "/bytes", [], "x".repeat(limit + 1)))
    socket.write(request("POST", "/posts", [], goodPost))
    expect((await socket.reply())?.status).toBe(413)
    expect(await socket.closes()).toBe(true)
    expect(socket.received).toBe("")
    expect((await attacked.ask("counts")).queries).toBe(before)
  })
})

describe("attack 34: a body nested 100,000 deep", () => {
  const depth = 100_000
  const deep = "[".repeat(depth) + "]".repeat(depth)
  const bodies: [string, string][] = [
    ["lists", deep],
    ["lists that are never closed", "[".repeat(depth)],
    ["objects", '{"a":'.repeat(depth) + "1" + "}".repeat(depth)],
    ["lists behind closing brackets in a text", `["${"]".repeat(depth)}",${deep}]`],
    ["lists behind an escaped quote", `["\\"${"]".repeat(depth)}",${deep}]`],
    ["lists behind an escaped backslash", `["${"]".repeat(depth)}\\\\",${deep}]`],
    ["lists behind a name full of brackets", `{"${"}".repeat(depth)}":${deep}}`],
    ["lists beside __proto__", `{"__proto__":${deep}}`],
    ["lists beside an escaped __proto__", `{"__\\u0070roto__":${deep}}`],
    ["in a field", `{"title":${deep},"content":"C"}`],
    ["in a field that nobody asked for", `{"title":"T","content":"C","x":${deep}}`],
  ]
  it.each(bodies)("is 400: %s", async (_, body) => {
    for (const target of ["/any", "/posts"]) expect((await post(target, body)).status).toBe(400)
    expect((await attacked.ask("counts")).errors).toBe(0)
  })

  it("is let in where the brackets are only in a text", async () => {
    const text = "[{".repeat(10_000)
    expect((await post("/posts", JSON.stringify({ title: text, content: "C" }))).status).toBe(201)
  })
})

describe("attack 35: a payload made for a prototype", () => {
  it("is one of at least 200", () => {
    expect(new Set(prototypePayloads).size).toBeGreaterThanOrEqual(200)
  })

  it("changes no prototype in a body, though it is merged as carelessly as can be", async () => {
    for (const payload of prototypePayloads) {
      const { status, body } = await post("/any", payload)
      expect([200, 400], payload).toContain(status)
      expect(body).not.toContain('"__proto__"')
      await post("/posts", payload)
    }
    await attacked.untouched()
  })

  it.each([
    ["query", (payload: string) => request("GET", `/query?${payload}=1&a=${payload}&${payload}`)],
    ["parameter", (payload: string) => request("GET", `/users/${payload}`)],
    [
      "cookie",
      (payload: string) =>
        request("GET", `/cookies?names=a,${payload}`, [`Cookie: a=${payload}; ${payload}=1`]),
    ],
  ])("changes no prototype in a %s", async (_, make) => {
    for (const payload of prototypePayloads) {
      const reply = await attacked.attack(make(encodeURIComponent(payload)))
      expect(reply?.status).toBe(200)
    }
    await attacked.untouched()
  })

  it("changes no prototype as a name in a query or a cookie", async () => {
    for (const name of ["__proto__", "constructor", "prototype", "__defineGetter__", "toString"]) {
      const one = await attacked.attack(
        request("GET", `/query?${name}=1&${name}.polluted=1&${name}[polluted]=1`),
      )
      expect(one?.status).toBe(200)
      const headers = [`Cookie: ${name}=1; ${name}.polluted=1; ${name}[polluted]=1`]
      const two = await attacked.attack(request("GET", `/cookies?names=${name}`, headers))
      expect(two?.body).toBe(JSON.stringify({ cookies: [[name, "1"]] }))
    }
    await attacked.untouched()
  })

  it("is kept where it is only data", async () => {
    const { body } = await post("/any", '{"constructor":"Renault","prototype":"P1","proto":{"a":1}}')
    expect(JSON.parse(body)).toEqual({ value: { constructor: "Renault", prototype: "P1", proto: { a: 1 } } })
  })
})

describe("attack 36: fields that nobody asked for", () => {
  it("are never stored", async () => {
    const more = {
      role: "admin",
      id: "1",
      author_id: "other",
      published: true,
      created_at: 0,
      __proto__: null,
    }
    for (const extra of [
      more,
      { "title ": "x", TITLE: "x", "title\0": "x" },
      { constructor: 1, toString: 2 },
    ]) {
      await attacked.attack(postJson("/posts", { title: "T", content: "C", ...extra }))
      const { stored } = await attacked.ask("counts")
      expect(stored.at(-1)).toEqual({ title: "T", content: "C", published: false, author_id: "me" })
      await attacked.attack(postJson("/accounts", { ...goodAccount, ...extra }))
      const account = (await attacked.ask("counts")).stored.at(-1)!
      expect(Object.keys(account).toSorted()).toEqual(["email", "name", "password"])
    }
  })

  it("give the first or the last of a repeated field, never both", async () => {
    expect((await post("/posts", '{"title":{},"title":"T","content":"C"}')).status).toBe(201)
    expect((await post("/posts", '{"title":"T","title":{},"content":"C"}')).status).toBe(400)
  })
})

describe("attack 37: values of a wrong type", () => {
  const megabyte = "a".repeat(1_000_000)
  const values: unknown[] = [
    {},
    [],
    ["a"],
    true,
    false,
    0,
    12345678,
    1.5,
    1e308,
    null,
    { toString: "x" },
    { length: 9 },
    "",
  ]
  const fields = ["email", "password", "name"] as const

  it.each(fields)("are 400 before any hash or query: %s", async (field) => {
    const before = await attacked.ask("counts")
    for (const value of values) {
      const reply = await attacked.attack(postJson("/accounts", { ...goodAccount, [field]: value }))
      expect([reply?.status, reply?.body], JSON.stringify(value)).toEqual([
        400,
        '{"error":"Invalid request"}',
      ])
    }
    const after = await attacked.ask("counts")
    expect([after.hashes, after.queries]).toEqual([before.hashes, before.queries])
  })

  it("are 400 before any hash or query with a million bytes in them", async () => {
    const before = await attacked.ask("counts")
    const mails = [megabyte, `${megabyte}@example.com`, `a@${megabyte}.com`, `a@${"b.".repeat(400_000)}com`]
    for (const email of mails) {
      expect((await attacked.attack(postJson("/accounts", { ...goodAccount, email })))?.status).toBe(400)
    }
    for (const password of [megabyte, "é".repeat(400_000), "a".repeat(73)]) {
      expect((await attacked.attack(postJson("/accounts", { ...goodAccount, password })))?.status).toBe(400)
    }
    const after = await attacked.ask("counts")
    expect([after.hashes, after.queries]).toEqual([before.hashes, before.queries])
  })

  it("are no obstacle to what is right", async () => {
    const before = await attacked.ask("counts")
    expect((await attacked.attack(postJson("/accounts", goodAccount)))?.status).toBe(201)
    expect((await attacked.ask("counts")).hashes).toBe(before.hashes + 1)
  })
})

describe("attack 38: text that no database takes", () => {
  it.each([
    "\\u0000",
    "a\\u0000b",
    "\\ud800",
    "\\udc00",
    "\\ud800\\ud800",
    "\\udc00\\ud800",
    "a\\ud83d",
    "\\ude00a",
  ])("is 400: %s", async (text) => {
    const before = await attacked.ask("counts")
    expect((await post("/posts", `{"title":"${text}","content":"C"}`)).status).toBe(400)
    expect((await post("/posts", `{"title":"T","content":"${text}"}`)).status).toBe(400)
    const account = `{"email":"ada@example.com","password":"longenough${text}","name":"Ada"}`
    expect((await post("/accounts", account)).status).toBe(400)
    const { queries, hashes, errors } = await attacked.ask("counts")
    expect([queries, hashes, errors]).toEqual([before.queries, before.hashes, before.errors])
  })

  it("is taken where it is whole", async () => {
    expect((await post("/posts", '{"title":"\\ud83d\\ude00","content":"\\u0001"}')).status).toBe(201)
  })
})

import assert from "node:assert/strict"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import type { Served } from "../../src/node.ts"
import { serveSite } from "./attacked/site.ts"
import { prototypePayloads } from "../../../tool/src/fuzz/input/prototype-payloads.ts"
import { type RawReply, valuesOf } from "./raw-reply.ts"
import { RawSocket } from "./raw-socket.ts"
import { request } from "./requests.ts"

let site: Served
let production: Served
beforeAll(async () => {
  site = await serveSite(false)
  production = await serveSite(true)
})
afterAll(async () => {
  await site.stop()
  await production.stop()
})
afterEach(async () => {
  assert.equal((await call("GET", "/")).status, 200)
  assert.equal(({} as { polluted?: unknown }).polluted, undefined)
})

const browser = "Accept: text/html,*/*;q=0.8"
const urlencoded = "Content-Type: application/x-www-form-urlencoded"

async function call(
  method: string,
  target: string,
  headers: string[] = [],
  body?: string | Uint8Array,
  served = site,
): Promise<RawReply> {
  const socket = await RawSocket.open(served.port)
  socket.write(request(method, target, [browser, ...headers], body))
  const reply = await socket.reply(method)
  expect(socket.received, "something follows the one reply").toBe("")
  socket.end()
  return reply!
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll('"', "&quot;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
}

describe("attack 39 on a site: cookies made to be odd", () => {
  it.each([
    ["__proto__", "__proto__=a; constructor=b"],
    ["a", "a=first; a=second"],
    ["a", `a=first${"; b=1".repeat(2_000)}`],
    ["a", "a=%"],
    ["a", "a=%zz; flash=%zz"],
    ["a", 'a="'],
    ["flash", "flash=%5B%7B%22__proto__%22%3A%7B%22polluted%22%3A1%7D%7D%5D"],
    ["flash", `flash=${"%5B".repeat(1_000)}`],
    ["a", ";;;=;a"],
  ])("are plain data: %s of %.40j", async (name, header) => {
    const reply = await call("GET", `/cookies?names=${name}`, [`Cookie: ${header}`])
    expect(reply.status).toBe(200)
    expect((await call("GET", "/", [`Cookie: ${header}`])).status).toBe(200)
  })
})

describe("attack 40 on a site: line breaks in what is echoed", () => {
  const breaks = ["\r\n", "\r", "\n", "\0", "\r\n\r\n", "\u2028", "\u560d\u560a", "\x7f"]

  it.each(breaks)("never split a header, a redirect or a message: %j", async (end) => {
    const value = `/x${end}Set-Cookie: stolen=1${end}${end}<script>`
    const replies = [
      await call("GET", `/header?value=${encodeURIComponent(value)}`),
      await call("GET", `/go?to=${encodeURIComponent(value)}`),
      await call("POST", "/notes", [urlencoded], `title=${encodeURIComponent(value)}`),
      await call("POST", "/flash", [urlencoded], `text=${encodeURIComponent(value)}`),
    ]
    for (const reply of replies) {
      expect([303, 400, 422, 500]).toContain(reply.status)
      expect(reply.lines.filter((line) => /^(?:set-cookie: )?stolen/i.test(line))).toEqual([])
      expect(reply.body).not.toContain("<script>")
    }
  })
})

describe("attack 78 on a site: redirects to where a user says", () => {
  it.each([
    "//evil.example",
    "/\\evil.example",
    "https:evil.example",
    "https://evil.example",
    "javascript:alert(1)",
    "data:text/html,x",
    "\\\\evil",
    "/\t/evil.example",
    "",
  ])("lead nowhere else: %j", async (target) => {
    const reply = await call("GET", `/go?to=${encodeURIComponent(target)}`)
    expect([reply.status, valuesOf(reply, "location")]).toEqual([500, []])
  })

  it("lead to a path of the site", async () => {
    expect(valuesOf(await call("GET", "/go?to=/a%2520b?c"), "location")).toEqual(["/a%20b?c"])
  })
})

describe("attack 42 on a site: an origin that is not allowed", () => {
  it.each(["null", "https://good.example.evil.example", "http://good.example", "https://good.example:8443"])(
    "gets no leave: %s",
    async (origin) => {
      for (const [method, target] of [
        ["GET", "/"],
        ["POST", "/login"],
        ["GET", "/nowhere"],
      ] as const) {
        const reply = await call(method, target, [`Origin: ${origin}`])
        expect(valuesOf(reply, "access-control-allow-origin")).toEqual([])
        expect(valuesOf(reply, "vary").join()).toContain("Origin")
      }
    },
  )
})

describe("attack 43 on a site: a proxy that nobody trusts", () => {
  const forged = [
    "X-Forwarded-For: 6.6.6.6",
    "X-Forwarded-Host: evil.example",
    "X-Forwarded-Proto: https",
    "Forwarded: for=6.6.6.6;proto=https;host=evil.example",
  ]

  it("is not believed", async () => {
    expect((await call("GET", "/who", forged)).body).toBe('{"address":"127.0.0.1","secure":false}')
    const reply = await call("POST", "/login", forged)
    expect(valuesOf(reply, "location")).toEqual(["/"])
    expect(valuesOf(reply, "set-cookie").filter((line) => line.includes("Secure"))).toEqual([])
  })
})

describe("attack 44 on a site: every cookie", () => {
  it.each([
    ["in production", true],
    ["outside of it", false],
  ])("is HttpOnly, has SameSite and Path, and Secure where it must: %s", async (_, secure) => {
    const served = secure ? production : site
    const login = valuesOf(await call("POST", "/login", [], "", served), "set-cookie")
    const cleared = valuesOf(
      await call("GET", "/", ["Cookie: flash=%5B%5D"], undefined, served),
      "set-cookie",
    )
    expect([login.length, cleared.length]).toEqual([3, 1])
    for (const line of [...login, ...cleared]) {
      expect(line).toMatch(/; Path=\/; HttpOnly; (?:Secure; )?SameSite=Lax$/)
      expect(line.includes("; Secure;")).toBe(secure)
    }
  })
})

describe("a form made to do harm", () => {
  it("is never JSON from another site's page", async () => {
    for (const type of ["text/plain", "text/plain; charset=application/json", ""]) {
      const reply = await call(
        "POST",
        "/bind",
        type === "" ? [] : [`Content-Type: ${type}`],
        '{"title":"stolen"}',
      )
      expect(reply.status).toBe(415)
    }
  })

  it.each([
    ["over the limit of bytes", "title=" + "x".repeat(1024 * 1024), 413],
    ["over the limit of fields", "a&".repeat(1_001), 413],
    ["many fields", `title=ok&${"a=1&".repeat(999)}`, 303],
    ["of separators only", "&".repeat(1_000_000), 422],
    ["of equals signs only", "=".repeat(1_000_000), 422],
    ["with malformed escapes", "title=%", 400],
    ["with what is not UTF-8", "title=%ff%fe", 400],
    ["with NUL", "title=ab%00", 422],
    ["with a name twice", "title=ab&title=cd", 422],
    ["with brackets", "title[]=ab&title[a][b]=c", 422],
  ])("is answered: %s", async (_, body, status) => {
    expect((await call("POST", "/notes", [urlencoded], body)).status).toBe(status)
  })

  it("cannot reach a prototype", async () => {
    const names = [
      "__proto__",
      "__proto__[polluted]",
      "constructor[prototype][polluted]",
      "constructor.prototype",
    ]
    for (const name of [...names, ...prototypePayloads.slice(0, 50)]) {
      const body = `${encodeURIComponent(name)}=1&${encodeURIComponent(name)}=2`
      expect((await call("POST", "/notes", [urlencoded], body)).status).toBe(422)
    }
  })

  it("is shown again as text", async () => {
    const title = `"><script>alert(1)</script>\0`
    const { status, body } = await call("POST", "/notes", [urlencoded], `title=${encodeURIComponent(title)}`)
    expect(status).toBe(422)
    expect(body).toContain(escaped(JSON.stringify({ title })))
    expect(body).not.toContain("<script>")
  })
})

import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { noteFigure } from "../../../../scripts/suite/note-figure.ts"
import { adminSpellings } from "../../../tool/src/fuzz/input/admin-spellings.ts"
import { AttackedProcess } from "./attacked-process.ts"
import { callPipelined } from "./call-pipelined.ts"
import { request } from "./requests.ts"
import { rounds } from "./rounds.ts"

let attacked: AttackedProcess
beforeAll(async () => {
  attacked = await AttackedProcess.start()
})
afterAll(() => attacked.stop())

const methods = ["GET", "HEAD", "POST", "OPTIONS"] as const

async function statusOf(target: string, method = "GET", headers: string[] = []): Promise<number | undefined> {
  return (await attacked.attack(request(method, target, headers), method))?.status
}

async function bodyOf(target: string, headers: string[] = []): Promise<unknown> {
  return JSON.parse((await attacked.attack(request("GET", target, headers)))!.body)
}

describe("attack 21: other spellings of a guarded path", () => {
  it("are at least 40 beside HEAD", () => {
    expect(new Set(adminSpellings).size).toBe(adminSpellings.length)
    expect(adminSpellings.length).toBeGreaterThanOrEqual(40)
  })

  it.each(methods)("reach nothing without credentials: %s", async (method) => {
    for (const spelling of ["/admin", ...adminSpellings]) {
      const status = await statusOf(spelling, method)
      expect([400, 401, 404], `${method} ${JSON.stringify(spelling)} gave ${status}`).toContain(status)
    }
    expect((await attacked.ask("counts")).handled).toBe(0)
  })

  it.each(methods)("reach nothing under a prefix whose other routes are open: %s", async (method) => {
    for (const spelling of ["/admin", ...adminSpellings.filter((one) => one.startsWith("/"))]) {
      const status = await statusOf(`/zone${spelling}`, method)
      expect([200, 400, 401, 404], `${method} /zone${spelling} gave ${status}`).toContain(status)
    }
    expect((await attacked.ask("counts")).handled).toBe(0)
  })

  it("reach the handler through its guard only, with credentials", async () => {
    const reached: string[] = []
    for (const spelling of ["/admin", ...adminSpellings]) {
      if ((await statusOf(spelling, "GET", ["Authorization: Bearer right"])) === 200) reached.push(spelling)
    }
    const { handled, passed } = await attacked.ask("counts")
    expect(handled).toBe(reached.length)
    expect(passed).toBe(handled)
    // The last but two is `GET /admin  HTTP/1.1`: the parser takes two spaces for one.
    const paths = ["/admin", "/admin//", "/admin/", "/admin ", "/admin?", "/admin?x=/../public"]
    // A whole address is a target too: HTTP demands that it is taken.
    const addresses = ["http://a/admin", "http://other/admin", "HTTP://OTHER/admin", "https://other/admin"]
    expect(reached).toEqual([...paths, ...addresses])
  })
})

describe("attack 22: a target with two slashes", () => {
  it.each(["//evil.example/admin", "//", "///", "//@evil.example", "//[", "//:80", "/\t/", "//%"])(
    "is refused or not found: %j",
    async (target) => {
      expect([400, 404]).toContain(await statusOf(target))
      expect((await attacked.ask("counts")).errors).toBe(0)
    },
  )
})

describe("attack 23: a malformed escape", () => {
  const malformed = ["%", "%zz", "%E0%A4%A", "%c0%af", "%ff", "%ed%a0%80", "%f4%90%80%80", "%2", "a%"]
  it.each(["/", "/users/", "/files/", "/files/a/b/", "/admin/"])("is 400 below %s", async (prefix) => {
    for (const escape of malformed) {
      for (const method of methods) expect(await statusOf(prefix + escape, method), escape).toBe(400)
    }
  })
})

describe("attack 24: an escaped parameter", () => {
  it.each([
    ["/users/%2e%2e%2fetc", { id: "../etc", name: null }],
    ["/users/%252e%252e", { id: "%2e%2e", name: null }],
    ["/users/%252e", { id: "%2e", name: null }],
    ["/users/%25252e", { id: "%252e", name: null }],
    ["/users/a%2fb", { id: "a/b", name: null }],
    ["/users/+%2B", { id: "++", name: null }],
    ["/users/%00", { id: "\0", name: null }],
    ["/files/a%2f%252e%252e/b", { rest: "a/%2e%2e/b" }],
  ])("is decoded once: %s", async (target, expected) => {
    expect(await bodyOf(target)).toEqual(expected)
  })
})

describe("attack 25: names of a prototype", () => {
  const names = [
    "__proto__",
    "constructor",
    "prototype",
    "toString",
    "hasOwnProperty",
    "valueOf",
    "%5f%5fproto__",
  ]
  it.each(names)("are an ordinary lookup: %s", async (name) => {
    expect(await bodyOf(`/users/${name}`)).toEqual({ id: decodeURIComponent(name), name: null })
    expect(await statusOf(`/${name}`)).toBe(404)
    expect([400, 404, 405, 501]).toContain(await statusOf("/users/1", name.replaceAll("%5f", "_")))
    await attacked.untouched()
  })
})

const [inProcess, count] = [rounds(1_000_000, 50_000), rounds(1_000_000, 10_000)]
/** Half as much for calls that are half as many as would need all of it. */
const mostGrown = rounds(10, 5) * 1024 * 1024
const inMB = (bytes: number) => (bytes / 1024 / 1024).toFixed(1)

describe("attack 26: paths that never come again", () => {
  it(`leave at most 1,000 in the cache and the heap as it was, ${inProcess} calls in process`, async () => {
    const { statuses, cached, grown } = await attacked.ask("million", inProcess)
    expect(statuses["200"]! / statuses["404"]!).toBeCloseTo(3, 1)
    expect(cached).toBeLessThanOrEqual(1_000)
    expect(cached).toBeGreaterThan(500)
    expect(grown).toBeLessThan(mostGrown)
    noteFigure(
      "distinct paths",
      `${inProcess} in process`,
      `${cached} in the cache, heap ${inMB(grown)} MB more`,
    )
    await attacked.unharmed("")
  })

  it(`leave nothing behind either when they come over a socket, pipelined, ${count} of them`, async () => {
    const batch = 10_000
    const targets = (from: number) =>
      Array.from(
        { length: batch },
        (_, i) => [`/users/u${from + i}`, `/query?k${from + i}=1`, `/no/${from + i}`][i % 3]!,
      )
    await callPipelined(attacked, targets(0))
    const before = await attacked.ask("memory")
    for (let from = batch; from < batch + count; from += batch)
      expect(await callPipelined(attacked, targets(from))).toEqual({ 200: 6_667, 404: 3_333 })
    const after = await attacked.ask("memory")
    const grown = after.heap - before.heap
    expect(after.cached).toBeLessThanOrEqual(1_000)
    expect(grown).toBeLessThan(mostGrown)
    noteFigure(
      "distinct paths",
      `${count} over sockets`,
      `${after.cached} in the cache, heap ${inMB(grown)} MB more`,
    )
    await attacked.unharmed("")
  }, 600_000)
})

// The steps are counted in src/router/resolve-cost.test.ts; here the longest path that HTTP lets in is sent.
describe("attack 27: a path of 16 KB", () => {
  const long = 15_800
  it.each([
    ["one segment", `/users/${"x".repeat(long)}`, 200],
    ["one segment that does not match", `/${"x".repeat(long)}`, 404],
    ["nothing but slashes", "/".repeat(long), 404],
    ["nothing but short segments", "/a".repeat(long / 2), 404],
    ["short segments below a wildcard", `/files${"/a".repeat(long / 2)}`, 200],
    ["nothing but escapes", `/users/${"%41".repeat(long / 3)}`, 200],
    ["escapes of four bytes", `/users/${"%F0%9F%98%80".repeat(long / 12)}`, 200],
    ["dots", `/${".".repeat(long)}`, 404],
    ["dots between slashes, with two of them a segment", `${"/...".repeat(long / 4)}/..`, 400],
    ["escaped dots", `${"/%2e%2e%2e".repeat(long / 10)}/a`, 404],
    ["a malformed escape at the end", `/files/${"%41".repeat(long / 3)}%`, 400],
  ])("is answered at once: %s", async (_, target, status) => {
    expect(await statusOf(target)).toBe(status)
  })

  it("is refused where it is longer than that", async () => {
    expect([414, 431]).toContain(await statusOf(`/users/${"x".repeat(17_000)}`))
  })
})

describe("attack 28: a query made to be costly", () => {
  it("is refused with 10,000 keys, which are more than a request line may hold", async () => {
    const keys = Array.from({ length: 10_000 }, (_, i) => `${i}=`).join("&")
    expect([414, 431]).toContain(await statusOf(`/query?${keys}`))
  })

  it("gives plain texts for as many keys as fit", async () => {
    const keys = Array.from({ length: 3_000 }, (_, i) => i.toString(36)).join("&")
    expect(await bodyOf(`/query?${keys}`)).toMatchObject({ count: 3_000, plain: true })
  })

  it("gives one plain text for brackets 1,000 deep", async () => {
    const name = `a${"[b]".repeat(1_000)}`
    expect(await bodyOf(`/query?${name}=1`)).toEqual({ count: 1, plain: true, queries: { [name]: "1" } })
  })

  it("gives the first of a repeated key", async () => {
    expect(await bodyOf(`/query?a=first${"&a=x".repeat(3_000)}`)).toMatchObject({ queries: { a: "first" } })
    expect(await bodyOf("/query?a[]=1&a[]=2&a[0]=3")).toMatchObject({ queries: { "a[]": "1", "a[0]": "3" } })
  })

  it.each([
    "__proto__=1",
    "__proto__[polluted]=1",
    "constructor[prototype][polluted]=1",
    "a[__proto__][polluted]=1",
  ])("touches no prototype: %s", async (query) => {
    const { body } = (await attacked.attack(request("GET", `/query?${query}`)))!
    expect(body).toContain(`"${query.slice(0, -2)}":"1"`)
    await attacked.untouched()
  })

  it("keeps malformed escapes and odd separators as they are", async () => {
    expect(await bodyOf("/query?%=%zz&&=&?a=b=c&+=+")).toMatchObject({
      queries: { "%": "%zz", "": "", "?a": "b=c", " ": " " },
    })
  })
})

describe("attack 29: headers that ask for another method or path", () => {
  it.each([
    "X-HTTP-Method-Override: DELETE",
    "X-HTTP-Method: POST",
    "X-Method-Override: POST",
    "X-Original-URL: /admin",
    "X-Rewrite-URL: /admin",
    "X-Forwarded-Uri: /admin",
    "X-Original-Uri: /admin",
    "X-Forwarded-Prefix: /admin",
  ])("are ignored: %s", async (header) => {
    const before = await attacked.ask("counts")
    expect(await statusOf("/users/1", "GET", [header])).toBe(200)
    expect(await statusOf("/unread", "POST", [header, "Content-Length: 0"])).toBe(200)
    expect(await statusOf("/unread?_method=GET", "POST", [header, "Content-Length: 0"])).toBe(200)
    expect(await statusOf("/admin", "GET", [header.replace("/admin", "/users/1")])).toBe(401)
    expect((await attacked.ask("counts")).handled).toBe(before.handled)
  })
})

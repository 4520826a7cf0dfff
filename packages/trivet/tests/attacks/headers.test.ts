import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { AttackedProcess } from "./attacked-process.ts"
import { type RawReply, valuesOf } from "./raw-reply.ts"
import { request } from "./requests.ts"

let attacked: AttackedProcess
beforeAll(async () => {
  attacked = await AttackedProcess.start()
})
afterAll(() => attacked.stop())

async function call(target: string, headers: string[] = [], method = "GET"): Promise<RawReply> {
  return (await attacked.attack(request(method, target, headers), method))!
}

async function cookiesOf(names: string[], headers: string[]): Promise<unknown> {
  const { body } = await call(`/cookies?names=${names.map(encodeURIComponent).join(",")}`, headers)
  return (JSON.parse(body) as { cookies: unknown }).cookies
}

describe("attack 39: cookies made to be odd", () => {
  it("are plain data under the names of a prototype", async () => {
    const names = ["__proto__", "constructor", "toString", "hasOwnProperty"]
    const header = names.map((name) => `${name}=of ${name}`).join("; ")
    expect(await cookiesOf(names, [`Cookie: ${header}`])).toEqual(names.map((name) => [name, `of ${name}`]))
    expect(await cookiesOf(names, [])).toEqual(names.map((name) => [name, ""]))
    await attacked.untouched()
  })

  it("give the first of a name, in one line or in two", async () => {
    expect(await cookiesOf(["a"], ["Cookie: a=first; a=second"])).toEqual([["a", "first"]])
    expect(await cookiesOf(["a"], ["Cookie: a=first", "Cookie: a=second"])).toEqual([["a", "first"]])
    expect(await cookiesOf(["a"], [`Cookie: a=first${"; a=x".repeat(2_000)}`])).toEqual([["a", "first"]])
  })

  it("are all there when there are 500", async () => {
    const names = Array.from({ length: 500 }, (_, i) => `c${i}`)
    const header = names.map((name) => `${name}=${name}`).join("; ")
    expect(await cookiesOf(["c0", "c250", "c499", "c500"], [`Cookie: ${header}`])).toEqual([
      ["c0", "c0"],
      ["c250", "c250"],
      ["c499", "c499"],
      ["c500", ""],
    ])
  })

  it.each([
    "%",
    "%zz",
    "%E0%A4%A",
    "%c0%af",
    "a%",
    "%%%",
    "\xff",
    '"',
    '""',
    "=",
    "==",
    "a=b",
    " ",
    "\t",
    ",",
    "a,b",
  ])("stay as they are when they cannot be decoded: %j", async (value) => {
    const { status } = await call("/cookies?names=a,b", [`Cookie: a=${value}; b=1`])
    expect(status).toBe(200)
    expect(await cookiesOf(["b"], [`Cookie: a=${value}; b=1`])).toEqual([["b", "1"]])
  })

  it.each([
    "",
    ";",
    ";;;;",
    "=",
    "=a",
    "a",
    "; =; a",
    "a=1;;b=2",
    ` ${" ;".repeat(5_000)}`,
    "=".repeat(15_000),
  ])("are nobody's trouble when the header is odd", async (header) => {
    expect((await call("/cookies?names=a", [`Cookie: ${header}`])).status).toBe(200)
  })

  it("have raised no error", async () => {
    expect((await attacked.ask("counts")).errors).toBe(0)
  })
})

describe("attack 40: line breaks in what is echoed to a header", () => {
  const breaks = [
    "\r\n",
    "\r",
    "\n",
    "\n\r",
    "\0",
    "\r\n\r\n",
    "\r\n ",
    "\u2028",
    "\u560d\u560a",
    "\u010d\u010a",
    "\x7f",
    "\x0b",
  ]
  const places = ["/header", "/location", "/thrown", "/thrown-later", "/reply", "/cookie"]

  it.each(places)("never split a reply: %s", async (place) => {
    for (const end of breaks) {
      const value = `x${end}Set-Cookie: stolen=1${end}${end}<script>`
      const reply = await call(`${place}?value=${encodeURIComponent(value)}`)
      // One value is encoded, for the others the framework refuses.
      expect(reply.status, JSON.stringify(end)).toBe(place === "/cookie" ? 200 : 500)
      expect(
        reply.lines.filter((line) => line.startsWith("stolen") || /^set-cookie: stolen/i.test(line)),
      ).toEqual([])
      expect(reply.body).not.toContain("<script>")
      if (place !== "/cookie") expect(reply.body).toBe('{"error":"Internal Server Error"}')
    }
  })

  it.each(["a b", "a;b", "a=b", "a\r\nb", "a,b", "a\u00e9", "", "__Host-\0"])(
    "never split a reply as a cookie's name: %j",
    async (name) => {
      const reply = await call(`/cookie?name=${encodeURIComponent(name)}&value=1`)
      expect(reply.status).toBe(500)
      expect(valuesOf(reply, "set-cookie")).toEqual([])
    },
  )

  it.each(["/;Domain=evil.example", "/\r\nX: 1", "/\n", "/\0", "/\u2028"])(
    "never split a reply as a cookie's path: %j",
    async (path) => {
      const reply = await call(`/cookie?path=${encodeURIComponent(path)}&value=1`)
      expect(reply.status).toBe(500)
      expect(valuesOf(reply, "set-cookie")).toEqual([])
    },
  )

  it("leave what was set before in its place", async () => {
    const reply = await call(`/replaced?value=${encodeURIComponent("a\r\nb")}`)
    expect(reply.status).toBe(500)
    expect(valuesOf(reply, "x-frame-options")).toEqual(["DENY"])
    expect(valuesOf(reply, "content-security-policy")).toHaveLength(1)
  })

  it.each([99, 0, 100, 101, 199, 600, 999, 1000, -1, 200.5, "NaN", "Infinity", "1e3"])(
    "are as harmless as a status that HTTP does not know: %s",
    async (status) => {
      expect((await call(`/status/${status}`)).status).toBe(500)
    },
  )

  it("reach a header in other characters than ASCII only where HTTP allows them", async () => {
    expect(valuesOf(await call("/header?value=%C3%A9"), "x-echo")).toHaveLength(1)
    expect((await call("/header?value=%F0%9F%98%80")).status).toBe(500)
  })

  it("end no process where a returned response was read before", async () => {
    expect((await call("/consumed")).status).toBe(500)
  })
})

describe("attack 42: an origin that is not allowed", () => {
  const others = [
    "null",
    "https://good.example.evil.example",
    "https://evil.example",
    "https://good.example:444",
    "https://good.example.",
    "https://good.example/",
    "https://xgood.example",
    "https://sub.good.example",
    "http://good.example",
    "HTTPS://GOOD.EXAMPLE",
    "https://good.example, https://evil.example",
    "https://evil.example#https://good.example",
    "https://good.example@evil.example",
    "https://good.example\\.evil.example",
    "https://good.example\t.evil.example",
    "good.example",
    "*",
    "file://",
  ]
  const targets = [
    "/alive",
    "/none",
    "/admin",
    "/response",
    "/thrown?value=x",
    "/status/999",
    "/%",
    "/x/../y",
  ]

  it.each(others)("gets no leave, and caches are told: %s", async (origin) => {
    for (const target of targets) {
      const reply = await call(target, [`Origin: ${origin}`])
      expect(valuesOf(reply, "access-control-allow-origin"), target).toEqual([])
      expect(valuesOf(reply, "access-control-allow-credentials"), target).toEqual([])
      expect(valuesOf(reply, "vary").join(", "), target).toContain("Origin")
    }
    const preflight = await call(
      "/alive",
      [`Origin: ${origin}`, "Access-Control-Request-Method: DELETE", "Access-Control-Request-Headers: x"],
      "OPTIONS",
    )
    expect(preflight.lines.filter((line) => /^access-control/i.test(line))).toEqual([])
    expect(valuesOf(preflight, "vary").join(", ")).toContain("Origin")
  })

  it("gets no leave by naming two", async () => {
    const reply = await call("/alive", ["Origin: https://good.example", "Origin: https://evil.example"])
    expect(reply.lines.join("\n")).not.toContain("evil")
  })

  it("is told apart from the one that is", async () => {
    for (const target of targets) {
      const reply = await call(target, ["Origin: https://good.example"])
      expect(valuesOf(reply, "access-control-allow-origin"), target).toEqual(["https://good.example"])
      expect(valuesOf(reply, "vary").join(", "), target).toContain("Origin")
    }
    expect(valuesOf(await call("/alive"), "vary")).toEqual(["Origin"])
  })

  it("does not get a handler called by a preflight", async () => {
    const before = await attacked.ask("counts")
    const asked = ["Access-Control-Request-Method: POST", "Access-Control-Request-Headers: authorization"]
    for (const origin of ["https://good.example", "https://evil.example"]) {
      expect((await call("/admin", [`Origin: ${origin}`, ...asked], "OPTIONS")).status).toBe(204)
    }
    expect((await attacked.ask("counts")).handled).toBe(before.handled)
  })
})

import { describe, expect, it } from "vitest"
import { dto } from "../schema/dto/dto.ts"
import { TestIncoming, type TestRequest } from "../testing/test-incoming.ts"
import { createTestLog } from "../testing/test-log.ts"
import { Call, type CallMatch, type CallSettings } from "./call.ts"

const { log, lines } = createTestLog()
const settings: CallSettings = { log, bodyLimit: 100, production: false }

function callOf(
  target: string,
  request: TestRequest = {},
  more: Partial<CallSettings & CallMatch> = {},
): Call {
  const { names = [], values = [], value = { path: "/" }, ...changed } = more
  return new Call({ ...settings, ...changed }, new TestIncoming("POST", target, request), {
    names,
    values,
    value,
  })
}

const post = dto({ title: "required" })

describe("Call", () => {
  it("gives parameters by name, and an empty text for any other", () => {
    const call = callOf("/", {}, { names: ["id", "__proto__"], values: ["1", "2"] })
    expect([call.param("id"), call.param("__proto__"), call.param("constructor")]).toEqual(["1", "2", ""])
    expect({ ...call.request().params() }).toEqual({ id: "1", ["__proto__"]: "2" })
    expect(new Call(settings, new TestIncoming("GET", "/", {}), undefined).param("id")).toBe("")
  })

  it("tells an empty query parameter from one that is absent", () => {
    const call = callOf("/?a=&b=1")
    expect([call.query("a"), call.query("b"), call.query("c")]).toEqual(["", "1", ""])
    expect([call.queryDefault("a", "x"), call.queryDefault("c", "x")]).toEqual(["", "x"])
    expect(call.queryDefault("toString", "x")).toBe("x")
  })

  it("gives headers in any case and cookies, and an empty text for any other", () => {
    const call = callOf("/", { headers: { "X-A": "1", Cookie: "a=b" } })
    expect([call.header("x-a"), call.header("X-A"), call.header("constructor")]).toEqual(["1", "1", ""])
    expect([call.cookie("a"), call.cookie("__proto__")]).toEqual(["b", ""])
  })

  it("gives maps that have no prototype", () => {
    const request = callOf("/?a=1", { headers: { a: "1" } }).request()
    for (const map of [request.params(), request.queries(), request.headers()]) {
      expect(Object.getPrototypeOf(map)).toBeNull()
    }
  })

  it("binds a body again and again, though it is read once", async () => {
    const call = callOf("/", { json: { title: "T", more: 1 } })
    await expect(call.bind(post)).resolves.toEqual({ title: "T" })
    await expect(call.bind(dto({ more: "number" }))).resolves.toEqual({ more: 1 })
    await expect(call.request().body()).resolves.toHaveLength(22)
  })

  it.each([
    ["BODY_INVALID", { body: "{" }],
    ["BODY_INVALID", { json: { title: 1 } }],
    ["BODY_TOO_LARGE", { body: "x".repeat(101) }],
    ["BODY_ENCODED", { json: { title: "T" }, headers: { "content-encoding": "gzip" } }],
    ["BODY_ENCODED", { json: { title: "T" }, headers: { "content-encoding": "" } }],
  ])("raises %s where a body cannot be bound", async (code, request) => {
    await expect(callOf("/", request).bind(post)).rejects.toMatchObject({ code })
  })

  it("takes `identity` for no encoding", async () => {
    const headers = { "content-encoding": "Identity" }
    await expect(callOf("/", { json: { title: "T" }, headers }).bind(post)).resolves.toEqual({ title: "T" })
  })

  it.each([0, 99, 100, 101, 199, 600, 1000, 200.5, Number.NaN, Infinity, -200])(
    "refuses the status %s",
    (status) => {
      expect(() => callOf("/").status(status)).toThrow(expect.objectContaining({ code: "STATUS_INVALID" }))
    },
  )

  it("keeps values for the call alone", () => {
    const call = callOf("/")
    expect(call.get("request_id")).toBeUndefined()
    call.setValue("request_id", "1")
    expect(call.get("request_id")).toBe("1")
    expect(callOf("/").get("request_id")).toBeUndefined()
  })

  it("logs with the id of the request once there is one", () => {
    const call = callOf("/")
    call.log.info("before")
    call.set("request_id", "7")
    call.log.info("after")
    expect(lines.slice(-2).map((line) => line["request_id"])).toEqual([undefined, "7"])
  })

  it("sets cookies that are Secure over HTTPS and in production, unless told otherwise", () => {
    const secureOf = (request: TestRequest, production: boolean, secure?: boolean) => {
      const call = callOf("/", request, { production })
      call.setCookie("a", "1", secure === undefined ? {} : { secure })
      return call.headers!.get("set-cookie")!.includes("; Secure")
    }
    expect(secureOf({}, false)).toBe(false)
    expect(secureOf({ secure: true }, false)).toBe(true)
    expect(secureOf({}, true)).toBe(true)
    expect(secureOf({ secure: true }, true, false)).toBe(false)
  })

  it("adds cookies to one another, and replaces other headers", () => {
    const call = callOf("/")
    call.setCookie("a", "1")
    call.setCookie("b", "2")
    call.response().setHeader("x", "1")
    call.response().setHeader("X", "2")
    call.response().appendHeader("link", "a")
    call.response().appendHeader("link", "b")
    expect(call.headers!.all("set-cookie")).toHaveLength(2)
    expect(call.headers!.all("x")).toEqual(["2"])
    expect(call.headers!.all("link")).toEqual(["a", "b"])
  })

  it("refuses a header that would split the reply", () => {
    const { setHeader, appendHeader } = callOf("/").response()
    expect(() => setHeader("x", "a\r\nb: c")).toThrow(expect.objectContaining({ code: "HEADER_INVALID" }))
    expect(() => appendHeader("x\n", "a")).toThrow(expect.objectContaining({ code: "HEADER_INVALID" }))
  })
})

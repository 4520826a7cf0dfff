import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { Fault } from "../../fault/fault.ts"
import { formatCookie, parseCookies } from "./cookie.ts"

describe("parseCookies", () => {
  it("reads names and values, white space and quotes taken off", () => {
    expect({ ...parseCookies('a=1; b = "two" ;c=%20x') }).toEqual({ a: "1", b: "two", c: " x" })
  })

  it("gives the first of a name", () => {
    expect(parseCookies("a=1; a=2")["a"]).toBe("1")
  })

  it("leaves out what has no name or no value", () => {
    expect({ ...parseCookies("; =1; a; ;b=") }).toEqual({ b: "" })
  })

  it("keeps a malformed escape as it is", () => {
    expect({ ...parseCookies("a=%; b=%zz; c=%E0%A4%A") }).toEqual({ a: "%", b: "%zz", c: "%E0%A4%A" })
  })

  it("reads names that a prototype would have as any other", () => {
    const cookies = parseCookies("__proto__=1; constructor=2")
    expect(Object.getPrototypeOf(cookies)).toBeNull()
    expect([cookies["__proto__"], cookies["constructor"], cookies["toString"]]).toEqual(["1", "2", undefined])
  })

  it("never throws, gives texts alone and touches no prototype", () => {
    const names = Reflect.ownKeys(Object.prototype)
    const pieces = fc.constantFrom(";", "=", '"', "%", "%41", "%zz", " ", "__proto__", "a", "\0", "é", "\t")
    const headers = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.array(pieces, { maxLength: 40 }).map((some) => some.join("")),
    )
    fc.assert(
      fc.property(headers, (header) => {
        const cookies = parseCookies(header)
        expect(Object.getPrototypeOf(cookies)).toBeNull()
        expect(Object.values(cookies).filter((value) => typeof value !== "string")).toEqual([])
      }),
      { numRuns: 2_000 },
    )
    expect(Reflect.ownKeys(Object.prototype)).toEqual(names)
  })
})

describe("formatCookie", () => {
  it("is HttpOnly, SameSite=Lax and for the whole site unless said otherwise", () => {
    expect(formatCookie("a", "1", {})).toBe("a=1; Path=/; HttpOnly; SameSite=Lax")
  })

  it("says what it is told to say", () => {
    const options = {
      maxAge: 60.9,
      path: "/x",
      domain: "a.example",
      httpOnly: false,
      secure: true,
      sameSite: "Strict",
    } as const
    expect(formatCookie("a", "1", options)).toBe(
      "a=1; Max-Age=60; Path=/x; Domain=a.example; Secure; SameSite=Strict",
    )
    expect(formatCookie("a", "", { maxAge: 0 })).toBe("a=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax")
  })

  it.each(["", "a b", "a;b", "a=b", "a,b", "a\r\nb", "é", '"a"', "a\0"])(
    "refuses a name that HTTP does not know: %j",
    (name) => {
      expect(() => formatCookie(name, "1", {})).toThrow(Fault)
    },
  )

  it.each([
    { path: "/;x" },
    { domain: "a;b" },
    { path: "/\r\nX: 1" },
    { domain: "a\nb" },
    { maxAge: Number.NaN },
    { maxAge: Infinity },
  ])("refuses an attribute that would end early or say nothing: %j", (options) =>
    expect(() => formatCookie("a", "1", options)).toThrow(Fault),
  )

  it("takes half of a surrogate pair", () => {
    expect(formatCookie("a", "\ud800", {})).toBe("a=%EF%BF%BD; Path=/; HttpOnly; SameSite=Lax")
  })

  it("can be read back, whatever the value", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (value) => {
        const line = formatCookie("a", value, {})
        expect(line).toMatch(/^a=[\x21-\x3a\x3c-\x7e]*; Path=\/; HttpOnly; SameSite=Lax$/)
        expect(parseCookies(line.split("; ")[0]!)["a"]).toBe(value.toWellFormed())
      }),
      { numRuns: 2_000 },
    )
  })
})

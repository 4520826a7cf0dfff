import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { Fault } from "../../fault/fault.ts"
import { ReplyHeaders } from "./reply-headers.ts"

describe("ReplyHeaders", () => {
  it("keeps names in lower case and finds them in any", () => {
    const headers = new ReplyHeaders().set("X-A", "1").append("x-a", "2").append("B", "3")
    expect(headers.list).toEqual(["x-a", "1", "x-a", "2", "b", "3"])
    expect(headers.get("X-a")).toBe("1")
    expect(headers.all("x-A")).toEqual(["1", "2"])
    expect(headers.get("c")).toBeUndefined()
  })

  it("finds no name in a value", () => {
    const headers = new ReplyHeaders().set("a", "b").set("c", "d")
    expect(headers.get("b")).toBeUndefined()
    expect(headers.delete("d").list).toEqual(["a", "b", "c", "d"])
  })

  it("replaces all values of a name, and deletes them", () => {
    const headers = new ReplyHeaders().append("a", "1").append("b", "2").append("A", "3")
    expect([...headers.set("A", "4").list]).toEqual(["b", "2", "a", "4"])
    expect(headers.delete("A").list).toEqual(["b", "2"])
  })

  it("keeps an earlier value where the new one is refused", () => {
    const headers = new ReplyHeaders().set("x-frame-options", "DENY")
    expect(() => headers.set("x-frame-options", "a\r\nb")).toThrow(Fault)
    expect(headers.get("x-frame-options")).toBe("DENY")
  })

  it.each(["a\r\nb", "a\nb", "a\rb", "\0", "\x7f", "\x1b", "\u0100", "😀", "\u560d"])(
    "refuses the value %j",
    (value) => {
      expect(() => new ReplyHeaders().append("a", value)).toThrow(Fault)
    },
  )

  it.each(["", "a b", "a:", "a\r\nb", "é", "a(b", '"', "\0", "a=b"])("refuses the name %j", (name) => {
    expect(() => new ReplyHeaders().append(name, "1")).toThrow(Fault)
  })

  it("takes over what it has not, and adds up cookies and what caches must know", () => {
    const own = new ReplyHeaders().set("a", "own").set("vary", "Accept").set("set-cookie", "x=1")
    const others = new ReplyHeaders().set("a", "other").append("b", "1").append("b", "2")
    others.append("vary", "Origin").append("set-cookie", "y=2")
    own.addMissing(others)
    expect(own.all("a")).toEqual(["own"])
    expect(own.all("b")).toEqual(["1", "2"])
    expect(own.all("vary")).toEqual(["Accept", "Origin"])
    expect(own.all("set-cookie")).toEqual(["x=1", "y=2"])
    expect([...own.addMissing(others).list]).toHaveLength(14)
  })

  it("raises nothing but its fault, and lets no line end early", () => {
    const texts = fc.oneof(
      fc.string({ unit: "binary" }),
      fc
        .array(fc.constantFrom("a", ":", " ", "\r", "\n", "\r\n", "\0", "é", "Ā", "\t", "__proto__"))
        .map((some) => some.join("")),
    )
    fc.assert(
      fc.property(texts, texts, (name, value) => {
        const headers = new ReplyHeaders()
        try {
          headers.append(name, value).set(name, value)
        } catch (error) {
          expect(error).toBeInstanceOf(Fault)
          expect(headers.list).toEqual([])
          return
        }
        expect(headers.list).toEqual([name.toLowerCase(), value])
        expect(`${name}${value}`).not.toMatch(/[\r\n\0]/)
        // The platform's own class must agree that it is a header.
        expect(() => new Headers([[name, value]])).not.toThrow()
      }),
      { numRuns: 2_000 },
    )
  })
})

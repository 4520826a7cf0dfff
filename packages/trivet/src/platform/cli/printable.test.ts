import { describe, expect, it } from "vitest"
import { printable } from "./printable.ts"

describe("printable", () => {
  it("leaves text of any script as it is", () => {
    for (const text of ["plain", "größe", "日本", "🎉", "a b"]) expect(printable(text)).toBe(text)
  })

  it("shows what could steer a terminal or turn text around", () => {
    expect(printable("a\nb\tc\r\u0000")).toBe("a\\nb c\\x0d\\x00")
    expect(printable("\u001b]0;title\u0007\u009b31m")).toBe("\\x1b]0;title\\x07\\x9b31m")
    expect(printable("\u202egnp.exe\u2066")).toBe("\\x202egnp.exe\\x2066")
  })
})

import { describe, expect, it } from "vitest"
import { render, type RenderOptions } from "./render.ts"

const plain: RenderOptions = { json: false, columns: undefined, colors: false }
const text = (value: unknown, options: Partial<RenderOptions> = {}) => render(value, { ...plain, ...options })

describe("render", () => {
  it("prints a text as it is, ended by one line break", () => {
    expect(text("a")).toBe("a\n")
    expect(text("a\n")).toBe("a\n")
    expect(text("")).toBe("")
    expect(text(undefined)).toBe("")
  })

  it("prints a record as fields and a list of records as a table", () => {
    expect(text({ id: 1, title: "T" })).toBe("id     1\ntitle  T\n")
    expect(text([{ id: 1 }, { id: 20, more: true }])).toBe("ID  MORE\n1\n20  true\n")
    expect(text([])).toBe("(none)\n")
    expect(text([1, "b", null])).toBe("1\nb\n\n")
  })

  it("prints what has no text of its own", () => {
    const when = new Date("2026-01-02T03:04:05Z")
    expect(text({ when, list: [1], none: null, call: () => 1, odd: new Date(Number.NaN) })).toBe(
      "when  2026-01-02T03:04:05.000Z\nlist  [1]\nnone\ncall  () => 1\nodd\n",
    )
    expect(text(42)).toBe("42\n")
    expect(text(true)).toBe("true\n")
  })

  it("prints JSON if asked, whatever the value", () => {
    expect(JSON.parse(text([{ a: "\u001b" }], { json: true }))).toEqual([{ a: "\u001b" }])
    expect(text("a", { json: true })).toBe('"a"\n')
  })

  it("lets no data steer the terminal, headings included", () => {
    const hostile = "\u001b[2J\u009b1m\u202e\n"
    for (const value of [{ [hostile]: hostile }, [{ [hostile]: hostile }], [hostile], hostile.length]) {
      expect(text(value)).not.toMatch(/[\u001b\u009b\u202e]/)
    }
  })
})

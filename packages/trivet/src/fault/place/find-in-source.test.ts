import { describe, expect, it } from "vitest"
import { findInSource } from "./find-in-source.ts"

// As `String(method)` gives it: from the name on, the other lines as they stand in the file.
const text = `routes() {
    return [
      get("/posts", this.index),
      post('/posts', this.create),
      get(\`/posts/:id\`, this.show),
      get("/posts", this.again),
    ]
  }`
const begin = { lineNumber: 10, columnNumber: 8 }
const find = (...marks: string[]) => findInSource(text, begin, marks)

describe("findInSource", () => {
  it("finds the line of a string literal, whatever its quotes", () => {
    expect(find("/posts/:id")).toEqual({ lineNumber: 14, columnNumber: 10 })
    expect(find("/posts", "POST")).toEqual({ lineNumber: 13, columnNumber: 11 })
  })

  it("takes the last of several lines: between two equal routes the later one is wrong", () => {
    expect(find("/posts", "GET")).toEqual({ lineNumber: 15, columnNumber: 10 })
  })

  it("does not take a part of a literal", () => {
    expect(find("/post")).toBeUndefined()
    expect(find("posts")).toBeUndefined()
  })

  it("does without a further mark that no line has", () => {
    expect(find("/posts/:id", "DELETE")).toEqual({ lineNumber: 14, columnNumber: 10 })
  })

  it("counts columns from the method's name where all stands on one line", () => {
    expect(
      findInSource(`routes() { return [get("/a", a)] }`, { lineNumber: 4, columnNumber: 8 }, ["/a"]),
    ).toEqual({
      lineNumber: 4,
      columnNumber: 2 + `routes() { return [get(`.length,
    })
  })

  it("finds what a helper has put `/*` behind", () => {
    expect(find("/posts/:id/*", "GET")).toEqual({ lineNumber: 14, columnNumber: 10 })
    expect(find("/pos/*")).toBeUndefined()
  })

  it("finds nothing without marks", () => {
    expect(find()).toBeUndefined()
  })
})

import { describe, expect, it } from "vitest"
import { readHandler } from "./read-handler.ts"

const names = (text: string) => readHandler(text).map(({ what, name }) => `${what} ${name}`)

describe("readHandler", () => {
  it("sees what a handler of any form reads by name", () => {
    for (const head of [
      "show(ctx) {",
      "async show(ctx) {",
      "function (ctx) {",
      "async (ctx) => {",
      "ctx => {",
      "*all(ctx) {",
    ])
      expect(names(`${head} return [ctx.param("id"), ctx.get('user_id')] }`)).toEqual([
        "param id",
        "value user_id",
      ])
  })

  it("gives the line", () => {
    expect(readHandler('show(c) {\n  const a = 1\n  return c.param("id") + a\n}')).toEqual([
      { what: "param", name: "id", line: 2 },
    ])
  })

  it("sees inject(), but no method of that name", () => {
    expect(names("() => inject(Posts).all()")).toEqual(["inject Posts"])
    expect(names("() => this.inject(Posts) + this.#inject(a)")).toEqual([])
  })

  it("takes no value for another's that the handler sets itself, and nothing of other objects", () => {
    expect(names('show(ctx) { ctx.set("a", 1); return ctx.get("a") }')).toEqual([])
    expect(names('show(ctx) { return map.get("a") + other.param("b") }')).toEqual([])
    expect(names("function () { [native code] }")).toEqual([])
  })
})

import { describe, expect, it } from "vitest"
import { isClass, kindOf, reasonOf } from "./kind-of.ts"

class Posts {}
function create() {}

describe("kindOf", () => {
  it.each<[unknown, string]>([
    [undefined, "`undefined`"],
    [null, "`null`"],
    [true, "`true`"],
    ["get", 'the text "get"'],
    [7, "the number 7"],
    [7n, "the bigint 7"],
    [Symbol("a"), "the symbol Symbol(a)"],
    [[], "an array"],
    [{}, "a plain object"],
    [Object.create(null), "a plain object"],
    [new Posts(), "an instance of `Posts`"],
    [Promise.resolve(), "a promise"],
    [Posts, "the class `Posts`"],
    [create, "the function `create`"],
    [
      (
        () => () =>
          1
      )(),
      "a function without a name",
    ],
  ])("describes %s", (value, words) => {
    expect(kindOf(value)).toBe(words)
  })
})

describe("isClass", () => {
  it("tells a class from a function, which `new` would take as well", () => {
    expect([Posts, class extends Posts {}].every(isClass)).toBe(true)
    expect([create, () => 1, new Posts(), "class", undefined].some(isClass)).toBe(false)
  })
})

describe("reasonOf", () => {
  it("gives the message of whatever was thrown, without its full stop", () => {
    expect(reasonOf(new Error("No address."))).toBe("No address")
    expect(reasonOf("why")).toBe("why")
  })
})

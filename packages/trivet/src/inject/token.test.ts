import { describe, expect, it } from "vitest"
import { isToken, nameOfToken, token } from "./token.ts"

describe("token", () => {
  it("makes another token each time, also with one name", () => {
    expect(token<string>("Db")).not.toBe(token<string>("Db"))
  })

  it("is a token as classes are, and nothing else is", () => {
    abstract class Clock {}
    expect([token("Db"), Clock, class {}].every(isToken)).toBe(true)
    expect(["Db", undefined, null, {}, new (class Db {})(), 7].some(isToken)).toBe(false)
  })

  it("is called by its name, a class by its own", () => {
    class Posts {}
    expect(nameOfToken(Posts)).toBe("Posts")
    expect(nameOfToken(token("settings"))).toBe("settings")
    expect(nameOfToken((() => class {})())).toBe("(a class without a name)")
  })

  it("keeps names of tokens of different types apart for the compiler", () => {
    const port = token<number>("port")
    // @ts-expect-error a token of a number is not one of a text
    const text: ReturnType<typeof token<string>> = port
    expect(text).toBe(port)
  })
})

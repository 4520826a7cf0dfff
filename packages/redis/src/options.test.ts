import { describe, expect, it } from "vitest"
import { redis } from "./index.ts"

describe("a mistyped option of redis()", () => {
  it("is a fault that names the right one", () => {
    const options = { prefix: "test", timeuot: 100 }
    expect(() => redis(options)).toThrow(
      "An option of `redis()` is invalid: `timeuot` is unknown, write `timeout`.",
    )
  })
})

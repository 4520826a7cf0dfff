import { describe, expect, it } from "vitest"
import { errorType } from "./error-type.ts"

describe("errorType()", () => {
  it.each([
    [Object.assign(new Error("secret"), { code: "23505" }), "23505"],
    [new TypeError("secret"), "TypeError"],
    [{ name: "Aborted" }, "Aborted"],
    ["secret", "_OTHER"],
    [undefined, "_OTHER"],
    [{ code: 7 }, "_OTHER"],
  ])("%o", (thrown, type) => {
    expect(errorType(thrown)).toBe(type)
  })
})

import { describe, expect, it } from "vitest"
import { multipart } from "./index.ts"

describe("a mistyped option of multipart()", () => {
  it("is a fault that names the right one", () => {
    const options = { maxFiles: 1, maxFileSizes: "1 MB" }
    expect(() => multipart(options)).toThrow(
      "An option of `multipart()` is invalid: `maxFileSizes` is unknown, write `maxFileSize`.",
    )
  })
})

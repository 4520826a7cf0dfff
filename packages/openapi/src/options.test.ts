import { describe, expect, it } from "vitest"
import { openapi } from "./index.ts"

describe("a mistyped option of openapi()", () => {
  it("is a fault that names the right one", () => {
    const options = { title: "Blog", version: "1.0.0", documents: "/api.json" }
    expect(() => openapi(options)).toThrow(
      "An option of `openapi()` is invalid: `documents` is unknown, write `document`.",
    )
  })
})

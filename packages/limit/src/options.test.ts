import { module } from "trivet"
import { createTestApp } from "trivet/testing"
import { describe, expect, it } from "vitest"
import { limit, limits } from "./index.ts"

describe("a mistyped option", () => {
  it("of limits() is a fault that names the right one", () => {
    const options = { prefix: "test", disable: true }
    expect(() => limits(options)).toThrow(
      "An option of `limits()` is invalid: `disable` is unknown, write `disabled`.",
    )
  })

  it("of limit() is a fault at boot that names the right one", async () => {
    class Search {
      routes() {
        const options = { name: "search", max: 3, seconds: 60, maxSecond: 600 }
        return [{ path: "/search", middlewares: [limit(options)], children: [] }]
      }
    }
    const root = module({ name: "root", imports: [limits({ prefix: "test" })], declarations: [Search] })
    await expect(createTestApp(root)).rejects.toThrow(
      /`limit\(\)` is invalid: `maxSecond` is unknown, write `maxSeconds`/,
    )
  })
})

import { describe, expect, it } from "vitest"
import { get, module, securityHeaders } from "../index.ts"
import type { SecurityHeaderOptions } from "../extend.ts"
import { createTestApp, type TestReply, type TestRequest } from "../testing.ts"

class Hello {
  routes() {
    return [get("/", () => "hello")]
  }
}

async function call(
  options?: SecurityHeaderOptions,
  path = "/",
  request: TestRequest = {},
): Promise<TestReply["headers"]> {
  const root = module({ name: "test", declarations: [Hello] })
  const app = await createTestApp(root, { middlewares: [securityHeaders(options)] })
  return (await app.request("GET", path, request)).headers
}

describe("securityHeaders", () => {
  it.each(["/", "/none", "/%"])("sends the usual headers, whatever the reply: %s", async (path) => {
    const headers = await call({}, path)
    expect(headers.get("content-security-policy")).toBe("default-src 'none'; frame-ancestors 'none'")
    expect(headers.get("cross-origin-opener-policy")).toBe("same-origin")
    expect(headers.get("cross-origin-resource-policy")).toBe("same-origin")
    expect(headers.get("referrer-policy")).toBe("no-referrer")
    expect(headers.get("x-content-type-options")).toBe("nosniff")
    expect(headers.get("x-frame-options")).toBe("DENY")
  })

  it("demands HTTPS only where it is there", async () => {
    expect((await call()).get("strict-transport-security")).toBeUndefined()
    expect((await call({}, "/", { secure: true })).get("strict-transport-security")).toBe(
      "max-age=31536000; includeSubDomains",
    )
  })

  it.each<[string, string | false]>([
    ["another demand of HTTPS", "max-age=300"],
    ["none", false],
  ])("sends %s if it is given", async (_, given) => {
    const headers = await call({ "strict-transport-security": given }, "/", { secure: true })
    expect(headers.get("strict-transport-security")).toBe(given || undefined)
    expect(headers.get("x-frame-options")).toBe("DENY")
  })

  it("sends others instead, or none", async () => {
    const headers = await call({ "x-frame-options": false, "referrer-policy": "same-origin", "x-more": "1" })
    expect(headers.get("x-frame-options")).toBeUndefined()
    expect([headers.get("referrer-policy"), headers.get("x-more")]).toEqual(["same-origin", "1"])
  })
})

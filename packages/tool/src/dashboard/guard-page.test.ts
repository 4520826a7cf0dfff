import { describe, expect, it } from "vitest"
import { createToken, statusForRequest } from "./guard-page.ts"

const own = { port: 4000, token: createToken() }
const path = `/${own.token}/`
const status = (headers: Record<string, string>, method = "GET", at = path) =>
  statusForRequest({ method, path: at, headers: { host: "127.0.0.1:4000", ...headers } }, own)

describe("statusForRequest", () => {
  it("lets the page's own requests pass", () => {
    expect(status({})).toBeUndefined()
    expect(status({ host: "localhost:4000", "sec-fetch-site": "none" })).toBeUndefined()
    expect(
      status({ "sec-fetch-site": "same-origin", origin: "http://127.0.0.1:4000" }, "POST"),
    ).toBeUndefined()
  })

  it.each(["evil.example:4000", "127.0.0.1", "127.0.0.1:4001", "localhost.evil.example:4000", ""])(
    "rejects the host %j",
    (host) => expect(status({ host })).toBe(403),
  )

  it.each(["cross-site", "same-site"])("rejects a page that is %s", (site) =>
    expect(status({ "sec-fetch-site": site })).toBe(403),
  )

  it.each(["http://localhost:4000", "https://127.0.0.1:4000", "null", "http://evil.example"])(
    "rejects the origin %s",
    (origin) => {
      expect(status({ origin })).toBe(403)
      expect(status({ origin }, "POST")).toBe(403)
    },
  )

  it("rejects a change without an origin", () => expect(status({}, "POST")).toBe(403))

  it("finds nothing without the token", () => {
    for (const at of ["/", "//", `/${own.token}x/`, `/${own.token.slice(1)}/`])
      expect(status({}, "GET", at)).toBe(404)
  })

  it("has a new token of at least 128 bits each time", () => {
    expect(Buffer.from(createToken(), "base64url").length).toBeGreaterThanOrEqual(16)
    expect(createToken()).not.toBe(createToken())
  })
})

import { describe, expect, it } from "vitest"
import { redirect } from "./redirect.ts"

describe("redirect", () => {
  it.each([
    ["/", "/"],
    ["/posts?page=2#top", "/posts?page=2#top"],
    ["/a//b", "/a//b"],
    ["/ü", "/%C3%BC"],
    ["/a%20b c%", "/a%20b%20c%"],
  ])("leads to %j", (target, location) => {
    const reply = redirect(target)
    expect([reply.status, reply.headers?.get("location")]).toEqual([303, location])
  })

  it.each([
    "//evil.example",
    "/\\evil.example",
    "https:evil.example",
    "https://evil.example",
    "javascript:alert(1)",
    "evil.example",
    "",
    "/\t/evil.example",
    "/\n//evil",
    "\\\\evil",
    "/a\\b",
    "/.//evil.example",
    "/a/..//evil.example",
    "/%2f/evil.example",
    "/%5Cevil.example",
  ])("refuses %j", (target) => {
    expect(() => redirect(target)).toThrow(/is another site/)
  })

  it("leads to another site only where it is named", () => {
    const origins = ["https://login.example"]
    expect(redirect("https://login.example/in", { origins }).headers?.get("location")).toBe(
      "https://login.example/in",
    )
    expect(() => redirect("https://login.example.evil.example/", { origins })).toThrow(/another site/)
  })
})

import { describe, expect, it } from "vitest"
import { redirect } from "./redirect.ts"

describe("redirect", () => {
  it.each(["/", "/posts?page=2#top", "/a//b", "/ü"])("leads to %j", (target) => {
    expect(redirect(target)).toMatchObject({ target, status: 303 })
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
  ])("refuses %j", (target) => {
    expect(() => redirect(target)).toThrow(/leads to another site/)
  })

  it("leads to another site only where it is named", () => {
    const origins = ["https://login.example"]
    expect(redirect("https://login.example/in", { origins }).target).toBe("https://login.example/in")
    expect(() => redirect("https://login.example.evil.example/", { origins })).toThrow(/another site/)
  })
})

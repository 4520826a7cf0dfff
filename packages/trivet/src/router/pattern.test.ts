import { describe, expect, it } from "vitest"
import type { Fault } from "../fault/fault.ts"
import { parsePattern } from "./pattern.ts"

function faultOf(path: string): string {
  try {
    parsePattern(path)
  } catch (error) {
    const { code, details } = error as Fault
    return code === "PATH_INVALID" ? `${code}: ${details["what"]}` : code
  }
  return "none"
}

describe("parsePattern", () => {
  it("tells exact paths, patterns and wildcards apart", () => {
    expect(parsePattern("/")).toMatchObject({ kind: "exact", text: "/", shape: "/", names: [] })
    expect(parsePattern("/a/b/")).toMatchObject({ kind: "exact", text: "/a/b/" })
    expect(parsePattern("/a/:id")).toMatchObject({ kind: "pattern", names: ["id"], text: "/a/:id" })
    expect(parsePattern("/a/:id/*")).toMatchObject({ kind: "wildcard", names: ["id", "*"], text: "/a/:id/*" })
    expect(parsePattern("/*")).toMatchObject({ kind: "wildcard", names: ["*"] })
  })

  it("gives one shape to patterns that differ in names only", () => {
    expect(parsePattern("/a/:id/b").shape).toBe(parsePattern("/a/:name/b").shape)
    expect(parsePattern("/a/:id/").shape).not.toBe(parsePattern("/a/:id").shape)
    expect(parsePattern("/a/:id").shape).not.toBe(parsePattern("/:a/id").shape)
    expect(parsePattern("/a/*").shape).not.toBe(parsePattern("/a/:rest").shape)
  })

  it("encodes literals as browsers do and keeps what is encoded already", () => {
    expect(parsePattern("/café/a b/\u{1f600}").text).toBe("/caf%C3%A9/a%20b/%F0%9F%98%80")
    expect(parsePattern("/caf%C3%A9").shape).toBe(parsePattern("/café").shape)
    expect(parsePattern("/\"<>^`|[]~!@$&'()+,;=").text).toBe("/%22%3C%3E%5E%60|[]~!@$&'()+,;=")
    for (const path of ["/café/\u{1f600}", "/\"<>^`|[]~!@$&'()+,;="]) {
      expect(parsePattern(path).text).toBe(new URL(path, "http://localhost").pathname)
    }
  })

  it.each([
    ["", "PATH_WITHOUT_SLASH"],
    ["a", "PATH_WITHOUT_SLASH"],
    ["*", "PATH_WITHOUT_SLASH"],
    ["//", "PATH_INVALID: an empty segment"],
    ["/a//b", "PATH_INVALID: an empty segment"],
    ["/a?x=1", "PATH_INVALID: a query"],
    ["/a#x", "PATH_INVALID: a fragment"],
    ["/a\\b", "PATH_INVALID: a backslash"],
    ["/a\tb", "PATH_INVALID: a control character"],
    ["/\ud800", "PATH_INVALID: half of a surrogate pair"],
    ["/a/../b", "PATH_INVALID: a dot segment"],
    ["/a/%2E", "PATH_INVALID: a dot segment"],
    ["/%", "PATH_INVALID: a malformed percent escape"],
    ["/%c0%af", "PATH_INVALID: a malformed percent escape"],
    ["/*/a", "WILDCARD_NOT_LAST"],
    ["/a/*/", "WILDCARD_NOT_LAST"],
    ["/a*", "WILDCARD_NOT_LAST"],
    ["/a/*rest", "WILDCARD_NOT_LAST"],
    ["/:", "PARAMETER_UNNAMED"],
    ["/:id?", "PARAMETER_UNNAMED"],
    ["/:id(\\d+)", "PARAMETER_UNNAMED"],
    ["/:id.json", "PARAMETER_UNNAMED"],
    ["/:a-:b", "PARAMETER_UNNAMED"],
    ["/:größe", "PARAMETER_UNNAMED"],
    ["/v:version", "PARAMETER_UNNAMED"],
    ["/users/{id}", "PARAMETER_UNNAMED"],
    ["/:a/:b/:a", "PARAMETER_TWICE"],
    ["/...", "none"],
    ["/.well-known/:__proto__/*", "none"],
  ])("reads %j as %s", (path, code) => {
    expect(faultOf(path)).toBe(code)
  })
})

import { describe, expect, it } from "vitest"
import { type NameRules, parseFileName } from "./parse-file-name.ts"

function parse(rest: string, rules: Partial<NameRules> = {}): string | undefined {
  return parseFileName(rest, `/assets/${encodeURI(rest)}`, { dotFiles: false, windows: false, ...rules })
}

describe("parseFileName", () => {
  it.each(["", "a.txt", "a/b.txt", "a/", "a..b", "con.css", "a:b"])("takes %j", (name) => {
    expect(parse(name)).toBe(name)
  })

  it.each([
    ".",
    "..",
    "../a",
    "a/../b",
    "a/..",
    "/a",
    "a//b",
    "a\0.txt",
    "a\\b",
    "..\\a",
    ".env",
    "a/.git/config",
  ])("rejects %j", (name) => {
    expect(parse(name)).toBeUndefined()
  })

  it.each(["a%2fb", "a%2Fb"])("rejects a path with an escaped slash: %s", (path) => {
    const rules = { dotFiles: false, windows: false }
    expect(parseFileName(decodeURIComponent(path), `/assets/${path}`, rules)).toBeUndefined()
  })

  it("takes names with a dot when told to, but never the parent folder", () => {
    expect(parse("a/.env", { dotFiles: true })).toBe("a/.env")
    expect(parse("../.env", { dotFiles: true })).toBeUndefined()
  })

  it.each([
    "con",
    "NUL.txt",
    "com1",
    "lpt¹.css",
    "a.txt:stream",
    "a.txt.",
    "a.txt ",
    "LONGNA~1",
    "a/aux/b",
    "a*",
  ])("rejects %j on Windows", (name) => {
    expect(parse(name, { windows: true })).toBeUndefined()
    expect(parse(name)).toBe(name)
  })

  it("takes ordinary names on Windows", () => {
    expect(parse("console/a.b~c.txt", { windows: true })).toBe("console/a.b~c.txt")
  })
})

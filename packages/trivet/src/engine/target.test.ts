import { describe, expect, it } from "vitest"
import { isHost } from "./host.ts"
import { plainAddress } from "./plain-address.ts"
import { parseTarget } from "./target.ts"

describe("parseTarget", () => {
  it.each([
    ["/", "/", ""],
    ["/a/b?c=d?e", "/a/b", "c=d?e"],
    ["/a?", "/a", ""],
    ["//a/", "//a/", ""],
    ["/...", "/...", ""],
    ["/.a/a./%2ea", "/.a/a./%2ea", ""],
    ["/%2f%5c%23?../\\", "/%2f%5c%23", "../\\"],
    ["http://a.example", "/", ""],
    ["HTTPS://a.example:8080/b?c", "/b", "c"],
    ["http://[::1]:80?x/admin", "/", "x/admin"],
    ["http://localhost/a", "/a", ""],
    ["HTTPS://[::1]:1/b", "/b", ""],
    ["http://a/..b", "/..b", ""],
  ])("takes %j apart", (url, path, query) => {
    // Twice: the second time the host is known.
    for (let time = 0; time < 2; time++) expect(parseTarget(url)).toEqual({ path, query })
  })

  it.each([
    ["a dot segment", ["/.", "/..", "/a/./b", "/a/../b", "/../", "/a/.."]],
    [
      "an escaped dot segment",
      ["/%2e", "/%2E/a", "/.%2e/a", "/%2e./a", "/%2e%2e/a", "/a/%2E%2e", "/a/%2E%2E/b"],
    ],
    ["a backslash", ["/\\a", "/a\\..\\b", "http://a.example/b\\c"]],
    ["a fragment", ["/a#b", "/#", "/a?b#c", "http://a.example/#b"]],
    ["no slash and no address", ["", "a", "*", "?a", "a.example:80", "ftp://a.example/"]],
  ])("rejects %s", (_, urls) => {
    for (const url of urls) expect(parseTarget(url), url).toBeUndefined()
  })

  it.each([
    "http:///a",
    "http://a@b/c",
    "http://a b/c",
    "http://a:b/c",
    "http://a:80x/c",
    "http://[::1/c",
    "http://a\\b/c",
  ])("rejects an address whose host is none: %s", (url) => {
    expect(parseTarget(url)).toBeUndefined()
  })

  it("takes no longer host for the one that it saw last", () => {
    expect(parseTarget("http://a.example/b")).toEqual({ path: "/b", query: "" })
    expect(parseTarget("http://a.example@evil.example/b")).toBeUndefined()
    expect(parseTarget("http://a.example.evil.example/b")).toEqual({ path: "/b", query: "" })
    expect(parseTarget("http://a.example:80/b")).toEqual({ path: "/b", query: "" })
  })
})

describe("isHost", () => {
  it("knows hosts from what is none, also after a good one", () => {
    for (const host of ["a", "a:1", "[::1]:80", "a.b-c_d", "1.2.3.4"]) expect(isHost(host), host).toBe(true)
    for (const host of ["", "a/b", "a@b", "a b", "a:b", "a:1:2", "[a", "a\n", "[::1]x"])
      expect(isHost(host), host).toBe(false)
  })
})

describe("plainAddress", () => {
  it("converts an IPv4 address that a dual-stack socket reports as IPv6", () => {
    expect(plainAddress("::ffff:127.0.0.1")).toBe("127.0.0.1")
    expect(plainAddress("::1")).toBe("::1")
    expect(plainAddress("2001:db8::ffff:1.2.3.4")).toBe("2001:db8::ffff:1.2.3.4")
  })
})

import { describe, expect, it } from "vitest"
import { judgeHead, withBody, withoutBody } from "./judge-head.ts"

const judge = (rawHeaders: string[], minor = 1, major = 1) =>
  judgeHead({ rawHeaders, httpVersionMajor: major, httpVersionMinor: minor })
const host = ["Host", "a"]

describe("judgeHead", () => {
  it("asks for one Host, in any spelling, but not on HTTP/1.0", () => {
    expect(judge(host)).toBe(withoutBody)
    expect(judge(["hOsT", "a"])).toBe(withoutBody)
    expect(judge([])).toBe(400)
    expect(judge([], 0)).toBe(withoutBody)
    expect(judge([...host, "HOST", "a"])).toBe(400)
    expect(judge([...host, "Host", "a"], 0)).toBe(400)
  })

  it.each(["", "a b", "a/b", "u@h", "a#b", "a?b", "a\\b", "a:b", "[::1", "a, b/"])(
    "takes no Host %j",
    (name) => {
      expect(judge(["Host", name])).toBe(400)
    },
  )

  it("knows a body by its length or its coding", () => {
    expect(judge([...host, "Content-Length", "3"])).toBe(withBody)
    expect(judge([...host, "content-length", "0"])).toBe(withoutBody)
    expect(judge([...host, "Transfer-Encoding", "chunked"])).toBe(withBody)
    expect(judge([...host, "transfer-encoding", "Chunked"])).toBe(withBody)
  })

  it("refuses codings that another server may read otherwise", () => {
    expect(judge([...host, "Transfer-Encoding", "chunked", "Transfer-Encoding", "chunked"])).toBe(400)
    expect(judge([...host, "Transfer-Encoding", "chunked"], 0)).toBe(400)
    expect(judge([...host, "Transfer-Encoding", "gzip, chunked"])).toBe(501)
    expect(judge([...host, "TRANSFER-ENCODING", ""])).toBe(501)
  })

  it("takes 100 headers and no more, and no other version", () => {
    const many = (count: number) => Array.from({ length: count }, () => ["x", "1"]).flat()
    expect(judge([...host, ...many(99)])).toBe(withoutBody)
    expect(judge([...host, ...many(100)])).toBe(431)
    expect(judge(host, 0, 2)).toBe(505)
    expect(judge(host, 9, 0)).toBe(505)
  })
})

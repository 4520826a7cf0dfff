import { describe, expect, it } from "vitest"
import { createHeadReader } from "./read-head.ts"

describe("createHeadReader", () => {
  it("gives the head without what belongs to a connection, and what follows", () => {
    const read = createHeadReader()
    const lines = [
      "HTTP/1.1 201 Created",
      "Set-Cookie: a=1",
      "Connection: keep-alive",
      "Keep-Alive: timeout=72",
      "Transfer-Encoding: chunked",
      "X-A: b: c",
      "",
      "rest",
    ]
    const { head, rest } = read(Buffer.from(lines.join("\r\n")))!
    expect([head.status, [...head.headers], rest.toString()]).toEqual([
      201,
      [
        ["set-cookie", "a=1"],
        ["x-a", "b: c"],
      ],
      "rest",
    ])
  })

  it("waits for the whole head, in whatever pieces it comes, and drops those before it", () => {
    const read = createHeadReader()
    const text = "HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\nHTTP/1.1 200 OK\r\nX-A: b\r\n\r\n"
    const found = [...Buffer.from(text)].map((byte) => read(Buffer.from([byte])))
    expect(found.slice(0, -1).every((one) => one === undefined)).toBe(true)
    expect([...found.at(-1)!.head.headers]).toEqual([["x-a", "b"]])
  })
})

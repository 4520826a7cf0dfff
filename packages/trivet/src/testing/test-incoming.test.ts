import { describe, expect, it } from "vitest"
import { TestIncoming } from "./test-incoming.ts"

async function textOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  let text = ""
  for await (const chunk of chunks) text += new TextDecoder().decode(chunk)
  return text
}

describe("TestIncoming", () => {
  it("takes the query from the target unless it is given", () => {
    expect(new TestIncoming("GET", "/a?b=1?c", {})).toMatchObject({ path: "/a", query: "b=1?c" })
    expect(new TestIncoming("GET", "/a?b=1", { query: "c=2" })).toMatchObject({ path: "/a", query: "c=2" })
    expect(new TestIncoming("GET", "/a", { query: { c: "& " } }).query).toBe("c=%26+")
  })

  it("has headers in lower case and no prototype to find others on", () => {
    const incoming = new TestIncoming("GET", "/", { headers: { "X-A": "1", ["__proto__"]: "2" }, json: {} })
    expect({ ...incoming.headers() }).toEqual({
      "x-a": "1",
      ["__proto__"]: "2",
      "content-type": "application/json",
    })
    expect(incoming.header("constructor")).toBeUndefined()
  })

  it("gives its body once, as bytes or as a stream", async () => {
    const incoming = new TestIncoming("POST", "/", { body: "abc" })
    await expect(incoming.bytes(3)).resolves.toHaveLength(3)
    await expect(incoming.bytes(3)).rejects.toMatchObject({ code: "BODY_TAKEN" })
    await expect(textOf(new TestIncoming("POST", "/", { body: "abc" }).stream())).resolves.toBe("abc")
    await expect(new TestIncoming("POST", "/", { body: "abc" }).bytes(2)).rejects.toMatchObject({
      code: "BODY_TOO_LARGE",
    })
  })
})

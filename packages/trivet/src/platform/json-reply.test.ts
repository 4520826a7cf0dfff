import { describe, expect, it } from "vitest"
import { type Context, get, module, Reply } from "../index.ts"
import { createTestApp, type TestReply } from "../testing.ts"

/** The reply to a call whose handler returns a value. */
async function replyTo(value: unknown): Promise<TestReply> {
  class Returning {
    routes() {
      return [get("/", this.value)]
    }
    value(): unknown {
      return value
    }
  }
  return (await createTestApp(module({ name: "test", declarations: [Returning] }))).request("GET", "/")
}

async function told(value: unknown): Promise<readonly [number, string, string | undefined]> {
  const reply = await replyTo(value)
  return [reply.status, reply.text(), reply.headers.get("content-type")]
}

const json = "application/json; charset=utf-8"
const failed = [500, '{"error":"Internal Server Error"}', json]

async function* rows() {
  yield "text "
  yield new TextEncoder().encode("bytes ")
  yield { a: 1 }
}

describe("jsonReply", () => {
  it.each([
    [{ a: 1 }, '{"a":1}'],
    [[1, "two"], '[1,"two"]'],
    ["text", '"text"'],
    [0, "0"],
    [false, "false"],
    [null, "null"],
    [new Date(0), '"1970-01-01T00:00:00.000Z"'],
    [Object.create(null), "{}"],
    [
      new (class Point {
        x = 1
      })(),
      '{"x":1}',
    ],
    [{ error: "e", more: 1 }, '{"error":"e","more":1}'],
    [{ error: 1 }, '{"error":1}'],
    [{ _status: 201, data: 1, more: 2 }, '{"_status":201,"data":1,"more":2}'],
    [{ _status: 99, data: 1 }, '{"_status":99,"data":1}'],
    [{ _status: "201", data: 1 }, '{"_status":"201","data":1}'],
  ])("answers 200 with JSON for %j", async (value, body) => {
    expect(await told(value)).toEqual([200, body, json])
  })

  it("answers 204 without a body for nothing", async () => {
    expect(await told(undefined)).toEqual([204, "", undefined])
  })

  it.each([
    [{ error: "e" }, 500],
    [{ error: "e", status: 404 }, 404],
    [{ error: "e", status: 200 }, 500],
    [{ error: "e", status: 600 }, 500],
    [{ error: "e", status: "404" }, 500],
  ])("takes %j for an error, with the status %i", async (value, status) => {
    expect(await told(value)).toEqual([status, JSON.stringify(value), json])
  })

  it("takes the status and the body of `_status` and `data`", async () => {
    expect(await told({ _status: 201, data: { a: 1 } })).toEqual([201, '{"a":1}', json])
    expect(await told({ _status: 202 })).toEqual([202, "", undefined])
    expect(await told({ _status: 204, data: { a: 1 } })).toEqual([204, "", undefined])
  })

  it("streams texts and bytes as they are, and other things as lines", async () => {
    expect(await told(rows())).toEqual([200, 'text bytes {"a":1}\n', "text/plain; charset=utf-8"])
    expect(await told(new Blob(["abc"]).stream())).toEqual([200, "abc", "application/octet-stream"])
    expect(await told(new TextEncoder().encode("abc"))).toEqual([200, "abc", "application/octet-stream"])
  })

  it("passes a Web response through", async () => {
    const reply = await replyTo(new Response("made", { status: 418, headers: { "x-a": "1" } }))
    expect([reply.status, reply.text(), reply.headers.get("x-a")]).toEqual([418, "made", "1"])
  })

  it("drops what a fetched response says of its own connection", async () => {
    const headers = { connection: "close", "keep-alive": "timeout=1", "x-a": "1" }
    const reply = await replyTo(new Response("made", { headers }))
    expect([reply.headers.get("connection"), reply.headers.get("keep-alive")]).toEqual([undefined, undefined])
    expect(reply.headers.get("x-a")).toBe("1")
  })

  it("waits for what can be awaited", async () => {
    // Such objects are what query builders give.
    const query = new (class Query {
      // oxlint-disable-next-line unicorn/no-thenable
      then(give: (value: unknown) => void) {
        give({ a: 1 })
      }
    })()
    expect(await told(query)).toEqual([200, '{"a":1}', json])
  })

  const circle: { self?: unknown } = {}
  circle.self = circle
  it.each([
    ["a function", () => 1],
    ["a symbol", Symbol("s")],
    ["a BigInt", 1n],
    ["a circle", circle],
    [
      "an object whose toJSON fails",
      {
        toJSON: () => {
          throw new Error("secret")
        },
      },
    ],
    ["Response.error()", Response.error()],
    ["a reply whose value is a function", Reply.json(200, () => 1)],
  ])("answers 500 for what has no form on the wire: %s", async (_, value) => {
    expect(await told(value)).toEqual(failed)
  })

  it("answers 500 for a Web response that was read before", async () => {
    const response = new Response("read")
    await response.text()
    expect(await told(response)).toEqual(failed)
  })

  it("gives a reply as it is", async () => {
    class Replying {
      routes() {
        return [
          get("/", (ctx: Context) => ctx.status(201).json({ a: 1 })),
          get("/text", (ctx) => ctx.status(202).send("t")),
        ]
      }
    }
    const app = await createTestApp(module({ name: "test", declarations: [Replying] }))
    const [one, two] = [await app.request("GET", "/"), await app.request("GET", "/text")]
    expect([one.status, one.text(), one.headers.get("content-type")]).toEqual([201, '{"a":1}', json])
    expect([two.status, two.text(), two.headers.get("content-type")]).toEqual([
      202,
      "t",
      "text/plain; charset=utf-8",
    ])
  })
})

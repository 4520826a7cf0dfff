import { type Context, Reply, type Route } from "trivet"

const encoder = new TextEncoder()

function streamOf(...texts: readonly string[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const text of texts) controller.enqueue(encoder.encode(text))
      controller.close()
    },
  })
}

async function* eachOf<Value>(...values: readonly Value[]): AsyncGenerator<Value> {
  for (const value of values) {
    await Promise.resolve()
    yield value
  }
}

class Money {
  readonly #cents = 150
  toJSON() {
    return { euros: this.#cents / 100 }
  }
}

class Later {
  // oxlint-disable-next-line unicorn/no-thenable -- A query builder is one, and handlers return those.
  then(give: (value: unknown) => void): void {
    give({ late: true })
  }
}

/** One of everything that a handler can return, by name. */
const returned: Readonly<Record<string, (ctx: Context) => unknown>> = {
  reply: (ctx) => ctx.status(202).json({ told: true }),
  "reply-made": () => Reply.body(200, "text/csv; charset=utf-8", "a,b\n"),
  object: () => ({ a: 1, nested: { b: [true, null, "ä"] } }),
  "object-without-prototype": () => Object.assign(Object.create(null) as object, { a: 1 }),
  array: () => [1, "two", null],
  "empty-object": () => ({}),
  "empty-array": () => [],
  text: () => "a text",
  "empty-text": () => "",
  number: () => 42,
  zero: () => 0,
  true: () => true,
  false: () => false,
  null: () => null,
  undefined: () => undefined,
  later: async () => ({ late: true }),
  "later-undefined": async () => undefined,
  thenable: () => new Later(),
  date: () => ({ at: new Date(0) }),
  "to-json": () => new Money(),
  map: () => new Map([["a", 1]]),
  "with-undefined": () => ({ a: undefined, b: 1 }),
  bigint: () => 1n,
  circular: () => {
    const value: Record<string, unknown> = {}
    return (value["self"] = value)
  },
  symbol: () => Symbol("s"),
  function: () => () => 1,
  error: () => ({ error: "Failed" }),
  "error-status": () => ({ error: "Conflict", status: 409 }),
  "error-status-odd": () => ({ error: "Failed", status: 200 }),
  "error-status-text": () => ({ error: "Failed", status: "409" }),
  "error-status-broken": () => ({ error: "Failed", status: 404.5 }),
  "error-more": () => ({ error: "none", status: 409, more: 1 }),
  "error-number": () => ({ error: 7 }),
  "error-object": () => new Error("secret: returned, not thrown"),
  status: () => ({ _status: 201, data: { id: 1 } }),
  "status-null": () => ({ _status: 200, data: null }),
  "status-alone": () => ({ _status: 202 }),
  "status-204": () => ({ _status: 204, data: { dropped: true } }),
  "status-odd": () => ({ _status: 99, data: 1 }),
  "status-high": () => ({ _status: 700, data: 1 }),
  "status-text": () => ({ _status: "201", data: 1 }),
  "status-more": () => ({ _status: 201, data: 1, more: 2 }),
  response: () => new Response("from a Response", { status: 203, headers: { "x-own": "yes" } }),
  "response-typed": () => new Response("<p>", { headers: { "content-type": "text/html" } }),
  "response-length": () => new Response(streamOf("one ", "two"), { headers: { "content-length": "7" } }),
  "length-lies": (ctx) => {
    ctx.response().setHeader("content-length", "3")
    ctx.response().setHeader("transfer-encoding", "gzip")
    return { a: 1 }
  },
  "response-json": () => Response.json({ told: true }, { status: 201 }),
  "response-empty": () => new Response(null, { status: 204, headers: { "x-own": "yes" } }),
  "response-200-empty": () => new Response(null),
  "response-304": () => new Response(null, { status: 304, headers: { etag: '"1"' } }),
  "response-redirect": () => Response.redirect("https://app.example/there", 302),
  "response-stream": () =>
    new Response(streamOf("one ", "two ", "three"), { headers: { "content-type": "text/plain" } }),
  "response-cookies": () => {
    const headers = new Headers({ "content-type": "text/plain" })
    headers.append("set-cookie", "a=1; Path=/")
    headers.append("set-cookie", "b=2; Path=/")
    return new Response("two cookies", { headers })
  },
  "response-and-headers": (ctx) => {
    ctx.response().setHeader("x-own", "from ctx")
    ctx.response().setHeader("x-ctx", "yes")
    ctx.setCookie("c", "3")
    return new Response("both", { headers: { "x-own": "from Response", "set-cookie": "a=1" } })
  },
  "response-read": async () => {
    const response = new Response("read already")
    await response.text()
    return response
  },
  stream: () => streamOf("one ", "two"),
  "stream-typed": (ctx) => {
    ctx.response().setHeader("content-type", "text/plain")
    return streamOf("one ", "two")
  },
  "stream-empty": () => streamOf(),
  "iterable-text": () => eachOf("one ", "", "twö"),
  "iterable-bytes": () => eachOf(encoder.encode("one "), encoder.encode("two")),
  "iterable-objects": () => eachOf<unknown>({ a: 1 }, [2], 3, null),
  "iterable-empty": () => eachOf(),
  "iterable-typed": (ctx) => {
    ctx.response().setHeader("content-type", "text/event-stream")
    return eachOf("data: 1\n\n", "data: 2\n\n")
  },
  "iterable-later": async () => eachOf("late"),
  bytes: () => new Uint8Array([0, 1, 254, 255]),
  "bytes-part": () => new Uint8Array([9, 0, 1, 9]).subarray(1, 3),
  "bytes-empty": () => new Uint8Array(0),
}

/** Returns what the path names. */
export class ReturnedController {
  routes(): readonly Route[] {
    return Object.entries(returned).map(([name, handler]) => ({
      method: "GET",
      path: `/returned/${name}`,
      handler,
    }))
  }
}

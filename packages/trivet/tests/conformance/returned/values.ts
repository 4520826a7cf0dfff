import { type Context, PublicError, Reply } from "trivet"
import { html } from "trivet/web"

/** A reply over HTTP: its status, and its body as JSON data, as text, or as a part of a page. */
export type Seen =
  | { readonly status: number; readonly json: unknown }
  | { readonly status: number; readonly text: string }
  | { readonly status: number; readonly page: string }

/** How a command ended, and what it wrote. */
export interface Ended {
  readonly code: number
  readonly out?: string
  /** A part of what standard error got; `""` unless given. */
  readonly err?: string
}

/** One kind of value, and what it becomes everywhere. */
export interface ReturnedValue {
  readonly name: string
  readonly make: (ctx: Context) => unknown
  readonly api: Seen
  /** The web platform for a browser; as `api` unless given. */
  readonly people?: Seen
  /** The web platform for a client that prefers JSON; as `api` unless given. */
  readonly programs?: Seen
  readonly cli: Ended
  /** What it becomes where a middleware returns it; the same unless given. */
  readonly byMiddleware?: Pick<ReturnedValue, "api" | "people" | "cli">
}

const internal: Seen = { status: 500, json: { error: "Internal Server Error" } }
const internalPage: Seen = { status: 500, page: "Internal Server Error" }

function data(name: string, make: ReturnedValue["make"], json: unknown, out: string): ReturnedValue {
  return { name, make, api: { status: 200, json }, cli: { code: 0, out } }
}

/** An error that is returned: JSON for programs, a page for people, one line on standard error. */
function error(
  name: string,
  make: ReturnedValue["make"],
  status: number,
  json: { error: string },
): ReturnedValue {
  return {
    name,
    make,
    api: { status, json },
    people: { status, page: json.error },
    cli: { code: status === 400 ? 2 : 1, err: json.error },
  }
}

/** A value that has no JSON form. `entry` is what the fault calls it. */
function fault(name: string, make: ReturnedValue["make"], entry: string): ReturnedValue {
  return { name, make, api: internal, people: internalPage, cli: { code: 1, err: `returned ${entry}` } }
}

async function* eachOf(...values: readonly unknown[]): AsyncGenerator {
  for (const value of values) {
    await Promise.resolve()
    yield value
  }
}

function streamOf(text: string): ReadableStream<Uint8Array> {
  return new Response(text).body as ReadableStream<Uint8Array>
}

class Later {
  // oxlint-disable-next-line unicorn/no-thenable -- A query builder is one, and handlers return those.
  then(give: (value: unknown) => void): void {
    give({ late: true })
  }
}

class Outcome {
  readonly error = "none"
}

class Closed {
  readonly #secret = 1
  get shown() {
    return this.#secret
  }
}

/** A `Response` as libraries bring it: the same members, another class. */
class OwnResponse {
  readonly status = 404
  readonly headers = new Headers({ "content-type": "text/plain" })
  readonly bodyUsed = false
  readonly url = ""
  get body() {
    return streamOf("not here")
  }
  async arrayBuffer() {
    return new ArrayBuffer(0)
  }
}

function circular(): unknown {
  const value: Record<string, unknown> = {}
  return (value["self"] = value)
}

/** Every kind of value that a handler or a middleware can return or throw. */
export const returnedValues: readonly ReturnedValue[] = [
  data("object", () => ({ a: 1, b: "ä" }), { a: 1, b: "ä" }, "a  1\nb  ä\n"),
  data("array", () => [{ a: 1 }, { a: 2 }], [{ a: 1 }, { a: 2 }], "A\n1\n2\n"),
  data("empty-array", () => [], [], "(none)\n"),
  data("text", () => "a text", "a text", "a text\n"),
  data("number", () => 42, 42, "42\n"),
  data("false", () => false, false, "false\n"),
  data("null", () => null, null, "\n"),
  {
    name: "undefined",
    make: () => undefined,
    api: { status: 204, text: "" },
    cli: { code: 0 },
    // A middleware that forgot `return next()`. In production it is 204.
    byMiddleware: {
      api: internal,
      people: internalPage,
      cli: { code: 1, err: "`returning`" },
    },
  },
  data("promise", async () => ({ late: true }), { late: true }, "late  true\n"),
  data("thenable", () => new Later(), { late: true }, "late  true\n"),
  data("date", () => new Date(0), "1970-01-01T00:00:00.000Z", "1970-01-01T00:00:00.000Z\n"),
  data("instance-with-error", () => new Outcome(), { error: "none" }, "error  none\n"),
  data(
    "error-and-more",
    () => ({ error: "none", more: 1 }),
    { error: "none", more: 1 },
    "error  none\nmore   1\n",
  ),
  error("error-map", () => ({ error: "boom" }), 500, { error: "boom" }),
  error("error-map-later", async () => ({ error: "boom" }), 500, { error: "boom" }),
  {
    ...error("error-map-404", () => ({ error: "Gone", status: 404 }), 404, { error: "Gone" }),
    api: { status: 404, json: { error: "Gone", status: 404 } },
  },
  {
    ...error("error-map-200", () => ({ error: "boom", status: 200 }), 500, { error: "boom" }),
    api: { status: 500, json: { error: "boom", status: 200 } },
  },
  error("reply-error", (ctx) => ctx.status(403).json({ error: "Forbidden" }), 403, { error: "Forbidden" }),
  error("thrown-public", () => thrown(new PublicError(409, "Taken")), 409, { error: "Taken" }),
  {
    name: "thrown-error",
    make: () => thrown(new Error("a secret")),
    api: internal,
    people: internalPage,
    cli: { code: 1, err: "a secret" },
  },
  {
    name: "status-map",
    make: () => ({ _status: 201, data: { id: 1 } }),
    api: { status: 201, json: { id: 1 } },
    cli: { code: 0, out: "id  1\n" },
  },
  {
    name: "status-map-404",
    make: () => ({ _status: 404, data: { id: 1 } }),
    api: { status: 404, json: { id: 1 } },
    cli: { code: 1, out: "id  1\n" },
  },
  {
    name: "status-map-alone",
    make: () => ({ _status: 202 }),
    api: { status: 202, text: "" },
    cli: { code: 0 },
  },
  {
    name: "reply-json",
    make: (ctx) => ctx.status(201).json({ id: 1 }),
    api: { status: 201, json: { id: 1 } },
    cli: { code: 0, out: "id  1\n" },
  },
  {
    name: "reply-text",
    make: (ctx) => ctx.status(200).send("as it is"),
    api: { status: 200, text: "as it is" },
    cli: { code: 0, out: "as it is\n" },
  },
  {
    name: "reply-made",
    make: () => Reply.body(200, "text/csv", "a,b\n"),
    api: { status: 200, text: "a,b\n" },
    cli: { code: 0, out: "a,b\n" },
  },
  {
    name: "response",
    make: () => new Response("passed on", { status: 203 }),
    api: { status: 203, text: "passed on" },
    cli: { code: 0, out: "passed on" },
  },
  {
    name: "response-of-another-class",
    make: () => new OwnResponse(),
    api: { status: 404, text: "not here" },
    cli: { code: 1, err: "not here" },
  },
  {
    name: "stream",
    make: () => streamOf("flows"),
    api: { status: 200, text: "flows" },
    cli: { code: 0, out: "flows" },
  },
  {
    name: "bytes",
    make: () => new Uint8Array([104, 105]),
    api: { status: 200, text: "hi" },
    cli: { code: 0, out: "hi" },
  },
  {
    name: "texts-one-by-one",
    make: () => eachOf("one\n", "two\n"),
    api: { status: 200, text: "one\ntwo\n" },
    cli: { code: 0, out: "one\ntwo\n" },
  },
  {
    name: "objects-one-by-one",
    make: () => eachOf({ a: 1 }, [2]),
    api: { status: 200, text: '{"a":1}\n[2]\n' },
    cli: { code: 0, out: '{"a":1}\n[2]\n' },
  },
  {
    name: "markup",
    make: () => html`<p>${"<b>"}</p>`,
    api: { status: 200, text: "<p>&lt;b&gt;</p>" },
    people: { status: 200, page: "<p>&lt;b&gt;</p>" },
    programs: { status: 200, page: "<p>&lt;b&gt;</p>" },
    cli: { code: 0, out: "<p>&lt;b&gt;</p>\n" },
  },
  fault("map", () => new Map([["a", 1]]), "an instance of `Map`"),
  fault("set", () => new Set([1]), "an instance of `Set`"),
  fault("bigint", () => 1n, "the bigint 1"),
  fault("function", () => () => 1, "a function without a name"),
  fault("symbol", () => Symbol("s"), "the symbol Symbol(s)"),
  fault("error-instance", () => new TypeError("a secret"), "an instance of `TypeError`"),
  fault("instance-without-fields", () => new Closed(), "an instance of `Closed`"),
  fault("circular", circular, "a plain object in `self`"),
  fault("nested-map", () => ({ a: [{ b: new Map() }] }), "an instance of `Map` in `a.0.b`"),
  fault("nested-bigint", () => [{ id: 7n }], "the bigint 7 in `0.id`"),
  fault("nested-promise", () => ({ posts: Promise.resolve([]) }), "a promise in `posts`"),
]

function thrown(cause: Error): never {
  throw cause
}

import { describe, expect, it } from "vitest"
import { KeptBody, type RecordedCall } from "../record/recorded-call.ts"
import { exchangeOf } from "./exchange.ts"
import { findSteps } from "./find-steps.ts"
import { StandIns } from "./stand-ins.ts"
import { writeTest } from "./write-test.ts"

let count = 0
interface Sent {
  readonly json?: unknown
  readonly form?: string
  readonly headers?: Readonly<Record<string, string>>
}
interface Got {
  readonly status: number
  readonly json?: unknown
  readonly text?: string
  readonly headers?: readonly string[]
}

/** A recorded call: `POST /posts` with what was sent and got. */
function call(title: string, sent: Sent, got: Got, pattern?: string): RecordedCall {
  const [method = "", target = ""] = title.split(" ")
  const [path = "", query = ""] = target.split("?")
  const [body, replyBody] = [new KeptBody(), new KeptBody()]
  if (sent.json !== undefined) body.add(JSON.stringify(sent.json))
  if (sent.form !== undefined) body.add(sent.form)
  if (got.json !== undefined) replyBody.add(JSON.stringify(got.json))
  if (got.text !== undefined) replyBody.add(got.text)
  const type = sent.json === undefined ? {} : { "content-type": "application/json" }
  return {
    kind: "request",
    id: String(++count),
    method,
    path,
    query,
    pattern: pattern ?? path,
    began: 0,
    start: 0,
    headers: { host: "localhost:3000", ...type, ...sent.headers },
    body,
    operations: [],
    logs: [],
    ms: 1,
    answered: 1,
    status: got.status,
    replyHeaders: got.headers ?? [],
    replyBody,
    error: undefined,
  }
}

function textFor(calls: readonly RecordedCall[], schema: unknown = {}): string {
  return writeTest({ all: calls.map(exchangeOf), target: calls.length - 1, schema, entry: "./main.ts" })
}

const form = "application/x-www-form-urlencoded"
const id = "5d1f0c1e-7a52-4a3b-9a63-0d6a4f1f2b11"
const create = call(
  "POST /posts",
  { json: { title: "On engines" } },
  { status: 201, json: { id, title: "On engines" } },
)

describe("findSteps", () => {
  const steps = (...calls: RecordedCall[]) => findSteps(calls.map(exchangeOf), calls.length - 1)

  it("leaves out what has nothing to do with a call", () => {
    const other = call(
      "POST /posts",
      { json: { title: "On tides" } },
      { status: 201, json: { id: "0-other-id-0" } },
    )
    const failed = call("POST /posts", { json: { title: "" } }, { status: 400, json: { error: "Invalid" } })
    const show = call(
      `GET /posts/${id}`,
      {},
      { status: 200, json: { id, title: "On engines" } },
      "/posts/:id",
    )
    expect(steps(other, create, failed, show)).toEqual([1, 3])
  })

  it("takes in what changed the same thing, and what a list shows", () => {
    const update = call(
      `PUT /posts/${id}`,
      { json: { title: "New" } },
      { status: 200, json: { id } },
      "/posts/:id",
    )
    const remove = call(`DELETE /posts/${id}`, {}, { status: 204 }, "/posts/:id")
    const gone = call(`GET /posts/${id}`, {}, { status: 404, json: { error: "Not found" } }, "/posts/:id")
    expect(steps(create, update, remove, gone)).toEqual([0, 1, 2, 3])
    expect(
      steps(create, call("GET /posts", {}, { status: 200, json: [{ id, title: "On engines" }] })),
    ).toEqual([0, 1])
    expect(steps(create, call("GET /posts", {}, { status: 200, json: [] }))).toEqual([1])
  })

  it("takes in a logout for who is rejected, and all attempts for who is limited", () => {
    const token = "a-token-of-a-login"
    const headers = { authorization: `Bearer ${token}` }
    const login = call(
      "POST /login",
      { json: { email: "ada@example.com" } },
      { status: 200, json: { token } },
    )
    const logout = call("POST /logout", { headers }, { status: 204 })
    const note = call("POST /notes", { headers, json: { text: "of mine" } }, { status: 201, json: {} })
    expect(steps(login, note, call("GET /me", { headers }, { status: 200, json: {} }))).toEqual([0, 2])
    expect(steps(login, logout, call("GET /me", { headers }, { status: 401, json: {} }))).toEqual([0, 1, 2])
    const key = call("POST /keys", { json: {} }, { status: 201, json: { id, key: "the-key-itself" } })
    const revoke = call(`DELETE /keys/${id}`, {}, { status: 204 }, "/keys/:id")
    const used = call("GET /key", { headers: { "x-api-key": "the-key-itself" } }, { status: 401, json: {} })
    expect(steps(key, login, revoke, used)).toEqual([0, 2, 3])
    const wrong = () => call("POST /login", { json: { email: "bob@example.com" } }, { status: 401, json: {} })
    const limited = call("POST /login", { json: { email: "bob@example.com" } }, { status: 429, json: {} })
    expect(steps(wrong(), login, wrong(), limited)).toEqual([0, 2, 3])
  })
})

describe("writeTest", () => {
  it("takes ids from earlier replies and masks new ones", () => {
    const show = call(
      `GET /posts/${id}`,
      {},
      {
        status: 200,
        json: {
          id,
          title: "On engines",
          revision: "0b7f4c1e-7a52-4a3b-9a63-0d6a4f1f2b12",
          at: "2026-01-01T10:00:00Z",
        },
      },
      "/posts/:id",
    )
    const text = textFor([create, show])
    expect(text).toContain('app.request("GET", `/posts/${postsId}`)')
    expect(text).toContain("id: postsId")
    expect(text).toContain(`title: "On engines"`)
    expect(text).toMatch(/revision: expect\.stringMatching\(.*\),\n.*at: expect\.stringMatching\(/)
    expect(text).not.toContain(id)
  })

  it("masks by the schema what its form does not tell", () => {
    const schema = { properties: { day: { format: "date" }, name: { type: "string" } } }
    const text = textFor(
      [call("GET /day", {}, { status: 200, json: { day: "2026-05-01", name: "May" } })],
      schema,
    )
    expect(text).toContain(`{ day: expect.stringMatching(/./), name: "May" }`)
  })

  it("handles ids that are numbers", () => {
    const made = call(
      "POST /items",
      { json: { name: "lamp" } },
      { status: 201, json: { id: 7, name: "lamp" } },
    )
    const show = call("GET /items/7", {}, { status: 200, json: { id: 7, count: 7 } }, "/items/:id")
    const text = textFor([made, show])
    expect(text).toContain("const itemsId = (items.json() as { id: number }).id")
    expect(text).toContain("{ id: itemsId, count: 7 }")
  })

  it("writes no password, and the same one for the same", () => {
    const json = { email: "ada@example.com", password: "Hunter-22" }
    const text = textFor([
      call("POST /register", { json }, { status: 201, json: {} }),
      call(
        "POST /login",
        {
          form: "email=ada%40example.com&password=Hunter-22",
          headers: { "content-type": "application/x-www-form-urlencoded" },
        },
        { status: 200, json: {} },
      ),
    ])
    expect(text).not.toContain("Hunter")
    const [first, second] = [...text.matchAll(/password: "([A-Z][a-z]{5}-\d\d)"/g)].map((found) => found[1])
    expect(first).toBe(second)
    expect(first).toBeDefined()
  })

  it("writes no token of a path without a route, of a query's name or of a body that cannot be parsed", () => {
    const token = "35YaJsqIuz8aOJcG-PkhRIUliXXUvgL9ocp48Oh29fs"
    const calls = [
      call(`POST /reset-password/${token}`, {}, { status: 404 }, "/*"),
      call(`POST /reset-password?${token}`, {}, { status: 400 }),
      call("POST /login", { form: `{"email":"ada@example.com","password":"hunter2` }, { status: 400 }),
      call("POST /login", { form: `--x\r\n\r\n${token}\r\n--x--` }, { status: 415 }),
      call("POST /login", { form: token, headers: { "content-type": form } }, { status: 400 }),
    ]
    const texts = calls.map((one) => textFor([one]))
    for (const text of texts) {
      expect(text).not.toContain(token)
      expect(text).not.toContain("hunter2")
    }
    expect(texts[0]).toContain('"/reset-password/')
    expect(texts[2]).toContain("ada@example.com")
  })

  it("says that credentials are missing, and writes none", () => {
    const headers = { authorization: "Bearer of-another-run", cookie: "sid=of-another-run-too" }
    const text = textFor([call("GET /me", { headers }, { status: 200, json: {} })])
    expect(text).not.toContain("of-another-run")
    expect(text).toContain("Its credentials are in no recorded reply")
    expect(textFor([call("GET /me", { headers }, { status: 401, json: {} })])).not.toContain(
      "Its credentials",
    )
  })

  it("takes cookies from where they were set", () => {
    const headers = ["set-cookie", "sid=0123456789abcdef; HttpOnly; Path=/", "content-type", "text/plain"]
    const login = call("POST /login", { json: {} }, { status: 200, text: "in", headers })
    const text = textFor([
      login,
      call("GET /me", { headers: { cookie: "sid=0123456789abcdef" } }, { status: 200, text: "me" }),
    ])
    expect(text).toContain(`const sid = cookieOf(login, "sid")`)
    expect(text).toContain("headers: { cookie: `sid=${sid}` }")
    expect(textFor([login])).toContain(String.raw`expect.stringMatching(/^sid=[^;]+; HttpOnly; Path=\/$/)`)
  })

  it("keeps what a client sent from becoming code of a template", () => {
    const headers = ["set-cookie", "sid=0123456789abcdef"]
    const cookie = "a`${process.exit()}=1; sid=0123456789abcdef"
    const text = textFor([
      call("POST /login", { json: {} }, { status: 204, headers }),
      call("GET /me", { headers: { cookie } }, { status: 204 }),
    ])
    expect(text).toContain("`a\\`\\${process.exit()}=")
    expect(text).toContain("sid=${sid}`")
  })

  it("keeps what a client sent from becoming code", () => {
    const hostile = '`${process.exit()}` */ " \u2028 \\'
    const text = textFor([
      call(
        "POST /posts",
        { json: { title: hostile, ["__proto__"]: 1, "a-b": hostile }, headers: { "x-note": hostile } },
        { status: 200, text: hostile },
      ),
    ])
    // It is a module that parses, and these are texts in it.
    const found = [...text.matchAll(/"(?:[^"\\]|\\.)*"/g)].map(([one]) => JSON.parse(one) as string)
    expect(found.filter((one) => one === hostile).length).toBe(4)
    expect(text.replace(/"(?:[^"\\]|\\.)*"/g, "")).not.toContain("process.exit")
  })
})

describe("StandIns", () => {
  it("have the shape and the length in bytes of their secrets", () => {
    const made = new StandIns()
    expect(made.of("Abc-12 é語")).toMatch(/^[A-Z][a-z]{2}-\d\d é語$/)
    expect(made.of("aaaa")).not.toBe(made.of("bbbb"))
    expect(made.of("aaaa")).toBe(made.of("aaaa"))
  })
})

import { describe, expect, it } from "vitest"
import { KeptBody, keptBytes, type RecordedCall } from "./recorded-call.ts"
import { Secrets } from "./secrets.ts"
import { noteSecrets, showCall } from "./show-call.ts"

interface Given extends Partial<Omit<RecordedCall, "body" | "replyBody">> {
  readonly sent?: string
  readonly got?: string
}

/** What is shown of a call. */
function shown({ sent = "", got = "", ...given }: Given) {
  const [body, replyBody] = [new KeptBody(), new KeptBody()]
  body.add(sent)
  replyBody.add(got)
  const call: RecordedCall = {
    kind: "request",
    id: "1",
    method: "POST",
    path: "/login",
    query: "",
    pattern: "/login",
    began: 0,
    start: 0,
    headers: {},
    operations: [],
    logs: [],
    ms: 1,
    answered: 1,
    status: 200,
    replyHeaders: [],
    error: undefined,
    ...given,
    body,
    replyBody,
  }
  const secrets = new Secrets()
  noteSecrets(call, secrets)
  return showCall(call, secrets)
}

const json = { "content-type": "application/json" }
const form = { "content-type": "application/x-www-form-urlencoded" }

describe("showCall", () => {
  it("hides credentials in headers, both ways", () => {
    const { request, reply } = shown({
      headers: { authorization: "Bearer abc", cookie: "a=b; c=d", "x-api-key": "e", accept: "*/*" },
      replyHeaders: ["set-cookie", "sid=f; HttpOnly", "x-csrf-token", "g", "location", "/next?code=h&page=2"],
    })
    expect(request.headers).toEqual([
      ["authorization", "Bearer •••"],
      ["cookie", "a=•••; c=•••"],
      ["x-api-key", "•••"],
      ["accept", "*/*"],
    ])
    expect(reply!.headers).toEqual([
      ["set-cookie", "sid=•••; HttpOnly"],
      ["x-csrf-token", "•••"],
      ["location", "/next?code=•••&page=•••"],
    ])
  })

  it("hides values of the query and secret parameters of the path", () => {
    const path = "/reset/1234"
    const call = shown({ path, pattern: "/reset/:token", query: "q=abc&limit=5&code=42&on=true&{%22a%22:1}" })
    expect(call.path).toBe("/reset/•••?q=•••&limit=5&code=•••&on=true&•••=")
  })

  it("hides fields by their names, at any depth, in JSON and in forms", () => {
    const text = JSON.stringify({
      email: "a@b.c",
      password: "x",
      deep: [{ apiKey: "y", tokens: ["z"], ok: true }],
    })
    const hidden = { email: "a@b.c", password: "•••", deep: [{ apiKey: "•••", tokens: "•••", ok: true }] }
    expect(JSON.parse(shown({ headers: json, sent: text }).request.body!.text!)).toEqual(hidden)
    // JSON that is named a form is JSON.
    expect(JSON.parse(shown({ headers: form, sent: text }).request.body!.text!)).toEqual(hidden)
    const fields = shown({ headers: form, sent: "email=a%40b.c&password=x" })
    expect(fields.request.body!.text).toBe("email=a@b.c\npassword=•••")
  })

  it("hides what it cannot read", () => {
    expect(shown({ headers: json, sent: `{"password":"secret"` }).request.body!.text).toBeUndefined()
    expect(shown({ headers: form, sent: `{"password":"secret"` }).request.body!.text).toBe("•••=•••")
    const plain = { "content-type": "text/plain" }
    expect(shown({ headers: plain, sent: "my password is secret" }).request.body!.text).toBeUndefined()
    expect(shown({ headers: form, sent: `text=${"x".repeat(keptBytes)}` }).request.body!.text).toBeUndefined()
    const cut = shown({ headers: json, sent: JSON.stringify({ password: "x".repeat(keptBytes) }) })
    expect(cut.request.body).toMatchObject({ text: undefined, bytes: keptBytes + 15 })
  })

  it("hides what is known to be secret in errors, log lines and replies", () => {
    const quoted = (value: string) =>
      shown({
        headers: json,
        sent: JSON.stringify({ password: value }),
        got: `the password ${value}`,
        replyHeaders: ["content-type", "text/plain"],
        logs: [{ level: "info", at: 0, message: `with ${value}`, fields: "" }],
        error: {
          title: `Error: ${value}`,
          frames: [value],
          causes: [value],
          source: { file: "a", line: 1, first: 1, lines: [value] },
        },
      })
    expect(JSON.stringify(quoted("hunter22"))).not.toContain("hunter22")
    const inQuery = shown({
      query: "note=planted",
      logs: [{ level: "info", at: 0, message: "planted", fields: "planted" }],
    })
    expect(JSON.stringify(inQuery)).not.toContain("planted")
  })
})

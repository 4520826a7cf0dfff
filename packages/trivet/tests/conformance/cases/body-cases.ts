import type { Case, Expected, Sent } from "../case.ts"
import { onWorkerd } from "../workerd-differences.ts"

const person = '{"name":"Ada","email":"ada@app.example","age":36,"member":true,"role":"admin"}'
const bound = { name: "Ada", email: "ada@app.example", age: 36, member: true }
const json = { "content-type": "application/json; charset=utf-8" }
const invalid: Expected = { status: 400, headers: json, json: { error: "Invalid request" } }
const tooLarge: Expected = { status: 413, headers: json, json: { error: "Payload Too Large" } }
const encoded: Expected = { status: 415, headers: json, json: { error: "Unsupported Media Type" } }

function bind(name: string, body: string, expect: Expected, more: Partial<Sent> = {}): Case {
  return {
    name: `bind: ${name}`,
    send: {
      method: "POST",
      path: "/body/bind",
      headers: [["Content-Type", "application/json"]],
      body,
      ...more,
    },
    expect,
  }
}

/** How bodies are read and bound. */
export const bodyCases: readonly Case[] = [
  bind("fields, and no others", person, { status: 200, headers: json, json: bound }),
  bind("without a declared length", person, { status: 200, json: bound }, { chunked: true }),
  bind(
    "whatever Content-Type says",
    person,
    { status: 200, json: bound },
    { headers: [["Content-Type", "text/plain"]] },
  ),
  bind("without a Content-Type", person, { status: 200, json: bound }, { headers: [] }),
  bind("optional fields may be absent", '{"name":"Ada","email":"a@b.example"}', {
    status: 200,
    json: { name: "Ada", email: "a@b.example" },
  }),
  bind("no body", "", invalid),
  bind("cut JSON", '{"name":', invalid),
  bind("not an object", "[1]", invalid),
  bind("null", "null", invalid),
  bind("a byte order mark", `\uFEFF${person}`, invalid),
  bind("a required field is missing", '{"name":"Ada"}', invalid),
  bind("a required field is empty", '{"name":"","email":"a@b.example"}', invalid),
  bind("not an e-mail address", '{"name":"Ada","email":"a"}', invalid),
  bind("under the least", '{"name":"Ada","email":"a@b.example","age":17}', invalid),
  bind("a wrong type", '{"name":"Ada","email":"a@b.example","member":"yes"}', invalid),
  bind("NUL in a text", '{"name":"A\\u0000","email":"a@b.example"}', invalid),
  bind("half a character in a text", '{"name":"\\ud800","email":"a@b.example"}', invalid),
  bind(
    "a prototype in the body changes nothing",
    '{"__proto__":{"member":true},"name":"Ada","email":"a@b.example"}',
    {
      status: 200,
      json: { name: "Ada", email: "a@b.example" },
    },
  ),
  bind("nested too deep", "[".repeat(1_500), invalid),
  bind("just within the limit", `${person}${" ".repeat(2_000 - person.length)}`, {
    status: 200,
    json: bound,
  }),
  bind(
    "one byte too large, by its declared length",
    `${person}${" ".repeat(2_001 - person.length)}`,
    tooLarge,
  ),
  bind("one byte too large, chunked", `${person}${" ".repeat(2_001 - person.length)}`, tooLarge, {
    chunked: true,
  }),
  { ...bind("far too large", "x".repeat(200_000), tooLarge), ...onWorkerd("reset", null) },
  {
    ...bind("far too large, chunked", "x".repeat(200_000), tooLarge, { chunked: true }),
    ...onWorkerd("reset", null),
  },
  ...["gzip", "br", "deflate", "zstd"].map((encoding) =>
    bind(`encoded with ${encoding}`, person, encoded, { headers: [["Content-Encoding", encoding]] }),
  ),
  bind(
    "encoded as itself",
    person,
    { status: 200, json: bound },
    { headers: [["Content-Encoding", "identity"]] },
  ),
  bind(
    "encoded as itself, in capitals",
    person,
    { status: 200, json: bound },
    {
      headers: [["Content-Encoding", "Identity"]],
    },
  ),
  {
    name: "bind: twice, with two schemas",
    send: { method: "POST", path: "/body/bind-twice", body: person },
    expect: { status: 200, json: [bound, { email: "ada@app.example" }] },
  },
  {
    name: "bind: a handler may catch the fault",
    send: { method: "POST", path: "/body/bind-caught", body: "{}" },
    expect: { status: 422, json: { error: "caught" } },
  },
  {
    name: "bind: by the record's schema",
    send: { method: "POST", path: "/body/bind-declared", body: person },
    expect: { status: 200, json: bound },
  },
  {
    name: "bind: by the record's schema, refused",
    send: { method: "POST", path: "/body/bind-declared", body: "{}" },
    expect: invalid,
  },
  {
    name: "body: raw, and the same when read again",
    send: { method: "POST", path: "/context/body", body: "täxt" },
    expect: { status: 200, json: { length: 5, text: "täxt", same: true } },
  },
  {
    name: "body: raw, chunked",
    send: { method: "POST", path: "/context/body", body: "x".repeat(1_999), chunked: true },
    expect: { status: 200, json: { length: 1_999, text: "x".repeat(1_999), same: true } },
  },
  {
    name: "body: none",
    send: { method: "POST", path: "/context/body" },
    expect: { status: 200, json: { length: 0, text: "", same: true } },
  },
  {
    name: "body: too large for body() too",
    send: { method: "POST", path: "/context/body", body: "x".repeat(2_001) },
    expect: tooLarge,
  },
  {
    name: "body: nobody reads it, and the connection goes on",
    send: { method: "POST", path: "/context/body-unread", body: "x".repeat(1_000) },
    expect: { status: 200, json: { told: true } },
    after: [{ send: { path: "/returned/number" }, expect: { status: 200, json: 42 } }],
  },
  {
    name: "body: a route that does not exist, with a body",
    send: { method: "POST", path: "/no/such/path", body: person },
    expect: { status: 404, json: { error: "Not Found" } },
    after: [{ send: { path: "/returned/number" }, expect: { status: 200, json: 42 } }],
  },
  {
    name: "body: PUT",
    send: { method: "PUT", path: "/body/text", body: "put" },
    expect: { status: 200, headers: { "content-type": "text/plain; charset=utf-8" }, text: "put" },
  },
]

import type { Case, Expected } from "../case.ts"
import { onWorkerd } from "../workerd-differences.ts"

const octets = { "content-type": "application/octet-stream" }
const text = { "content-type": "text/plain; charset=utf-8" }

function returned(name: string, expect: Expected): Case {
  return { name, send: { path: `/returned/${name}` }, expect }
}

/** What responses, streams, iterables and bytes become. */
export const streamedCases: readonly Case[] = [
  {
    ...returned("response", {
      status: 203,
      headers: { "x-own": "yes", "content-type": { matches: "^text/plain; ?charset=(utf|UTF)-8$" } },
      text: "from a Response",
    }),
    differs: {
      runtimes: ["bun"],
      reason: "Bun does not note the type of a text in the headers of the Response that is made of it",
      expect: { status: 203, headers: { "x-own": "yes", "content-type": null }, text: "from a Response" },
    },
  },
  returned("response-typed", {
    status: 200,
    headers: { "content-type": ["text/html"] },
    text: "<p>",
  }),
  {
    ...returned("response-length", { status: 200, headers: { "content-length": ["7"] }, text: "one two" }),
    ...onWorkerd("length", { status: 200, headers: { "content-length": null }, text: "one two" }),
  },
  returned("length-lies", { status: 200, text: '{"a":1}' }),
  returned("response-json", {
    status: 201,
    headers: { "content-type": { matches: "^application/json" } },
    json: { told: true },
  }),
  returned("response-empty", { status: 204, headers: { "x-own": "yes", "content-type": null }, text: "" }),
  returned("response-200-empty", { status: 200, headers: { "content-type": null }, text: "" }),
  returned("response-304", { status: 304, headers: { etag: '"1"' }, text: "" }),
  returned("response-redirect", {
    status: 302,
    headers: { location: "https://app.example/there" },
    text: "",
  }),
  returned("response-stream", {
    status: 200,
    headers: { "content-type": "text/plain" },
    text: "one two three",
  }),
  returned("response-cookies", {
    status: 200,
    headers: { "set-cookie": ["a=1; Path=/", "b=2; Path=/"] },
    text: "two cookies",
  }),
  returned("response-and-headers", {
    status: 200,
    headers: {
      "x-own": "from Response",
      "x-ctx": "yes",
      "set-cookie": ["a=1", "c=3; Path=/; HttpOnly; SameSite=Lax"],
    },
    text: "both",
  }),
  returned("response-read", {
    status: 500,
    headers: { "content-type": "application/json; charset=utf-8" },
    json: { error: "Internal Server Error" },
  }),
  returned("stream", { status: 200, headers: octets, text: "one two" }),
  returned("stream-typed", { status: 200, headers: { "content-type": ["text/plain"] }, text: "one two" }),
  returned("stream-empty", { status: 200, headers: octets, text: "" }),
  returned("iterable-text", { status: 200, headers: text, text: "one twö" }),
  returned("iterable-bytes", { status: 200, text: "one two" }),
  returned("iterable-objects", { status: 200, text: '{"a":1}\n[2]\n3\nnull\n' }),
  returned("iterable-empty", { status: 200, headers: text, text: "" }),
  returned("iterable-typed", {
    status: 200,
    headers: { "content-type": ["text/event-stream"] },
    text: "data: 1\n\ndata: 2\n\n",
  }),
  returned("iterable-later", { status: 200, headers: text, text: "late" }),
  returned("bytes", { status: 200, headers: octets, bytes: [0, 1, 254, 255] }),
  returned("bytes-part", { status: 200, headers: octets, bytes: [0, 1] }),
  returned("bytes-empty", { status: 200, headers: octets, bytes: [] }),
  {
    name: "HEAD of a stream",
    send: { method: "HEAD", path: "/returned/iterable-text" },
    expect: { status: 200, headers: text, text: "" },
  },
  {
    name: "HEAD of a Response with a stream",
    send: { method: "HEAD", path: "/returned/response-stream" },
    expect: { status: 200, headers: { "content-type": "text/plain" }, text: "" },
  },
  {
    name: "a source that fails midway cuts the connection",
    send: { path: "/thrown/source-fails" },
    expect: { status: 200, cut: true },
    ...onWorkerd("cut", { status: 200, text: "one " }),
    after: [{ send: { path: "/returned/number" }, expect: { status: 200, json: 42 } }],
  },
]

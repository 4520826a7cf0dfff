import type { Case, Expected } from "../case.ts"

const json = { "content-type": "application/json; charset=utf-8" }
const internal: Expected = { status: 500, headers: json, json: { error: "Internal Server Error" } }

function returned(name: string, expect: Expected): Case {
  return { name, send: { path: `/returned/${name}` }, expect }
}

function value(name: string, given: unknown): Case {
  return returned(name, { status: 200, headers: json, json: given })
}

/** What plain values become. */
export const returnedCases: readonly Case[] = [
  returned("reply", { status: 202, headers: json, json: { told: true } }),
  returned("reply-made", {
    status: 200,
    headers: { "content-type": "text/csv; charset=utf-8" },
    text: "a,b\n",
  }),
  value("object", { a: 1, nested: { b: [true, null, "ä"] } }),
  value("object-without-prototype", { a: 1 }),
  value("array", [1, "two", null]),
  value("empty-object", {}),
  value("empty-array", []),
  value("text", "a text"),
  value("empty-text", ""),
  value("number", 42),
  value("zero", 0),
  value("true", true),
  value("false", false),
  value("null", null),
  returned("undefined", {
    status: 204,
    headers: { "content-type": null, "content-length": null, "transfer-encoding": null },
    text: "",
  }),
  value("later", { late: true }),
  returned("later-undefined", { status: 204, headers: { "content-type": null }, text: "" }),
  value("thenable", { late: true }),
  value("date", { at: "1970-01-01T00:00:00.000Z" }),
  value("to-json", { euros: 1.5 }),
  returned("map", internal),
  value("with-undefined", { b: 1 }),
  returned("bigint", internal),
  returned("circular", internal),
  returned("symbol", internal),
  returned("function", internal),
  returned("error", { status: 500, headers: json, json: { error: "Failed" } }),
  returned("error-status", { status: 409, headers: json, json: { error: "Conflict", status: 409 } }),
  returned("error-status-odd", { status: 500, headers: json, json: { error: "Failed", status: 200 } }),
  returned("error-status-text", { status: 500, headers: json, json: { error: "Failed", status: "409" } }),
  returned("error-status-broken", { status: 500, headers: json, json: { error: "Failed", status: 404.5 } }),
  value("error-more", { error: "none", status: 409, more: 1 }),
  value("error-number", { error: 7 }),
  returned("error-object", internal),
  returned("status", { status: 201, headers: json, json: { id: 1 } }),
  value("status-null", null),
  returned("status-alone", { status: 202, headers: { "content-type": null }, text: "" }),
  returned("status-204", {
    status: 204,
    headers: { "content-type": null, "content-length": null },
    text: "",
  }),
  value("status-odd", { _status: 99, data: 1 }),
  value("status-high", { _status: 700, data: 1 }),
  value("status-text", { _status: "201", data: 1 }),
  value("status-more", { _status: 201, data: 1, more: 2 }),
]

import type { Case, Expected, Sent } from "../case.ts"

const json = { "content-type": "application/json; charset=utf-8" }
const problem = { "content-type": "application/problem+json; charset=utf-8" }
const internal: Expected = { status: 500, headers: json, json: { error: "Internal Server Error" } }

function thrown(name: string, expect: Expected): Case {
  return { name, send: { path: `/thrown/${name}` }, expect }
}

function error(name: string, status: number, message: string, headers: Expected["headers"] = {}): Case {
  return thrown(name, { status, headers: { ...json, ...headers }, json: { error: message } })
}

function asked(accept: string): NonNullable<Sent["headers"]> {
  return [["Accept", accept]]
}

/** What thrown things become, and what of them a client may read. */
export const thrownCases: readonly Case[] = [
  error("fault", 400, "Invalid request"),
  thrown("fault-internal", internal),
  error("public", 409, "Email already registered"),
  error("public-headers", 503, "Busy", { "retry-after": "7" }),
  thrown("public-odd", internal),
  error("own", 422, "Own message"),
  thrown("error", internal),
  thrown("error-status", internal),
  thrown("text", internal),
  thrown("nothing", internal),
  thrown("null", internal),
  thrown("object-like", internal),
  error("rejected", 402, "Pay first"),
  thrown("rejected-error", internal),
  error("with-headers", 409, "Taken", {
    "x-own": "kept",
    "set-cookie": ["kept=1; Path=/; HttpOnly; SameSite=Lax"],
  }),
  error("with-body-headers", 409, "Taken", {
    "content-type": ["application/json; charset=utf-8"],
    "content-encoding": null,
    "content-disposition": null,
    etag: null,
  }),
  thrown("header-split", { ...internal, headers: { ...json, "x-own": null, "x-injected": null } }),
  ...["zero", "100", "101", "600", "1000", "nan", "broken"].map((kind) => thrown(`status-${kind}`, internal)),
  thrown("response-error", internal),
  {
    name: "problem details when Accept asks",
    send: { path: "/thrown/public", headers: asked("application/problem+json") },
    expect: {
      status: 409,
      headers: problem,
      json: {
        type: "about:blank",
        title: "Conflict",
        status: 409,
        detail: "Email already registered",
        error: "Email already registered",
      },
    },
  },
  {
    name: "problem details of an internal error tell nothing",
    send: { path: "/thrown/error", headers: asked("text/html, application/problem+json;q=0.9") },
    expect: {
      status: 500,
      headers: problem,
      json: {
        type: "about:blank",
        title: "Internal Server Error",
        status: 500,
        detail: "Internal Server Error",
        error: "Internal Server Error",
      },
    },
  },
  {
    name: "problem details name the failing fields",
    send: {
      method: "POST",
      path: "/thrown/issues",
      headers: asked("application/problem+json"),
      body: '{"email":"nope"}',
    },
    expect: {
      status: 400,
      headers: problem,
      json: {
        type: "about:blank",
        title: "Bad Request",
        status: 400,
        detail: "Invalid request",
        error: "Invalid request",
        errors: [
          { path: "email", message: "must be an e-mail address", code: "email" },
          { path: "name", message: "is required", code: "required" },
        ],
      },
    },
  },
  {
    name: "problem details of a path without a route",
    send: { path: "/no/such/path", headers: asked("application/problem+json") },
    expect: {
      status: 404,
      headers: problem,
      json: { type: "about:blank", title: "Not Found", status: 404, detail: "Not Found", error: "Not Found" },
    },
  },
  {
    name: "HEAD of an error",
    send: { method: "HEAD", path: "/thrown/public" },
    expect: { status: 409, headers: json, text: "" },
  },
]

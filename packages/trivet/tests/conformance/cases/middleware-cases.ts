import type { Case, Expected } from "../case.ts"

const internal: Expected = { status: 500, json: { error: "Internal Server Error" } }

function guarded(name: string, expect: Expected): Case {
  return { name, send: { path: `/guarded/${name}` }, expect }
}

/** What middlewares do to a call. */
export const middlewareCases: readonly Case[] = [
  guarded("stops", { status: 403, json: { error: "Forbidden" } }),
  guarded("stops-with-value", { status: 418, json: { stopped: true } }),
  guarded("wraps", { status: 200, json: { wrapped: { method: "GET" } } }),
  guarded("throws-before", {
    status: 401,
    headers: { "www-authenticate": "Bearer", "content-type": "application/json; charset=utf-8" },
    json: { error: "Missing authorization header" },
  }),
  guarded("throws-after", internal),
  guarded("calls-twice", internal),
  guarded("forgets", { status: 204, text: "" }),
  guarded("catches", { status: 200, json: { caught: "seen by a middleware" } }),
  {
    name: "in-order",
    make: "plain",
    send: { path: "/guarded/in-order" },
    expect: { status: 200, headers: { "x-marks": "a, b" } },
  },
  {
    name: "those of the application come first",
    make: "full",
    send: { path: "/guarded/in-order" },
    expect: { status: 200, headers: { "x-marks": "app, a, b" } },
  },
  {
    name: "those of groups, outermost first",
    make: "plain",
    send: { path: "/group/7/inner/leaf" },
    expect: { status: 200, headers: { "x-marks": "outer, inner" } },
  },
  {
    name: "those of the application run where no route matches",
    make: "full",
    send: { path: "/no/such/path" },
    expect: { status: 404, headers: { "x-marks": "app" }, json: { error: "Not Found" } },
  },
  {
    name: "those of the application run around routes added later",
    make: "full",
    send: { method: "POST", path: "/service/routes/wrapped" },
    expect: { status: 201 },
    after: [
      {
        send: { path: "/added/wrapped/7" },
        expect: { status: 200, headers: { "x-marks": "app" }, json: { added: "wrapped", id: "7" } },
      },
    ],
  },
]

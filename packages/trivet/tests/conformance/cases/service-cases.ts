import type { Case } from "../case.ts"

const uuid = { matches: "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$" }
const hardened = {
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": null,
  "x-extra": "yes",
  "strict-transport-security": null,
}

/** What every HTTP service puts around its calls, and what changes while it runs. */
export const serviceCases: readonly Case[] = [
  {
    name: "requestId: a new one where none was sent",
    make: "full",
    send: { path: "/returned/number" },
    expect: { status: 200, headers: { "x-request-id": uuid } },
  },
  {
    name: "requestId: the client's, when it is well formed",
    make: "full",
    send: { path: "/service/id", headers: [["X-Request-Id", "abc-1"]] },
    expect: { status: 200, headers: { "x-request-id": ["abc-1"] }, json: { id: "abc-1" } },
  },
  {
    name: "requestId: not the client's, when it is not",
    make: "full",
    send: { path: "/returned/number", headers: [["X-Request-Id", "a b"]] },
    expect: { status: 200, headers: { "x-request-id": uuid } },
  },
  {
    name: "requestId: also where no route matches",
    make: "full",
    send: { path: "/no/such/path", headers: [["X-Request-Id", "abc-2"]] },
    expect: { status: 404, headers: { "x-request-id": "abc-2" } },
  },
  {
    name: "requestId: none where it is not used",
    make: "plain",
    send: { path: "/service/id", headers: [["X-Request-Id", "abc-1"]] },
    expect: { status: 200, headers: { "x-request-id": null }, json: { id: null } },
  },
  {
    name: "securityHeaders: on replies",
    make: "full",
    send: { path: "/returned/number" },
    expect: { status: 200, headers: hardened },
  },
  {
    name: "securityHeaders: on internal errors",
    make: "full",
    send: { path: "/thrown/error" },
    expect: { status: 500, headers: hardened },
  },
  {
    name: "securityHeaders: on streams",
    make: "full",
    send: { path: "/returned/iterable-text" },
    expect: { status: 200, headers: hardened },
  },
  {
    name: "callLog: one line a call, with the pattern instead of the path",
    make: "full",
    send: { path: "/path/secret-in-the-path?token=secret", headers: [["X-Request-Id", "log-1"]] },
    expect: { status: 200 },
    after: [
      {
        send: { path: "/service/lines/log-1" },
        expect: {
          status: 200,
          json: [{ level: 30, method: "GET", route: "/path/:name", status: 200, msg: "call", timed: true }],
        },
      },
    ],
  },
  {
    name: "callLog: a line of a handler, and one of a call without a route",
    make: "full",
    send: { path: "/service/log", headers: [["X-Request-Id", "log-2"]] },
    expect: { status: 204 },
    after: [
      {
        send: { path: "/service/lines/log-2" },
        expect: {
          status: 200,
          json: [
            { level: 30, from: "handler", msg: "said" },
            { level: 30, method: "GET", route: "/service/log", status: 204, msg: "call", timed: true },
          ],
        },
      },
      { send: { path: "/no/such/path", headers: [["X-Request-Id", "log-3"]] }, expect: { status: 404 } },
      {
        send: { path: "/service/lines/log-3" },
        expect: {
          status: 200,
          json: [{ level: 30, method: "GET", route: "(no route)", status: 404, msg: "call", timed: true }],
        },
      },
    ],
  },
  {
    name: "an internal error is logged with its cause",
    make: "full",
    send: { path: "/hooks/done/logged/thrown", headers: [["X-Request-Id", "log-4"]] },
    expect: { status: 500 },
    after: [
      {
        send: { path: "/service/lines/log-4", headers: [["X-May-Hold-Secrets", "yes"]] },
        expect: {
          status: 200,
          json: [
            { level: 50, route: "GET /hooks/done/:key/:kind", msg: "call failed", err: "secret: thrown" },
            {
              level: 30,
              method: "GET",
              route: "/hooks/done/:key/:kind",
              status: 500,
              msg: "call",
              timed: true,
            },
            {
              level: 50,
              route: "/hooks/done/:key/:kind",
              msg: "a listener of onDone failed",
              err: "a listener that fails",
            },
          ],
        },
      },
    ],
  },
  {
    name: "cors: a preflight from an allowed origin",
    make: "full",
    send: {
      method: "OPTIONS",
      path: "/only-post",
      headers: [
        ["Origin", "https://app.example"],
        ["Access-Control-Request-Method", "POST"],
        ["Access-Control-Request-Headers", "content-type, x-user"],
      ],
    },
    expect: {
      status: 204,
      headers: {
        "access-control-allow-origin": "https://app.example",
        "access-control-allow-credentials": "true",
        "access-control-allow-methods": "GET, HEAD, POST, PUT, PATCH, DELETE",
        "access-control-allow-headers": "content-type, x-user",
        "access-control-max-age": "600",
        vary: "Origin, Access-Control-Request-Headers",
      },
      text: "",
    },
  },
  {
    name: "cors: a preflight from elsewhere is told nothing",
    make: "full",
    send: {
      method: "OPTIONS",
      path: "/only-post",
      headers: [
        ["Origin", "https://app.example.evil.example"],
        ["Access-Control-Request-Method", "POST"],
      ],
    },
    expect: {
      status: 204,
      headers: { "access-control-allow-origin": null, "access-control-allow-methods": null, vary: "Origin" },
      text: "",
    },
  },
  {
    name: "cors: a call from an allowed origin",
    make: "full",
    send: { path: "/returned/number", headers: [["Origin", "https://app.example"]] },
    expect: {
      status: 200,
      headers: {
        "access-control-allow-origin": "https://app.example",
        "access-control-allow-credentials": "true",
        "access-control-expose-headers": "x-request-id",
        vary: "Origin",
      },
      json: 42,
    },
  },
  {
    name: "cors: an error for an allowed origin can be read there",
    make: "full",
    send: { path: "/thrown/error", headers: [["Origin", "https://app.example"]] },
    expect: {
      status: 500,
      headers: { "access-control-allow-origin": "https://app.example", vary: "Accept, Origin" },
    },
  },
  {
    name: "cors: a call from elsewhere is answered without leave to read",
    make: "full",
    send: { path: "/returned/number", headers: [["Origin", "null"]] },
    expect: { status: 200, headers: { "access-control-allow-origin": null, vary: "Origin" }, json: 42 },
  },
  {
    name: "cors: OPTIONS that is no preflight goes to its route",
    make: "full",
    send: { method: "OPTIONS", path: "/options/own", headers: [["Origin", "https://app.example"]] },
    expect: { status: 200, json: { method: "OPTIONS" } },
  },
  {
    name: "routes.add and routes.remove: at once, also for paths asked before",
    send: { path: "/added/late/1" },
    expect: { status: 404 },
    after: [
      {
        send: { method: "POST", path: "/service/routes/late" },
        expect: { status: 201, json: { name: "late" } },
      },
      { send: { path: "/added/late/1" }, expect: { status: 200, json: { added: "late", id: "1" } } },
      { send: { method: "HEAD", path: "/added/late/1" }, expect: { status: 200, text: "" } },
      {
        send: { method: "POST", path: "/service/routes/late" },
        expect: { status: 500, json: { error: "Internal Server Error" } },
      },
      {
        send: { method: "POST", path: "/service/routes/late/remove" },
        expect: { status: 200, json: { removed: true } },
      },
      { send: { path: "/added/late/1" }, expect: { status: 404 } },
      {
        send: { method: "POST", path: "/service/routes/late/remove" },
        expect: { status: 200, json: { removed: false } },
      },
    ],
  },
]

import type { Case, Expected } from "../case.ts"
import { onWorkerd } from "../workerd-differences.ts"

const json = { "content-type": "application/json; charset=utf-8" }
const notFound: Expected = { status: 404, headers: json, json: { error: "Not Found" } }
const bad: Expected = { status: 400, headers: json, json: { error: "Bad Request" } }

const targetRefused: Expected = { status: 500, text: "Internal Server Error" }

function path(sent: string, pattern: string, params: Readonly<Record<string, string>> = {}): Case {
  return {
    name: `path: ${sent}`,
    send: { path: sent },
    expect: { status: 200, json: { pattern, params } },
  }
}

function refused(sent: string, expect: Expected): Case {
  return { name: `path: ${sent}`, send: { path: sent }, expect }
}

function ambiguous(sent: string, resolved: Expected, ...more: readonly string[]): Case {
  return {
    ...refused(sent, bad),
    differs: {
      runtimes: ["bun", "fetch on node", ...more],
      reason: "the runtime resolves dot segments and backslashes before a handler sees the address",
      expect: resolved,
    },
  }
}

/** Which route a call finds. */
export const pathCases: readonly Case[] = [
  path("/path/exact", "/path/exact"),
  path("/path/other", "/path/:name", { name: "other" }),
  path("/path/a/b", "/path/*", { "*": "a/b" }),
  path("/path/", "/path/*", { "*": "" }),
  path("/path/a/sub", "/path/:name/sub", { name: "a" }),
  path("/path/exact?query", "/path/exact"),
  path("/path/%65xact", "/path/:name", { name: "exact" }),
  path("/path/a%2Fb", "/path/:name", { name: "a/b" }),
  path("/path/a;b=c", "/path/:name", { name: "a;b=c" }),
  path("/path/a:b@c!$&'()*+,=~", "/path/:name", { name: "a:b@c!$&'()*+,=~" }),
  path('/path/{a}"b|c^d', "/path/:name", { name: '{a}"b|c^d' }),
  path("/path//b", "/path/*", { "*": "/b" }),
  path("/path/...", "/path/:name", { name: "..." }),
  path("/path/.a", "/path/:name", { name: ".a" }),
  path("/stra%C3%9Fe/%C3%BC", "/straße/ü"),
  path("/group/7", "/group/:id", { id: "7" }),
  path("/group/7/inner/leaf", "/group/:id/inner/leaf", { id: "7" }),
  {
    name: "path: a whole address",
    send: { path: "http://app.example/path/exact?x" },
    expect: { status: 200, json: { pattern: "/path/exact", params: {} } },
    ...onWorkerd("target", targetRefused),
  },
  {
    name: "path: a whole address without a path",
    send: { path: "http://app.example?/path/exact" },
    expect: notFound,
    ...onWorkerd("target", targetRefused),
  },
  {
    name: "path: a host that reaches into the path",
    send: { path: "/path/exact", headers: [["Host", "app.example/method?"]] },
    expect: bad,
    ...onWorkerd("target", targetRefused),
  },
  {
    name: "path: a malformed one has the application's middlewares around it",
    make: "full",
    send: { path: "/path/%zz" },
    expect: { ...bad, headers: { ...json, "x-marks": "app", "x-extra": "yes" } },
  },
  refused("/path/exact#fragment", bad),
  refused("/path/exact?x#fragment", bad),
  refused("/", notFound),
  refused("/path", notFound),
  refused("/PATH/exact", notFound),
  refused("//path/exact", notFound),
  refused("/group/7/", notFound),
  refused("/group//inner/leaf", notFound),
  refused("/only-posts", notFound),
  refused("/path/%", bad),
  refused("/path/%zz", bad),
  refused("/path/%E0%A4%A", bad),
  refused("/path/%c0%af", bad),
  ambiguous("/path/x/../exact", { status: 200, json: { pattern: "/path/exact", params: {} } }, "workerd"),
  ambiguous("/path/./exact", { status: 200, json: { pattern: "/path/exact", params: {} } }, "workerd"),
  ambiguous("/path/x/%2e%2E/exact", { status: 200, json: { pattern: "/path/exact", params: {} } }),
  ambiguous("/path\\exact", { status: 200, json: { pattern: "/path/exact", params: {} } }),
  ...["GET", "POST", "PUT", "PATCH", "DELETE"].map((method): Case => ({
    name: `method: ${method}`,
    send: { method, path: "/method", ...(method !== "GET" && { body: "{}" }) },
    expect: { status: 200, headers: json, json: { method } },
  })),
  {
    name: "method: DELETE without a body",
    send: { method: "DELETE", path: "/method" },
    expect: { status: 200, json: { method: "DELETE" } },
  },
  {
    name: "HEAD from the GET route",
    send: { method: "HEAD", path: "/method" },
    expect: { status: 200, headers: { ...json, "content-length": "17" }, text: "" },
  },
  {
    name: "HEAD of its own",
    send: { method: "HEAD", path: "/head/own" },
    expect: { status: 204, headers: { "x-own": "head" }, text: "" },
  },
  {
    name: "HEAD of a stream",
    send: { method: "HEAD", path: "/head/stream" },
    expect: { status: 200, headers: { "content-type": "text/plain; charset=utf-8" }, text: "" },
    after: [{ send: { path: "/head/stream" }, expect: { status: 200, text: "onetwo" } }],
  },
  {
    name: "HEAD where there is no route",
    send: { method: "HEAD", path: "/no/such/path" },
    expect: { status: 404, headers: json, text: "" },
  },
  {
    name: "OPTIONS of its own",
    send: { method: "OPTIONS", path: "/options/own" },
    expect: { status: 200, json: { method: "OPTIONS" } },
  },
  {
    name: "another method of a path is not found",
    make: "plain",
    send: { path: "/only-post" },
    expect: { ...notFound, headers: { ...json, allow: null } },
  },
  {
    name: "OPTIONS without a route is not found",
    make: "plain",
    send: { method: "OPTIONS", path: "/method" },
    expect: notFound,
  },
  {
    name: "405 names the methods of a path",
    make: "full",
    send: { path: "/only-post" },
    expect: { status: 405, headers: { ...json, allow: "POST" }, json: { error: "Method Not Allowed" } },
  },
  {
    name: "405 names HEAD beside GET",
    make: "full",
    send: { method: "POST", path: "/returned/number" },
    expect: { status: 405, headers: { ...json, allow: "GET, HEAD" }, json: { error: "Method Not Allowed" } },
  },
  {
    name: "405 is not for paths without any route",
    make: "full",
    send: { method: "POST", path: "/no/such/path" },
    expect: { ...notFound, headers: { ...json, allow: null } },
  },
]

import type { Case, Difference } from "../case.ts"
import { onWorkerd } from "../workerd-differences.ts"

const json = "application/json; charset=utf-8"
const text = "text/plain; charset=utf-8"

function query(
  name: string,
  sent: string,
  all: Readonly<Record<string, string>>,
  one = all["one"] ?? "",
): Case {
  const byDefault = "one" in all ? one : "fallback"
  return {
    name: `query: ${name}`,
    send: { path: `/context/query${sent}` },
    expect: { status: 200, json: { one, byDefault, inherited: "", all } },
  }
}

function header(name: string, headers: readonly (readonly [string, string])[], value: string): Case {
  return {
    name: `header: ${name}`,
    send: { path: `/context/header/${headers[0]![0].toLowerCase()}`, headers },
    expect: { status: 200, json: { value, upper: value, map: value } },
  }
}

function cookie(
  name: string,
  headers: readonly (readonly [string, string])[],
  value: string,
  wanted = "a",
): Case {
  return {
    name: `cookie: ${name}`,
    send: { path: `/context/cookie/${wanted}`, headers },
    expect: { status: 200, json: { value } },
  }
}

const endless: Difference = {
  runtimes: ["deno"],
  reason: "Deno tells neither the length nor the end of a 205, and a client waits for it",
  expect: null,
}

/** What a context tells of a call, and what it begins. */
export const contextCases: readonly Case[] = [
  {
    name: "method, path, pattern, secure and address",
    send: { path: "/context/facts/a%20b?x=1" },
    expect: {
      status: 200,
      headers: { "content-type": json },
      json: {
        method: "GET",
        path: "/context/facts/a%20b",
        pattern: "/context/facts/:id",
        secure: false,
        local: true,
      },
    },
    ...onWorkerd("address", {
      status: 200,
      json: {
        method: "GET",
        path: "/context/facts/a%20b",
        pattern: "/context/facts/:id",
        secure: false,
        local: false,
      },
    }),
  },
  {
    name: "param: two of one path",
    send: { path: "/context/params/a/b" },
    expect: { status: 200, json: { first: "a", second: "b", all: { first: "a", second: "b" } } },
  },
  {
    name: "param: decoded once, plus stays plus",
    send: { path: "/context/params/a%20b+c/%252e%C3%A4%2F" },
    expect: {
      status: 200,
      json: { first: "a b+c", second: "%2eä/", all: { first: "a b+c", second: "%2eä/" } },
    },
  },
  {
    name: "param: names of an object's prototype are ordinary",
    send: { path: "/context/params/__proto__/constructor" },
    expect: {
      status: 200,
      json: { first: "__proto__", second: "constructor", all: { first: "__proto__", second: "constructor" } },
    },
  },
  {
    name: "param: the rest of a wildcard",
    send: { path: "/context/files/a/b%20c/" },
    expect: { status: 200, json: { rest: "a/b c/", all: { "*": "a/b c/" } } },
  },
  {
    name: "param: the rest of a wildcard may be empty",
    send: { path: "/context/files/" },
    expect: { status: 200, json: { rest: "", all: { "*": "" } } },
  },
  query("none", "", {}),
  query("a bare question mark", "?", {}),
  query("one", "?one=1", { one: "1" }),
  query("the first of a repeated name wins", "?one=1&one=2", { one: "1" }),
  query("empty is not absent", "?one=", { one: "" }),
  query("without an equals sign it is empty", "?one", { one: "" }),
  query("plus and escapes", "?one=a+b%20c%2B&t%20wo=%C3%A4", { one: "a b c+", "t wo": "ä" }),
  query("a bad escape stays as it is", "?one=%zz%&two=%E0%A4%A", { one: "%zz%", two: "%E0%A4%A" }),
  query("empty pairs, more equals signs, a second question mark", "?&&one=a=b?c&=x&", {
    one: "a=b?c",
    "": "x",
  }),
  query("brackets mean nothing", "?one[a]=1&one[]=2", { "one[a]": "1", "one[]": "2" }),
  query("names of an object's prototype are ordinary", "?one=1&toString=2&hasOwnProperty=3", {
    one: "1",
    toString: "2",
    hasOwnProperty: "3",
  }),
  query("slashes, colons, quotes and commas", "?one=/a:b;c,d'e@f!g*(h)", { one: "/a:b;c,d'e@f!g*(h)" }),
  header("as it was sent", [["X-One", "One, Two"]], "One, Two"),
  {
    ...header("white space around it goes", [["X-One", "  one  "]], "one"),
    ...onWorkerd("space", { status: 200, json: { value: "one  ", upper: "one  ", map: "one  " } }),
  },
  header("empty", [["X-One", ""]], ""),
  header(
    "several lines are joined",
    [
      ["X-One", "a"],
      ["x-one", "b"],
      ["X-ONE", "c"],
    ],
    "a, b, c",
  ),
  header(
    "several Accept lines are joined",
    [
      ["Accept", "text/html"],
      ["Accept", "text/plain"],
    ],
    "text/html, text/plain",
  ),
  header(
    "a second Authorization is not dropped",
    [
      ["Authorization", "Bearer a"],
      ["Authorization", "Bearer b"],
    ],
    "Bearer a, Bearer b",
  ),
  header(
    "a second Content-Type is not dropped",
    [
      ["Content-Type", "text/plain"],
      ["Content-Type", "text/html"],
    ],
    "text/plain, text/html",
  ),
  {
    ...header("bytes above ASCII are Latin-1", [["X-One", "caf\u00e9"]], "caf\u00e9"),
    ...onWorkerd("text", { status: 200, json: { value: "caf\ufffd", upper: "caf\ufffd", map: "caf\ufffd" } }),
  },
  header("the host", [["Host", "app.example"]], "app.example"),
  {
    name: "header: absent is empty",
    send: { path: "/context/header/x-absent" },
    expect: { status: 200, json: { value: "", upper: "", map: null } },
  },
  {
    name: "header: names of an object's prototype are absent",
    send: { path: "/context/header/constructor" },
    expect: { status: 200, json: { value: "", upper: "", map: null } },
  },
  {
    name: "header: __proto__ is absent",
    send: { path: "/context/header/__proto__" },
    expect: { status: 200, json: { value: "", upper: "", map: null } },
  },
  header("one named like a member of objects", [["constructor", "own"]], "own"),
  {
    name: "headers: the map has no prototype",
    send: { path: "/context/headers", headers: [["X-One", "1"]] },
    expect: { status: 200, json: { prototype: null, one: "1" } },
  },
  cookie("absent is empty", [], ""),
  cookie("one of several", [["Cookie", "b=2; a=1; c=3"]], "1"),
  cookie("the first of a repeated name wins", [["Cookie", "a=1; a=2"]], "1"),
  {
    ...cookie(
      "several Cookie lines",
      [
        ["Cookie", "b=2"],
        ["Cookie", "a=1"],
      ],
      "1",
    ),
    ...onWorkerd("cookies", { status: 200, json: { value: "" } }),
  },
  cookie("quoted and escaped", [["Cookie", 'a="x%20y=z"']], "x y=z"),
  cookie("a bad escape stays as it is", [["Cookie", "a=%zz"]], "%zz"),
  cookie("names of an object's prototype are absent", [["Cookie", "b=2"]], "", "constructor"),
  cookie("__proto__ is an ordinary name", [["Cookie", "__proto__=x"]], "x", "__proto__"),
  {
    name: "get: a value of a middleware",
    send: { path: "/context/user", headers: [["X-User", "seven"]] },
    expect: { status: 200, json: { user: "user of seven" } },
  },
  {
    name: "get: values are of one call only",
    send: { path: "/context/nobody" },
    expect: { status: 200, json: { user: null } },
  },
  {
    name: "set and setValue: the last one stays",
    send: { path: "/context/values" },
    expect: { status: 200, json: { user: "second" } },
  },
  ...[200, 201, 299, 400, 404, 418, 429, 500, 503, 599].map((status): Case => ({
    name: `status(${status}).json(value)`,
    send: { path: `/context/json/${status}` },
    expect: { status, headers: { "content-type": json }, json: { told: true } },
  })),
  ...[200, 202, 451].map((status): Case => ({
    name: `status(${status}).send(text)`,
    send: { path: `/context/text/${status}` },
    expect: { status, headers: { "content-type": text }, text: "told: ä" },
  })),
  ...["json", "text", "nothing"].flatMap((kind) =>
    [204, 205, 304].map((status): Case => ({
      name: `status(${status}) has no body, whatever was said (${kind})`,
      send: { path: `/context/${kind}/${status}` },
      expect: { status, headers: { "content-type": null }, text: "" },
      ...(status === 205 && { differs: endless }),
    })),
  ),
  {
    name: "status(n).json(undefined) has no body",
    send: { path: "/context/nothing/202" },
    expect: { status: 202, headers: { "content-type": null }, text: "" },
  },
  {
    name: "setHeader replaces, appendHeader adds",
    send: { path: "/context/response-headers" },
    expect: {
      status: 200,
      headers: {
        "x-set": ["second"],
        "x-many": "one, two",
        "x-latin": "caf\u00e9",
        "x-empty": "",
        "content-type": json,
      },
      json: { told: true },
    },
    ...onWorkerd("text", {
      status: 200,
      headers: {
        "x-set": ["second"],
        "x-many": "one, two",
        "x-latin": "caf\u00c3\u00a9",
        "x-empty": "",
        "content-type": json,
      },
    }),
  },
  {
    name: "setCookie: a line for each, safe by default",
    send: { path: "/context/cookies" },
    expect: {
      status: 204,
      headers: {
        "set-cookie": [
          "first=a%20b%3B%C3%A4; Max-Age=60; Path=/; HttpOnly; SameSite=Lax",
          "second=2; Path=/two; Secure; SameSite=Strict",
          "third=; Max-Age=0; Path=/; Domain=app.example; HttpOnly; SameSite=Lax",
        ],
      },
      text: "",
    },
  },
]

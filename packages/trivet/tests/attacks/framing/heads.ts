import { type FramingCase, head, hidden, refused } from "./framing-case.ts"

const many = (count: number) => Array.from({ length: count }, (_, at) => `x${at}: 1`)
const withHost = (...hosts: readonly string[]) =>
  ["GET /framed HTTP/1.1", ...hosts.map((host) => `Host: ${host}`), "", ""].join("\r\n")
const upgrade = (...headers: readonly string[]) => head("GET /framed", "Connection: Upgrade", ...headers)

/** What is wrong with the head of a request. */
export const heads: readonly FramingCase[] = [
  ...refused(1, [400], {
    "no Host on HTTP/1.1": "GET /framed HTTP/1.1\r\n\r\n",
    "no Host, and a call behind it": `GET /framed HTTP/1.1\r\n\r\n${hidden}`,
  }),
  ...refused(2, [400], {
    "two Host lines": withHost("a", "b"),
    "the same Host twice": withHost("a", "a"),
    "two Host lines in two spellings": "GET /framed HTTP/1.1\r\nHost: a\r\nhOST: a\r\n\r\n",
    "two Host lines on HTTP/1.0": "GET /framed HTTP/1.0\r\nHost: a\r\nHost: a\r\n\r\n",
    "two Host lines, and a call behind them": withHost("a", "b") + hidden,
  }),
  ...refused(3, [400], {
    "Host: a b": withHost("a b"),
    "Host: a/b": withHost("a/b"),
    "Host: u@h": withHost("u@h"),
    "Host: empty": withHost(""),
    "Host: a, b": withHost("a, b"),
    "Host: a#b": withHost("a#b"),
    "Host: a?b": withHost("a?b"),
    "Host: a\\b": withHost("a\\b"),
    "Host: a:b": withHost("a:b"),
    "Host: [::1": withHost("[::1"),
    "Host: a<b>": withHost("a<b>"),
  }),
  ...refused(8, [400], {
    "a bare LF in a value": head("GET /framed", "X: a\nb"),
    "a bare LF that ends a header": "GET /framed HTTP/1.1\r\nHost: a\nX: b\r\n\r\n",
    "a bare LF that ends the request line": "GET /framed HTTP/1.1\nHost: a\r\n\r\n",
    "a bare LF that ends the head": "GET /framed HTTP/1.1\r\nHost: a\r\n\n",
    "a bare CR in a value": head("GET /framed", "X: a\rb"),
    "a NUL in a value": head("GET /framed", "X: a\0b"),
    "a NUL in a name": head("GET /framed", "X\0: a"),
    "a control character in a value": head("GET /framed", "X: a\x01b"),
    "a folded header": head("GET /framed", "X: a", " b"),
    "a header folded with a tab": head("GET /framed", "X: a", "\tb"),
    "a fold before any header": "GET /framed HTTP/1.1\r\n Host: a\r\n\r\n",
    "a space before the colon": head("GET /framed", "Name : v"),
    "a tab before the colon": head("GET /framed", "Name\t: v"),
    "an empty name": head("GET /framed", ": v"),
    "a line without a colon": head("GET /framed", "Name"),
    "a name with a bracket": head("GET /framed", "Na(me: v"),
  }),
  ...refused(11, [414, 431], {
    "a header above 16 KiB": head("GET /framed", `X: ${"x".repeat(16 * 1024)}`),
    "a header above 16 KiB in two packets": ["GET /framed HTTP/1.1\r\nHost: a\r\nX: ", "x".repeat(20_000)],
    "headers that are above 16 KiB together": head(
      "GET /framed",
      ...many(90).map((one) => one + "x".repeat(200)),
    ),
    "a URL above 16 KiB": head(`GET /framed?${"x".repeat(16 * 1024)}`),
    "a method that never ends": "G".repeat(20_000),
  }).map((one) => (one.name.startsWith("a method") ? { ...one, statuses: [400, 414, 431] } : one)),
  ...refused(11, [431], {
    "101 headers": head("GET /framed", ...many(100)),
    "101 headers, and a call behind them": head("GET /framed", ...many(100)) + hidden,
    "2,500 headers and then a length": [
      [
        "POST /framed HTTP/1.1",
        "Host: a",
        ...Array.from({ length: 2_498 }, () => "x: 1"),
        "Content-Length: 6",
        "",
        "",
      ].join("\r\n"),
      '{"a":1',
    ],
    "2,500 headers and then a length of a hidden call": [
      ["POST /framed HTTP/1.1", "Host: a", ...Array.from({ length: 2_498 }, () => "x: 1")].join("\r\n"),
      `\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`,
    ],
  }),
  { line: 11, name: "100 headers", send: head("GET /framed", ...many(99)), statuses: [200], closes: false },
  ...["TRACE", "TRACK", "FOO", "get", "__proto__", "constructor", "PROPFIND", "QUERY"].map((method) => ({
    line: 12,
    name: `${method} instead of a method`,
    send: head(`${method} /framed`),
    statuses: [400, 404, 405, 501],
    closes: false,
  })),
  { line: 12, name: "CONNECT to another host", send: head("CONNECT other:443"), closes: true },
  { line: 12, name: "CONNECT with a path", send: head("CONNECT /framed"), closes: true },
  { line: 12, name: "CONNECT, and a call behind it", send: head("CONNECT other:443") + hidden, closes: true },
  ...[
    "http://other/admin",
    "https://other/admin",
    "HTTP://OTHER:80/admin",
    "http://u@other/admin",
    "ftp://other/admin",
    "other/admin",
  ].map((target) => ({
    line: 13,
    name: `GET ${target}`,
    send: head(`GET ${target}`),
    statuses: [400, 401],
    closes: false,
  })),
  {
    line: 13,
    name: "GET http://other/framed is the path",
    send: head("GET http://other/framed"),
    statuses: [200, 400],
    closes: false,
  },
  { line: 14, name: "OPTIONS *", send: head("OPTIONS *"), statuses: [204], closes: false, method: "OPTIONS" },
  { line: 14, name: "GET *", send: head("GET *"), statuses: [400, 404], closes: false },
  ...[
    [
      "websocket",
      "Upgrade: websocket",
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
      "Sec-WebSocket-Version: 13",
    ],
    ["h2c", "Upgrade: h2c", "HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA"],
    ["nothing that is known", "Upgrade: x"],
  ].map(([name, ...headers]) => ({
    line: 17,
    name: `Upgrade to ${name!} on a plain route`,
    send: upgrade(...headers),
    statuses: [200],
    closes: true,
  })),
  {
    line: 17,
    name: "Upgrade with a body",
    send: `${head("POST /framed", "Connection: Upgrade", "Upgrade: websocket", "Content-Length: 2")}{}`,
    statuses: [200],
    closes: true,
  },
  {
    line: 17,
    name: "Upgrade, and a call behind it in the same packet and in the next",
    send: [upgrade("Upgrade: x") + hidden, hidden],
    statuses: [200],
    closes: true,
  },
  {
    line: 17,
    name: "Upgrade with a body, and a call behind it in the same packet and in the next",
    send: [
      `${head("POST /framed", "Connection: Upgrade", "Upgrade: x", "Content-Length: 2")}{}${hidden}`,
      hidden,
    ],
    statuses: [200],
    closes: true,
  },
  {
    line: 17,
    name: "Upgrade that Connection does not name",
    send: head("GET /framed", "Upgrade: x"),
    statuses: [200],
    closes: false,
  },
  ...["__proto__", "constructor", "toString", "hasOwnProperty", "prototype"].map((name) => ({
    line: 20,
    name: `a header named ${name}`,
    send: head("GET /framed", `${name}: 1`, `${name}: 2`),
    statuses: [200],
    closes: false,
  })),
]

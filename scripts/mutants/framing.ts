import type { Mutant } from "./mutant.ts"

const context = "packages/trivet/src/context"
const engine = "packages/trivet/src/engine"
const escapeTests = [`${context}/decode-escapes.test.ts`]
const queryTests = [`${context}/parse-query.test.ts`]
const cookieTests = [`${context}/cookie.test.ts`]
const proxyTests = [`${context}/trusted-proxies.test.ts`]
const addressTests = [`${context}/ip-address.test.ts`, `${context}/trusted-proxies.test.ts`]
const jsonTests = [`${context}/parse-json.test.ts`]
const formTests = [`${context}/parse-form.test.ts`]
const bodyTests = [`${context}/call.test.ts`, "packages/trivet/src/platform/web/read-form.test.ts"]
const headTests = [`${engine}/node/call/judge-head.test.ts`]
const targetTests = [`${engine}/target.test.ts`]
const turnTests = [`${engine}/node/call/take-turns.test.ts`]
const framingTests = ["packages/trivet/tests/attacks/framing.test.ts"]
const bodiesTests = ["packages/trivet/tests/attacks/bodies.test.ts"]

const of =
  (file: string, tests: readonly string[]) =>
  (search: string, replace: string, why: string, slow?: true): Mutant => ({
    file,
    search,
    replace,
    tests,
    why,
    ...(slow && { slow }),
  })

const escapes = of(`${context}/decode-escapes.ts`, escapeTests)
const query = of(`${context}/parse-query.ts`, queryTests)
const cookie = of(`${context}/cookie.ts`, cookieTests)
const proxies = of(`${context}/trusted-proxies.ts`, proxyTests)
const address = of(`${context}/ip-address.ts`, addressTests)
const json = of(`${context}/parse-json.ts`, jsonTests)
const form = of(`${context}/parse-form.ts`, formTests)
const body = of(`${context}/read-body.ts`, bodyTests)
const judge = of(`${engine}/node/call/judge-head.ts`, headTests)
const host = of(`${engine}/host.ts`, targetTests)
const target = of(`${engine}/target.ts`, targetTests)
const turns = of(`${engine}/node/call/take-turns.ts`, turnTests)
const connections = of(`${engine}/node/connection/connections.ts`, turnTests)
const clients = of(`${engine}/node/connection/answer-clients.ts`, framingTests)
const bytes = of(`${engine}/node/call/read-bytes.ts`, bodiesTests)

/** What reads a request: targets, hosts, heads, queries, cookies, bodies, and the addresses of clients. */
export const mutants: readonly Mutant[] = [
  escapes(
    '  while (at !== -1) {\n    const length = lengthOfCharacter(text, at)\n    if (length === 0) return undefined\n    at = text.indexOf("%", at + 3 * length)\n  }\n  return decodeURIComponent(text)',
    "  try {\n    return decodeURIComponent(text)\n  } catch {\n    return undefined\n  }",
    "A query of malformed escapes costs 27 times a good one.",
  ),
  escapes(
    "if (first < 0xc2 ||",
    "if (first < 0xc0 ||",
    "Characters in two spellings raise an error on every call.",
  ),
  escapes(
    "first === 0xed ? 0x9f",
    "first === 0xed ? 0xbf",
    "An escaped surrogate ends the request with an error.",
  ),
  escapes(
    "first > 0xf4) return 0",
    "first > 0xf7) return 0",
    "A byte beyond UTF-8 ends the request with an error.",
  ),
  escapes(
    "index < length; index++",
    "index < length - 1; index++",
    "A character that is cut off ends the request with an error.",
  ),
  query(
    "Object.create(null) as Record<string, string>\n",
    "{} as Record<string, string>\n",
    "A parameter named __proto__ reaches a prototype.",
  ),
  query(
    "if (!(name in parameters)) parameters[name]",
    "parameters[name]",
    "The last of a repeated parameter wins: another one than a proxy has checked.",
  ),
  query(
    "if (equals !== -1 && equals < start) equals =",
    "equals =",
    "Many names without a value cost a search through the rest each.",
  ),
  cookie(
    "Object.create(null) as Record<string, string>",
    "{} as Record<string, string>",
    "A cookie named __proto__ reaches a prototype.",
  ),
  cookie(
    'name !== "" && !(name in cookies)',
    'name !== ""',
    "A second cookie of a name, set by a sibling domain, takes the place of the first.",
  ),
  cookie('if (options.httpOnly ?? true) attributes.push("HttpOnly")', "", "Scripts read cookies."),
  cookie('options.sameSite ?? "Lax"', 'options.sameSite ?? "None"', "Other sites' forms carry cookies."),
  cookie(
    "encodeURIComponent(value.toWellFormed())",
    "value",
    "A value with a semicolon sets attributes of its cookie.",
  ),
  cookie(
    'if (text === "" || /[;\\0-\\x1f\\x7f]/.test(text))',
    'if (text === "")',
    "A path from a client sets further attributes, or another header.",
  ),
  cookie(
    "if (!/^[\\w!#$%&'*.^`|~+-]+$/.test(name))",
    'if (name === "")',
    "A name from a client sets another cookie.",
  ),
  proxies(
    "while (isTrusted(client)) {",
    "while (told.length > 0) {",
    "Any client chooses its address with X-Forwarded-For.",
  ),
  proxies("told.pop()", "told.shift()", "The leftmost address, the client's own word, is believed."),
  proxies(
    "if (parseIpAddress(next) === undefined) break",
    'if (next === "") break',
    "What is no address becomes a client's address.",
  ),
  proxies(
    "if (incoming.secure || !isTrusted(incoming.address)) return incoming.secure",
    "if (incoming.secure) return true",
    "Any client says that it speaks HTTPS.",
  ),
  proxies("told.at(-1)!", "told[0]!", "A client's own X-Forwarded-Proto is believed before the proxy's."),
  proxies(
    "address === undefined || bits > most",
    "address === undefined",
    "A misspelt network trusts nobody, or everybody, without a word.",
  ),
  address(
    "four.every((part) => part < 256)",
    "four.length === 4",
    "Texts that are no addresses are taken for some.",
  ),
  address(
    "group >> (16 - counted) === other[at]! >> (16 - counted)",
    "(counted < 16 || group === other[at]!)",
    "A network that ends within a group takes in others.",
  ),
  address(
    "groups.slice(0, 4)).map",
    "groups.slice(0, 8)).map",
    "A client with an IPv6 network has any number of shares.",
  ),
  address(
    "isFour ? groups.slice(6)",
    "isFour ? groups.slice(0, 4)",
    "All IPv4 clients behind a proxy count as one.",
  ),
  json(
    "if (text.length > deepest && isDeeper(text))",
    "if (text.length < 0)",
    "A deeply nested body overflows the stack of whoever walks it.",
  ),
  json('if (key === "__proto__") return undefined', "", "A body sets a prototype where a handler copies it."),
  json(
    'Object.hasOwn(value, "prototype") ? undefined : value',
    'Object.hasOwn(value, "proto") ? undefined : value',
    "constructor.prototype of a body reaches a prototype.",
  ),
  json('|| text.includes("\\\\u00")', "", "An escaped __proto__ reaches a prototype."),
  json(
    "if (code === 0x22) at = textEnd(text, at)\n    else if",
    "if",
    "Brackets in a text hide how deep a body is nested.",
  ),
  json(
    'new TextDecoder("utf-8", { fatal: true,',
    'new TextDecoder("utf-8", { fatal: false,',
    "Bytes that are no text are replaced, and two bodies become one.",
  ),
  form("if (++count > most)", "if (++count < 0)", "A form has any number of fields."),
  form("Object.create(null)", "{}", "A field named __proto__ reaches a prototype."),
  form("{ fatal: true,", "{ fatal: false,", "Bytes that are no text are replaced."),
  form(
    "if (decoded === undefined) throw invalid()",
    "if (decoded === undefined) return text",
    "A malformed escape passes.",
  ),
  body(
    'encoding.toLowerCase() !== "identity"',
    'encoding.toLowerCase() === "gzip"',
    "An encoded body is read as if it were none.",
  ),
  body(
    "if (reader === undefined) throw",
    'if (reader === undefined && type !== "text/plain") throw',
    "Another site sends text/plain without asking, and it is bound.",
  ),
  body(
    "return /^application\\/(?:[\\w.-]+\\+)?json$/.test(type)",
    "return /json|plain/.test(type)",
    "Another site's text/plain is taken for JSON.",
  ),
  body(
    'delete (fields as Record<string, unknown>)["__proto__"]',
    "",
    "A form's field reaches a prototype where a handler copies it.",
  ),
  judge(
    "(++hosts > 1 || !isHost(rawHeaders[at + 1]!))",
    "!isHost(rawHeaders[at + 1]!)",
    "Two Host lines: a proxy checks one, the application reads the other.",
  ),
  judge("|| !isHost(rawHeaders[at + 1]!)", "", "A Host with a slash or an @ leads links elsewhere."),
  judge(
    "++codings > 1 || httpVersionMinor === 0",
    "httpVersionMinor === 0",
    "Two codings hide a request behind another.",
  ),
  judge(
    "|| httpVersionMinor === 0) return 400",
    ") return 400",
    "A coding on HTTP/1.0 hides a request behind another.",
  ),
  judge(
    '!== "chunked") return 501',
    '=== "") return 501',
    "A coding that Node does not read hides a request.",
  ),
  judge(
    "if (rawHeaders.length > mostHeaders * 2) return 431",
    "",
    "Headers beyond the limit are hidden, a length among them.",
  ),
  judge("if (hosts !== 1 && httpVersionMinor !== 0) return 400", "", "A request without a Host is answered."),
  judge("if (httpVersionMajor !== 1) return 505", "", "Another version is read as if it were HTTP/1."),
  host("if (!proper.test(host)) return false", "", "A Host with a slash or an @ leads links elsewhere."),
  host(
    "if (host === known) return true",
    "if (known?.startsWith(host)) return true",
    "What a known host begins with passes unread.",
  ),
  target("if (odd && isAmbiguous(path)) return undefined", "", "Dot segments mean another path to a proxy."),
  target('query.includes("#") ? undefined : ', "", "A fragment means another target to a proxy."),
  target('segment.replaceAll(/%2e/gi, ".")', "segment", "Escaped dots mean another path to a proxy."),
  target(
    'if (path.includes("\\\\") || path.includes("#")) return true',
    "",
    "A backslash is a slash to some proxies.",
  ),
  target(
    "&& url.charCodeAt(known.length) === slash) return",
    ") return",
    "A longer host is taken for a known one, and its rest for a path.",
  ),
  target(
    "if (!isHost(url.slice(scheme, end))) return -1",
    "",
    "A target with a user's name in its host is read as a path.",
  ),
  of(`${engine}/plain-address.ts`, targetTests)(
    'address.startsWith("::ffff:")',
    'address.includes("::ffff:")',
    "An IPv6 address of a client passes for a trusted IPv4 one.",
  ),
  turns(
    "|| (upgrade !== undefined && upgrade !== response.req)",
    "",
    "A call behind an upgrade gets the reply of one that was lost.",
  ),
  turns(
    "if (upgrade !== undefined) response.shouldKeepAlive = false",
    "",
    "Calls behind an upgrade are lost, and the next reply takes their place.",
  ),
  connections(
    "connection.upgrade ??= request",
    "void request",
    "Calls behind an upgrade are lost, and the next reply takes their place.",
  ),
  clients(
    "if (connection !== undefined) connection.last = true\n  writeRejection(socket, status, bodies, response)",
    "writeRejection(socket, status, bodies, response)",
    "A call behind a malformed one is carried out.",
    true,
  ),
  bytes(
    "if (declared > limit) return",
    "if (declared < 0) return",
    "A body over the limit is read before it is refused.",
    true,
  ),
  bytes("if (end > limit) {", "if (end < 0) {", "A body in chunks has no limit.", true),
]

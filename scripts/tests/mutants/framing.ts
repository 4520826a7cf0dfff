import type { Mutant } from "./mutant.ts"

const context = "packages/trivet/src/context"
const engine = "packages/trivet/src/engine"
const cookieTests = [`${context}/request/cookie.test.ts`]
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

const cookie = of(`${context}/request/cookie.ts`, cookieTests)
const judge = of(`${engine}/node/call/judge-head.ts`, headTests)
const target = of(`${engine}/target.ts`, targetTests)
const turns = of(`${engine}/node/call/take-turns.ts`, turnTests)
const clients = of(`${engine}/node/connection/answer-clients.ts`, framingTests)
const bytes = of(`${engine}/node/call/read-bytes.ts`, bodiesTests)

/** What reads a request: targets, heads, cookies, bodies, and the addresses of clients. */
export const mutants: readonly Mutant[] = [
  cookie(
    'name !== "" && !(name in cookies)',
    'name !== ""',
    "A second cookie of a name, set by a sibling domain, takes the place of the first.",
  ),
  judge(
    "(++hosts > 1 || !isHost(rawHeaders[at + 1]!))",
    "!isHost(rawHeaders[at + 1]!)",
    "Two Host lines: a proxy checks one, the application reads the other.",
  ),
  judge(
    "++codings > 1 || httpVersionMinor === 0",
    "httpVersionMinor === 0",
    "Two codings hide a request behind another.",
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
  target(
    "&& url.charCodeAt(known.length) === slash) return",
    ") return",
    "A longer host is taken for a known one, and its rest for a path.",
  ),
  of(`${engine}/plain-address.ts`, targetTests)(
    'address.startsWith("::ffff:")',
    'address.includes("::ffff:")',
    "An IPv6 address of a client passes for a trusted IPv4 one.",
  ),
  turns(
    "if (upgrade !== undefined) response.shouldKeepAlive = false",
    "",
    "Calls behind an upgrade are lost, and the next reply takes their place.",
  ),
  clients(
    "if (connection !== undefined) connection.last = true\n  writeRejection(socket, status, bodies, response)",
    "writeRejection(socket, status, bodies, response)",
    "A call behind a malformed one is carried out.",
    true,
  ),
  bytes("if (end > limit) {", "if (end < 0) {", "A body in chunks has no limit.", true),
]

import { headerOf, type HttpReply, isPage } from "../call/http-reply.ts"
import type { FindingKind, FuzzProblem } from "../report/finding.ts"
import type { FuzzTarget } from "../target/fuzz-target.ts"
import { foreignHost, injectedHeader, mark } from "../input/hostile-texts.ts"
import { excerpt } from "./excerpt.ts"
import type { Judged } from "./judged.ts"

/** Finds leaks in a reply: sources, settings, hashes, files, and input that is interpreted as code. */
export function findLeaks(
  target: FuzzTarget,
  { ready }: Judged,
  reply: HttpReply,
  route: string,
): readonly FuzzProblem[] {
  const sent = `${ready.method} ${excerpt(ready.target, 160)}`
  const make = (kind: FindingKind, title: string, shown: string): FuzzProblem => ({
    kind,
    route,
    title,
    evidence: `${sent}\n${reply.status} ${excerpt(shown, 200)}`,
  })
  const found = [...textLeaks(target, reply, ready.body ?? ""), ...headerLeaks(reply), ...pageLeaks(reply)]
  return found.map(([kind, title, shown]) => make(kind, title, shown))
}

type Leak = readonly [kind: FindingKind, title: string, shown: string]

const statementErrors =
  /syntax error at or near|unterminated quoted string|SQLITE_ERROR|near "[^"]*": syntax error|You have an error in your SQL syntax|invalid input syntax for|violates \w+(?: \w+)? constraint|relation "[^"]+" does not exist|column "[^"]+" does not exist/
const stack = /\n?\s+at (?:async )?[\w.<>[\] ]*\(?(?:file:\/\/|node:|\/)[^\s)]+:\d+:\d+\)?/
const hash = /\$2[aby]\$\d\d\$[./\w]{53}|\$argon2(?:id|i|d)\$v=|\$scrypt\$/

function* textLeaks(target: FuzzTarget, reply: HttpReply, sent: string): Generator<Leak> {
  // A large file of the application, such as a bundled script, may contain anything.
  const { text } = reply
  // Outside production, an error page of the web platform shows the error to developers.
  if (isPage(reply) && reply.status >= 500) return
  if (text.length > 300_000 || /javascript|css/.test(headerOf(reply, "content-type"))) return
  const around = (at: number) => text.slice(Math.max(0, at - 40), at + 160)
  const statement = statementErrors.exec(text)
  if (statement !== null && !sent.includes(statement[0]))
    yield ["injection", "an error of the database is in the reply", around(statement.index)]
  const trace = stack.exec(text)
  if (trace !== null) yield ["secret", "a stack trace is in the reply", around(trace.index)]
  const hashed = hash.exec(text)
  if (hashed !== null && !sent.includes(hashed[0]))
    yield ["secret", "a password's hash is in the reply", around(hashed.index)]
  const secret = target.secrets.find((one) => text.includes(one) && !sent.includes(one))
  if (secret !== undefined)
    yield ["secret", "the value of a secret setting is in the reply", `…${secret.slice(0, 3)}…`]
  const path = text.indexOf(`${target.folder}/`)
  if (path !== -1 && target.folder.length > 4)
    yield ["secret", "a path of the server's files is in the reply", around(path)]
  const file = /root:[^:\n]*:0:0:/.exec(text)
  if (file !== null) yield ["file", "a file outside of the application is served", around(file.index)]
  else if (/"name":\s*"[^"]+"[\s\S]*"(?:dependencies|devDependencies)":/.test(text))
    yield ["file", "the application's package.json is served", text]
}

function* headerLeaks(reply: HttpReply): Generator<Leak> {
  const injected = reply.headers.find(([name]) => name === injectedHeader)
  if (injected !== undefined) yield ["header", "input becomes a header of the reply", injected.join(": ")]
  const location = headerOf(reply, "location")
  if (location !== "" && hostOf(location) === foreignHost)
    yield ["redirect", "redirects to a host that the input names", `location: ${location}`]
}

function* pageLeaks(reply: HttpReply): Generator<Leak> {
  if (!isPage(reply)) return
  const { text } = reply
  const alive = [
    text.indexOf(`<${mark}`),
    text.search(new RegExp(`<[^<>]*["'] ${mark}=["'][^<>]*>`)),
    text.search(new RegExp(`(?:href|src|action)\\s*=\\s*["']?\\s*javascript:${mark}`, "i")),
  ].find((at) => at !== -1)
  if (alive !== undefined)
    yield ["markup", "input is markup in the page", text.slice(Math.max(0, alive - 40), alive + 160)]
}

/** The host of a URL as browsers parse it: backslashes are slashes, and tabs are ignored. */
function hostOf(location: string): string | undefined {
  try {
    return new URL(location.replace(/[\t\r\n]/g, ""), "http://127.0.0.1").hostname
  } catch {
    return undefined
  }
}

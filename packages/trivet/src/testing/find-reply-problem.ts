import { engineAppOf } from "../app/engine-app.ts"
import { issuesText } from "../app/routes/issues-text.ts"
import { parseTarget } from "../engine/target.ts"
import { type FlatRoute, titleOf } from "../module/routes/flat-route.ts"
import { findMatch } from "../router/resolve.ts"
import { isStreamSchema } from "../schema/stream.ts"
import type { TestApp } from "./create-test-app.ts"

/** What was sent, as `app.request()` takes it. */
export interface SentRequest {
  readonly method: string
  /** The path with its query. */
  readonly path: string
}

/** A `TestReply` or a `Response`. */
export interface ReceivedReply {
  readonly status: number
  readonly headers: { get(name: string): string | null | undefined }
  text(): string | Promise<string>
}

/** Something wrong with a reply. */
export interface ReplyProblem {
  /** `contract`: the reply does not fit what its record declares. `error`: it is a 500 that its record does not declare. */
  readonly kind: "contract" | "error"
  /** A sentence: ``GET /price answers 200, and its body does not match `returns`: cents is required``. */
  readonly text: string
}

/** The faults of results that do not match `returns`. A client gets 500. */
const contractFaults: ReadonlySet<unknown> = new Set(["RESULT_BREAKS_RETURNS", "STATUS_NOT_RETURNED"])

/**
 * Compares a reply with `returns` of the record that answers the request, also where `returns: { check: false }` turns the
 * check of the application off, and replies of middlewares, which it does not check. A body is compared up to status 399:
 * errors of middlewares have a form of their own. A 500 that is not declared is a problem too, with the logged error.
 *
 * @example
 * ```ts
 * import { health } from "trivet"
 * import { createTestApp, findReplyProblem } from "trivet/testing"
 *
 * const app = await createTestApp(health())
 * const reply = await app.request("GET", "/health/live")
 * const problem = await findReplyProblem(app, { method: "GET", path: "/health/live" }, reply)
 * if (problem !== undefined) throw new Error(problem.text)
 * ```
 */
export async function findReplyProblem(
  app: TestApp,
  { method, path }: SentRequest,
  reply: ReceivedReply,
): Promise<ReplyProblem | undefined> {
  const { status } = reply
  const route = findRoute(app, method, parseTarget(path)?.path ?? path)
  const title = titleOf(method, route?.path ?? path.replace(/\?.*/s, ""))
  const returns = route?.record.returns
  const contract = (reason: string): ReplyProblem => ({ kind: "contract", text: `${title} ${reason}` })
  if (status === 500) {
    if (returns?.[500] !== undefined && !(await reply.text()).includes("Internal Server Error"))
      return undefined
    const { message, code } = loggedError(app, title)
    const kind = contractFaults.has(code) ? "contract" : "error"
    return { kind, text: `${title} answers 500${message === undefined ? "" : `: ${message}`}` }
  }
  if (method === "HEAD" || returns === undefined) return undefined
  const schema = returns[status]
  if (schema === undefined)
    return status >= 200 && status < 300
      ? contract(`answers ${status}, which \`returns\` does not declare`)
      : undefined
  const type = reply.headers.get("content-type") ?? ""
  // The bytes of a page or of a file have no schema, and a stream is checked event by event.
  if (schema === null || status >= 400 || isStreamSchema(schema) || !/\bjson\b/i.test(type)) return undefined
  const body = parse(await reply.text())
  if (body === undefined) return contract(`answers ${status}, and its body is not JSON`)
  const { issues } = await schema["~standard"].validate(body.value)
  if (issues === undefined) return undefined
  return contract(`answers ${status}, and its body does not match \`returns\`: ${issuesText(issues)}`)
}

/** The route that answers a call of the application's own kind. */
function findRoute(app: TestApp, method: string, path: string): FlatRoute | undefined {
  const { kinds, wiring } = engineAppOf(app)
  const [served] = kinds.values()
  if (served === undefined) return undefined
  const found = findPath(() => findMatch(served.routes.table, method, path)?.value.path)
  return wiring.routes.find(
    (route) =>
      route.kind.name === served.kind.name &&
      route.path === found &&
      (route.method === undefined || [method, "ANY"].includes(route.method)),
  )
}

/** A path with a malformed escape has none. */
function findPath(find: () => string | undefined): string | undefined {
  try {
    return find()
  } catch {
    return undefined
  }
}

interface LoggedError {
  readonly message?: string
  readonly code?: unknown
}

/** The last error that a call of the route has logged. */
function loggedError({ logs }: TestApp, title: string): LoggedError {
  const line = logs.findLast(({ level, route, err }) => level >= 50 && route === title && err !== undefined)
  return line?.["err"] ?? {}
}

function parse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return undefined
  }
}

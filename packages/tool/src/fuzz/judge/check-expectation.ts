import { isGuarded } from "../access.ts"
import { headerOf, type HttpReply, isPage, jsonOf } from "../call/http-reply.ts"
import type { FuzzProblem } from "../report/finding.ts"
import type { FuzzRoute } from "../target/fuzz-target.ts"
import { matchRoute } from "../call/match-route.ts"
import { excerpt } from "./excerpt.ts"
import type { Judged } from "./judged.ts"

/** How a reply violates the expectation of its call; `undefined` if it does not. */
export function findExpectationProblem(
  { call, ready, before }: Judged,
  reply: HttpReply,
  route: string,
  routes: readonly FuzzRoute[],
): FuzzProblem | undefined {
  const who = call.as === undefined ? "without valid credentials" : `as ${call.as}`
  const evidence = `${ready.method} ${excerpt(ready.target, 160)} ${who}\n${reply.status} ${excerpt(reply.text, 200)}`
  if (call.expect === "rejected" && (call.as === undefined ? !isRejected(reply) : !isGuardsReply(reply))) {
    if (call.as !== undefined)
      return {
        kind: "access",
        route,
        title: `answers ${reply.status} to ${call.as}, who has no access`,
        evidence,
      }
    if (findPublic(routes, call.path, ready.method, ready.target) !== undefined) return undefined
    const title = `answers ${reply.status} without valid credentials`
    return { kind: "unguarded", route: `${call.method} ${call.path}`, title, evidence }
  }
  if (call.expect === "admitted" && (reply.status === 401 || reply.status === 403))
    return { kind: "access", route, title: `answers ${reply.status} to ${call.as}, who has access`, evidence }
  if (call.expect === "no fewer rows than before" && before !== undefined && rowsIn(reply) < rowsIn(before)) {
    const title = "a quote in the input changes the statement: a condition in it decides about the rows"
    return { kind: "injection", route, title, evidence }
  }
  return undefined
}

const rejections: readonly number[] = [400, 401, 403, 404, 405, 406, 411, 413, 414, 415, 422, 429, 431, 501]

/** Whether a guard, the router or the server rejected a call: by status, or by a redirect to a sign-in page. */
export function isRejected(reply: HttpReply): boolean {
  const { status } = reply
  if (rejections.includes(status)) return true
  if (status === 503 && headerOf(reply, "retry-after") !== "") return true
  return status >= 300 && status < 400 && /sign|log-?in|auth|session/i.test(headerOf(reply, "location"))
}

/** Whether a guard rejected a call that reached its route. Validation by `accepts` runs after all guards. */
function isGuardsReply({ status }: HttpReply): boolean {
  return status >= 300 && status < 500 && ![400, 413, 415, 422].includes(status)
}

/** Whether a spelling matches a public route or none: then the handler of the guarded route must not answer it. */
function findPublic(
  routes: readonly FuzzRoute[],
  path: string,
  method: string,
  target: string,
): FuzzRoute | undefined {
  const found = matchRoute(routes, method, target)?.route
  if (found === undefined || isGuarded(found)) return undefined
  const same = routes.some((one) => one.path === path && one.handler === found.handler && isGuarded(one))
  return same ? undefined : found
}

/** The number of rows in a reply: items of its first list, otherwise one for a found object; of a page, its items. */
export function rowsIn(reply: HttpReply): number {
  if (reply.status >= 300) return 0
  if (isPage(reply)) return 1 + [...reply.text.matchAll(/<(?:li|tr|article)\b/gi)].length
  const body = jsonOf(reply)
  if (typeof body !== "object" || body === null) return 0
  const list = Array.isArray(body) ? body : Object.values(body).find((one) => Array.isArray(one))
  return Array.isArray(list) ? list.length : 1
}

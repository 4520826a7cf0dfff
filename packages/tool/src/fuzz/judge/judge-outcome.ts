import type { HttpReply } from "../call/http-reply.ts"
import { headerOf } from "../call/http-reply.ts"
import { matchRoute } from "../call/match-route.ts"
import { patience } from "../call/wire.ts"
import type { FuzzProblem } from "../report/finding.ts"
import {
  type Ended,
  type FuzzRoute,
  type FuzzTarget,
  routeTitle,
  type ThrownError,
} from "../target/fuzz-target.ts"
import { checkContract } from "./check-contract.ts"
import { findExpectationProblem } from "./check-expectation.ts"
import { findLeaks } from "./find-leaks.ts"
import { excerpt } from "./excerpt.ts"
import type { Judged } from "./judged.ts"

/** The route that answers a call, according to the description. */
function routeOf(target: FuzzTarget, { call, ready }: Judged): FuzzRoute | undefined {
  return (
    matchRoute(target.routes, call.method, ready.target)?.route ??
    target.routes.find(({ method, path }) => method === call.method && path === call.path)
  )
}

/** Finds problems in the reply to a call, or in its absence. */
export async function judgeOutcome(target: FuzzTarget, judged: Judged): Promise<readonly FuzzProblem[]> {
  const { call, outcome, ready, id } = judged
  const found = routeOf(target, judged)
  const route = found === undefined ? `${call.method} ${call.path}` : routeTitle(found)
  const sent = `${ready.method} ${excerpt(ready.target, 160)}`
  if (outcome.kind === "silence") {
    const ended = target.ended()
    if (ended === undefined)
      return [{ kind: "no-reply", route, title: `no reply within ${patience / 1000} s`, evidence: sent }]
    return [crash(judged, route, sent, ended)]
  }
  if (outcome.kind === "cut") return judgeCut(target, judged, route, sent)
  const { reply } = outcome
  const ended = target.ended()
  if (ended !== undefined) return [crash(judged, route, sent, ended)]
  const expected = findExpectationProblem(judged, reply, route, target.routes)
  return [
    ...(await judgeStatus(target, id, found, reply, route, sent)),
    ...(await checkContract(target, found, reply, route, sent)),
    ...findLeaks(target, judged, reply, route),
    ...(expected === undefined ? [] : [expected]),
  ]
}

/** A server may close a connection instead of reading an endless body. */
async function judgeCut(
  target: FuzzTarget,
  judged: Judged,
  route: string,
  sent: string,
): Promise<readonly FuzzProblem[]> {
  const { ready, outcome, id } = judged
  const errors = await target.takeErrors(id)
  // The notice that a process ended may arrive after its connections are closed.
  const ended = await until(() => target.ended(), 500)
  if (ended !== undefined) return [crash(judged, route, sent, ended)]
  if ((ready.body?.length ?? 0) > 500_000 || ready.target.length > 8_000) return []
  if (outcome.kind === "cut" && !outcome.sent)
    return [{ kind: "no-reply", route, title: "the connection is not accepted", evidence: sent }]
  const evidence = `${sent}\n${errorsOf(errors)}`.trim()
  return [{ kind: "no-reply", route, title: "the connection is closed without a whole reply", evidence }]
}

/** The process ended while this call was in progress; another call may have caused it. */
function crash({ id }: Judged, route: string, sent: string, { text, call = id }: Ended): FuzzProblem {
  const evidence = `${sent}\n${excerpt(text, 1_000)}`
  return { kind: "crash", route, title: "the process ends", evidence, ...(call !== id && { cause: call }) }
}

/** A status of 500 and above that the record does not declare. A declared one may still hide an error. */
async function judgeStatus(
  target: FuzzTarget,
  id: string,
  found: FuzzRoute | undefined,
  reply: HttpReply,
  route: string,
  sent: string,
): Promise<readonly FuzzProblem[]> {
  const { status } = reply
  if (status < 500) return []
  const errors = await target.takeErrors(id)
  // SQLSTATE class 42: the statement itself is invalid, so input became part of it.
  const broken = errors.find(({ code }) => code?.startsWith("42"))
  if (broken !== undefined) {
    const title = "input becomes a part of a statement, which the database cannot parse"
    return [{ kind: "injection", route, title, evidence: `${sent}\n${status}\n${errorsOf(errors)}` }]
  }
  if (status === 503 && headerOf(reply, "retry-after") !== "") return []
  const hidden = errors.filter(({ isPublic }) => !isPublic)
  if (found?.returns?.includes(status) === true && hidden.length === 0) return []
  // Node answers unknown methods like this.
  if (status === 501 && found === undefined) return []
  const evidence = `${sent}\n${status} ${excerpt(reply.text, 200)}\n${errorsOf(errors)}`.trim()
  const title = `answers ${status}${reasonOfThrown(errors)}`
  const fix = errors[0]?.fix
  const origin = originOf(errors)
  return [{ kind: "server-error", route, title, evidence, origin, ...(fix !== undefined && { fix }) }]
}

/** The first position of the error in a file, without its column. */
function originOf([error]: readonly ThrownError[]): string {
  return /\n\s+at [^\n]*?([^\s(]+:\d+):\d+\)?(?:\n|$)/.exec(error?.text ?? "")?.[1] ?? ""
}

/** Names the error, without parts that differ between calls. */
function reasonOfThrown([error]: readonly ThrownError[]): string {
  const first = error?.text.split("\n", 1)[0] ?? ""
  return first === "" ? "" : `: ${excerpt(first.replace(/"[^"]*"|'[^']*'|\d+/g, "…"), 100)}`
}

function errorsOf(errors: readonly ThrownError[]): string {
  return errors.map(({ text }) => excerpt(text, 600)).join("\n")
}

async function until<T>(ask: () => T | undefined, milliseconds: number): Promise<T | undefined> {
  const deadline = performance.now() + milliseconds
  for (;;) {
    const answer = ask()
    if (answer !== undefined || performance.now() > deadline) return answer
    await new Promise((wake) => setTimeout(wake, 5))
  }
}

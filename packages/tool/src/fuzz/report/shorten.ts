import { setTimeout as sleep } from "node:timers/promises"
import { type FuzzCall, moveReferences, referencesIn } from "../call/fuzz-call.ts"
import { headersNamed } from "../call/http-reply.ts"
import { type Exchange, type Field, Session } from "../call/session.ts"
import { type FuzzProblem, problemKey } from "./finding.ts"
import { routeTitle } from "../target/fuzz-target.ts"
import { excerpt } from "../judge/excerpt.ts"

/** A problem with the shortest calls that reproduce it. */
export interface Shortened {
  readonly problem: FuzzProblem
  readonly calls: readonly FuzzCall[]
}

/**
 * Finds the shortest part of a sequence that reproduces a problem, in its own session. The last call is the one that
 * revealed it. `undefined` if it cannot be reproduced.
 */
export async function shorten(
  field: Field,
  exchanges: readonly Exchange[],
  problem: FuzzProblem,
  deadline: number,
): Promise<Shortened | undefined> {
  const key = problemKey(problem)
  const calls = exchanges.map(({ call }) => call)
  const last = calls.length - 1
  const entries = exchanges.flatMap((exchange, step) => (isEntry(exchange) ? [step] : []))
  for (const start of [[last], [...entries, last], [...calls.keys()]]) {
    const steps = closureOf(calls, start)
    const shown = await show(field, select(calls, steps), key)
    if (shown !== undefined) return drop(field, calls, steps, { key, shown, deadline })
  }
  return undefined
}

/** Removes steps, first half of them, finally one by one, as long as the problem is reproduced. */
async function drop(
  field: Field,
  calls: readonly FuzzCall[],
  start: readonly number[],
  { key, shown, deadline }: { readonly key: string; readonly shown: FuzzProblem; readonly deadline: number },
): Promise<Shortened> {
  let [steps, problem] = [start, shown]
  for (let size = Math.ceil(steps.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let end = steps.length - 1; end > 0 && performance.now() < deadline; end -= size) {
      const left = steps.filter((_, at) => at < end - size || at >= end)
      const fewer = closureOf(calls, left)
      if (fewer.length >= steps.length) continue
      const again = await show(field, select(calls, fewer), key)
      if (again === undefined) continue
      ;[steps, problem] = [fewer, again]
    }
  return { problem, calls: select(calls, steps) }
}

/** The calls of a sequence that begin a session, and those whose replies they use. */
export function entriesOf(exchanges: readonly Exchange[]): readonly FuzzCall[] {
  const calls = exchanges.map(({ call }) => call)
  const entries = exchanges.flatMap((exchange, step) => (isEntry(exchange) ? [step] : []))
  return select(calls, closureOf(calls, entries))
}

/** Whether a call may have begun a session: it set a cookie, or sent a password. */
function isEntry({ call, reply }: Exchange): boolean {
  if (reply === undefined || reply.status >= 400) return false
  const sent = Object.keys(call.json ?? call.form ?? {})
  return headersNamed(reply, "set-cookie").length > 0 || sent.some((name) => /password/i.test(name))
}

/** Sends calls in a new session. Returns the problem if it is reproduced. */
async function show(field: Field, calls: readonly FuzzCall[], key: string): Promise<FuzzProblem | undefined> {
  const session = new Session(field)
  const found: FuzzProblem[] = []
  for (const call of calls) {
    found.push(...(await session.send(call)).problems)
    if (field.target.ended() !== undefined) break
  }
  const { target } = field
  // An error after the reply ends the process a moment later.
  if (key.startsWith("crash") && !found.some(({ kind }) => kind === "crash"))
    for (let at = 0; at < 40 && target.ended() === undefined; at++) await sleep(10)
  const ended = target.ended()
  await field.revive()
  // Calls of other sessions continue meanwhile, and one of them may have crashed the process.
  const isOwn = ended?.call === undefined || session.exchanges.some(({ id }) => id === ended.call)
  if (ended !== undefined && isOwn && key.startsWith("crash")) {
    const last = calls.at(-1)!
    return {
      kind: "crash",
      route: routeTitle(last),
      title: "the process ends",
      evidence: excerpt(ended.text, 1_000),
    }
  }
  return found.find((problem) => problemKey(problem) === key)
}

/** These steps, and all steps whose replies they use. */
function closureOf(calls: readonly FuzzCall[], steps: readonly number[]): readonly number[] {
  const needed = new Set<number>()
  const add = (step: number) => {
    if (needed.has(step) || calls[step] === undefined) return
    needed.add(step)
    for (const reference of referencesIn(calls[step])) {
      const [, earlier] = /^(\d+)\./.exec(reference) ?? []
      if (earlier !== undefined) add(Number(earlier))
    }
    // It compares its reply with that of the previous call.
    if (calls[step].expect === "no fewer rows than before") add(step - 1)
  }
  for (const step of steps) add(step)
  return [...needed].toSorted((a, b) => a - b)
}

function select(calls: readonly FuzzCall[], steps: readonly number[]): readonly FuzzCall[] {
  return steps.map((step) => moveReferences(calls[step]!, (old) => steps.indexOf(old)))
}

import { type FuzzCall, moveReferences, referencesIn } from "./call/fuzz-call.ts"
import { headersOf } from "./call/http-reply.ts"
import { type Exchange, type Field, Session } from "./call/session.ts"
import { type Problem, problemKey } from "./finding.ts"

/** A problem with the shortest calls that show it. */
export interface Shortened {
  readonly problem: Problem
  readonly calls: readonly FuzzCall[]
}

/** How often calls are sent again to find the shortest ones. */
const attempts = 40

/**
 * Finds the shortest part of a sequence that shows a problem again, in a session of its own. The last call is the one that
 * showed it. `undefined` if it does not happen again.
 */
export async function shorten(
  field: Field,
  exchanges: readonly Exchange[],
  problem: Problem,
  deadline: number,
): Promise<Shortened | undefined> {
  const key = problemKey(problem)
  const calls = exchanges.map(({ call }) => call)
  const last = calls.length - 1
  const entered = exchanges.flatMap(({ reply }, step) =>
    reply !== undefined && headersOf(reply, "set-cookie").length > 0 ? [step] : [],
  )
  const starts = [[last], [...entered, last], calls.map((_, step) => step)]
  for (const start of starts) {
    let steps = closureOf(calls, start)
    let shown = await show(field, select(calls, steps), key)
    if (shown === undefined) continue
    for (let at = steps.length - 2, tries = 0; at >= 0 && tries < attempts; at--, tries++) {
      if (performance.now() > deadline) break
      const fewer = closureOf(
        calls,
        steps.filter((_, index) => index !== at),
      )
      if (fewer.length >= steps.length) continue
      const again = await show(field, select(calls, fewer), key)
      if (again === undefined) continue
      ;[steps, shown] = [fewer, again]
      at = Math.min(at, steps.length - 1)
    }
    return { problem: shown, calls: select(calls, steps) }
  }
  return undefined
}

/** Sends calls in a new session. Returns the problem if it shows. */
export async function show(
  field: Field,
  calls: readonly FuzzCall[],
  key: string,
): Promise<Problem | undefined> {
  const session = new Session(field)
  const found: Problem[] = []
  for (const call of calls) {
    found.push(...(await session.send(call)).problems)
    if (field.target.ended() !== undefined) break
  }
  await field.revive()
  return found.find((problem) => problemKey(problem) === key)
}

/** These steps, and all whose replies they use. */
function closureOf(calls: readonly FuzzCall[], steps: readonly number[]): readonly number[] {
  const needed = new Set<number>()
  const add = (step: number) => {
    if (needed.has(step) || calls[step] === undefined) return
    needed.add(step)
    for (const reference of referencesIn(calls[step])) {
      const [, earlier] = /^(\d+)\./.exec(reference) ?? []
      if (earlier !== undefined) add(Number(earlier))
    }
    // It compares its reply with that of the call before.
    if (calls[step].expect === "no more rows than before") add(step - 1)
  }
  for (const step of steps) add(step)
  return [...needed].toSorted((a, b) => a - b)
}

function select(calls: readonly FuzzCall[], steps: readonly number[]): readonly FuzzCall[] {
  return steps.map((step) => moveReferences(calls[step]!, (old) => steps.indexOf(old)))
}

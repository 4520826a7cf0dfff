import fc from "fast-check"
import { endsOften, Session } from "../call/session.ts"
import { type FuzzProblem, problemKey } from "../finding.ts"
import { buildCall } from "../input/build-call.ts"
import { type RandomStep, randomSteps } from "../input/random-steps.ts"
import type { Phase, PhaseInput } from "../phase.ts"

/** How many calls a sequence has at most. */
const longest = 10

interface Shown {
  readonly session: Session
  readonly problem: FuzzProblem
}

/**
 * Sends random sequences of calls: what one call returns is used by the next. fast-check makes them and shortens those that
 * show a problem.
 */
export const randomCalls: Phase = {
  name: "random calls",
  share: 0.2,
  run: async (input) => {
    const { field, knowledge, deadline, seed } = input
    const routes = field.target.routes.filter(({ method }) => method !== "ANY")
    if (routes.length === 0) return "the application has no routes"
    const sequences = fc.array(randomSteps(routes, knowledge.shapes), {
      minLength: 1,
      maxLength: longest,
      size: "max",
    })
    for (let round = 0; performance.now() < deadline; round++) {
      // One error at a time: while a sequence is shortened, only the error that began it counts.
      let wanted: string | undefined
      let last: Shown | undefined
      let walking: Promise<Shown | undefined> = Promise.resolve(undefined)
      const property = fc.asyncProperty(sequences, async (steps) => {
        walking = walk(input, steps, wanted)
        const found = await walking
        if (found === undefined) return true
        wanted = problemKey(found.problem)
        last = found
        return false
      })
      const run = {
        seed: seed + round,
        numRuns: 1_000_000,
        interruptAfterTimeLimit: Math.max(1, deadline - performance.now()),
      }
      await fc.check(property, run)
      // When the time is over, fast-check does not wait for the sequence that it has begun.
      await walking
      if (last === undefined) break
      await input.report(last.problem, last.session)
    }
    return undefined
  },
}

/** Sends the calls of a sequence until one shows a problem that is new. */
async function walk(
  { field, knowledge, isNew, deadline }: PhaseInput,
  steps: readonly RandomStep[],
  wanted: string | undefined,
): Promise<Shown | undefined> {
  const session = new Session(field, knowledge.entered, knowledge.creates)
  for (const { route, filling, choice, change } of steps) {
    if (performance.now() > deadline) return undefined
    if (endsOften(field, route)) continue
    const call = buildCall(route, knowledge.shapes.find(route), filling, choice, session, field.access)
    const { problems } = await session.send(change(call))
    const problem = problems.find((one) => (wanted === undefined ? isNew(one) : problemKey(one) === wanted))
    if (problem !== undefined) return { session, problem }
  }
  return undefined
}

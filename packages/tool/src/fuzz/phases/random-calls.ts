import fc from "fast-check"
import { endsOften, Session } from "../call/session.ts"
import { type FuzzProblem, problemKey } from "../report/finding.ts"
import { buildCall } from "../input/build-call.ts"
import { type RandomStep, randomSteps } from "../input/random-steps.ts"
import type { Phase, PhaseInput } from "../phase.ts"

/** The maximum length of a sequence. */
const longest = 10

interface Shown {
  readonly session: Session
  readonly problem: FuzzProblem
}

/**
 * Sends random sequences of calls, in which later calls use values of earlier replies. fast-check generates them and
 * shrinks those that reveal a problem.
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
      // While a sequence is shrunk, only its original error counts.
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
      // When the time is up, fast-check does not wait for the sequence in progress.
      await walking
      if (last === undefined) break
      await input.report(last.problem, last.session)
    }
    return undefined
  },
}

/** Sends the calls of a sequence until one reveals a new problem. */
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

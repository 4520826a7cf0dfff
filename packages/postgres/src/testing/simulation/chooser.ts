import type { Caller } from "./caller.ts"
import { createRandom, pick, type Random } from "./random.ts"
import type { Step } from "./step.ts"

/** Chooses the next step. At least one of them is no failure. */
export type Chooser = (steps: readonly Step[]) => Step

const isMove = ({ failure }: Step): boolean => failure === "clock"
const isOrder = ({ failure }: Step): boolean => failure === undefined

/** How often an even seed leaves a call that could go on. Most races need one or two such changes, at the right places. */
export const maxPreemptions = 3

/** Whether the same call goes on, although others could. */
type Stays = () => boolean

/** Odd seeds change to another call at any step, some often and some rarely. */
function staysAtRandom(random: Random): Stays {
  const stay = pick(random, [0, 0.5, 0.8, 0.95])
  return () => random() < stay
}

/** Even seeds let a call go on until it waits or ends, except at a few places. */
function staysExceptAtPlaces(random: Random): Stays {
  const length = pick(random, [8, 16, 32])
  const places = new Set(Array.from({ length: maxPreemptions }, () => Math.floor(random() * length)))
  let place = 0
  return () => !places.has(place++)
}

/** The choices of a seed. Seeds differ in how often they change to another call, and in the number of failures. */
export function randomChooser(seed: number): Chooser {
  const random = createRandom(seed)
  const isBounded = seed % 2 === 0
  const stays = isBounded ? staysExceptAtPlaces(random) : staysAtRandom(random)
  const rate = pick(random, [0.25, 0.12, 0.06])
  let failuresLeft = pick(random, [0, 1, 1, 2])
  let movesLeft: number | undefined
  let last: Caller | "clock" | undefined
  return (steps) => {
    const failures = steps.filter((step) => !isOrder(step) && !isMove(step))
    if (failuresLeft > 0 && failures.length > 0 && random() < rate) {
      failuresLeft--
      const kind = pick(random, [...new Set(failures.map(({ failure }) => failure))])
      return pick(
        random,
        failures.filter(({ failure }) => failure === kind),
      )
    }
    const moves = steps.filter(isMove)
    if (moves.length > 0) movesLeft ??= pick(random, [0, 1, 1, 2])
    const callers = new Set<typeof last>(steps.filter(isOrder).map(({ caller }) => caller))
    // Time takes part as a call does: otherwise it would hardly ever move while short calls run.
    if (moves.length > 0 && movesLeft! > 0) callers.add("clock")
    if (last === "clock" || !callers.has(last) || !stays()) {
      // A seed that changes seldom would waste a change.
      if (isBounded && callers.size > 1) callers.delete(last)
      last = pick(random, [...callers])
    }
    if (last === "clock") {
      movesLeft!--
      return pick(random, moves)
    }
    return pick(
      random,
      steps.filter((step) => isOrder(step) && step.caller === last),
    )
  }
}

/** Repeats an order as far as it is possible, and then lets each call run until it ends or waits. */
export function repeatingChooser(keys: readonly string[]): Chooser {
  let next = 0
  let last: Caller | undefined
  return (steps) => {
    while (next < keys.length) {
      const key = keys[next++]
      const step = steps.find((one) => one.key === key)
      if (step === undefined) continue
      last = step.caller ?? last
      return step
    }
    const orders = steps.filter(isOrder)
    const step = orders.find(({ caller }) => caller === last) ?? orders[0]!
    last = step.caller
    return step
  }
}

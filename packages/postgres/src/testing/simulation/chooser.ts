import type { Caller } from "./caller.ts"
import { createRandom, pick } from "./random.ts"
import type { Step } from "./step.ts"

/** Chooses the next step. At least one of them is no failure. */
export type Chooser = (steps: readonly Step[]) => Step

const isOrder = ({ failure }: Step): boolean => failure === undefined

/** The choices of a seed. Seeds differ in how often they change to another call, and in the number of failures. */
export function randomChooser(seed: number): Chooser {
  const random = createRandom(seed)
  const stay = pick(random, [0, 0.5, 0.8, 0.95])
  const rate = pick(random, [0.25, 0.12, 0.06])
  let failuresLeft = pick(random, [0, 1, 1, 2])
  let last: Caller | undefined
  return (steps) => {
    const failures = steps.filter((step) => !isOrder(step))
    if (failuresLeft > 0 && failures.length > 0 && random() < rate) {
      failuresLeft--
      const kind = pick(random, [...new Set(failures.map(({ failure }) => failure))])
      return pick(
        random,
        failures.filter(({ failure }) => failure === kind),
      )
    }
    const callers = [...new Set(steps.filter(isOrder).map(({ caller }) => caller))]
    const stays = callers.includes(last) && random() < stay
    last = stays ? last : pick(random, callers)
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

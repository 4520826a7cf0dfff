import { describe, expect, it } from "vitest"
import { Caller } from "../../src/testing/simulation/caller.ts"
import { maxPreemptions, randomChooser } from "../../src/testing/simulation/chooser.ts"
import type { Step } from "../../src/testing/simulation/step.ts"

/** Changes from one call to another although it could go on, of three calls with many steps. */
function preemptionsOf(seed: number): number {
  const choose = randomChooser(seed)
  const callers = [0, 1, 2].map((index) => new Caller(index, undefined, () => undefined))
  const left = new Map(callers.map((caller) => [caller, 20]))
  let last: Step["caller"]
  let count = 0
  while (left.size > 0) {
    const { caller } = choose([...left.keys()].map((one) => ({ key: one.letter, caller: one })))
    if (last !== undefined && caller !== last && left.has(last)) count++
    last = caller
    const rest = left.get(caller!)! - 1
    if (rest === 0) left.delete(caller!)
    else left.set(caller!, rest)
  }
  return count
}

const seeds = Array.from({ length: 200 }, (_, index) => index + 1)

describe("the orders of seeds", () => {
  it("leave a call that could go on at most three times if the seed is even", () => {
    const counts = new Set(seeds.filter((seed) => seed % 2 === 0).map(preemptionsOf))
    expect([...counts].toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: maxPreemptions }, (_, index) => index + 1),
    )
  })

  it("leave it often and rarely if the seed is odd", () => {
    const counts = seeds.filter((seed) => seed % 2 === 1).map(preemptionsOf)
    expect(Math.max(...counts)).toBeGreaterThan(30)
    expect(Math.min(...counts)).toBeLessThan(5)
  })

  it("are the same for the same seed", () => {
    expect(seeds.map(preemptionsOf)).toEqual(seeds.map(preemptionsOf))
  })
})

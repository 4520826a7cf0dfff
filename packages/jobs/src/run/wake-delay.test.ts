import { describe, expect, it } from "vitest"
import { WakeDelay } from "./wake-delay.ts"

/** The delay after questions that found so many jobs. */
function delayAfter(...taken: readonly number[]): number {
  const delay = new WakeDelay()
  for (const count of taken) delay.note(count)
  return delay.milliseconds
}

describe("WakeDelay", () => {
  it("lets a process wait that came too late twice, until it gets a job", () => {
    expect(delayAfter()).toBe(0)
    expect(delayAfter(0)).toBe(0)
    expect(delayAfter(0, 0)).toBeGreaterThanOrEqual(100)
    expect(delayAfter(0, 0, 0)).toBeLessThanOrEqual(200)
    expect(delayAfter(0, 0, 1)).toBe(0)
  })

  it("does not let a process wait that has taken several jobs at once, and then hears of them", () => {
    expect(delayAfter(3, 0, 0, 0, 0, 0)).toBe(0)
    expect(delayAfter(1, 0, 1, 0, 1, 0)).toBe(0)
    expect(delayAfter(1, 0, 0, 0)).toBeGreaterThan(0)
  })
})

import { describe, expect, it } from "vitest"
import { TestClock } from "./test-clock.ts"

describe("TestClock", () => {
  it("begins where it is told to", () => {
    expect(new TestClock(5).now()).toBe(5)
    expect(new TestClock(new Date(7)).now()).toBe(7)
    expect(new TestClock().now()).toBe(Date.parse("2026-01-01T00:00:00Z"))
  })

  it("moves by days, hours, minutes, seconds and milliseconds", () => {
    const clock = new TestClock(0)
    clock.advance({ days: 1, hours: 1, minutes: 1, seconds: 1, milliseconds: 1 })
    expect(clock.now()).toBe(90_061_001)
    clock.advance({ seconds: 24 * 3600 })
    expect(clock.now()).toBe(176_461_001)
    expect(clock.monotonic()).toBe(176_461_001)
  })

  it("is set forward and back while no time passes", () => {
    const clock = new TestClock(0)
    clock.shift({ hours: 1 })
    clock.shift({ minutes: -90 })
    expect([clock.now(), clock.monotonic()]).toEqual([-1_800_000, 0])
  })
})

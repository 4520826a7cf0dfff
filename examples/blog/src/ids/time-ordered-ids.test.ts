import { createTestApp, TestClock } from "trivet/testing"
import { describe, expect, it } from "vitest"
import { IdsModule } from "./ids-module.ts"
import { greatestId, idAt, isId, TimeOrderedIds } from "./time-ordered-ids.ts"

async function makeIds(clock = new TestClock()) {
  const ids = (await createTestApp(IdsModule, { clock })).get(TimeOrderedIds)
  return { ids, clock }
}

describe("TimeOrderedIds", () => {
  it("makes version 7 of UUID, with the moment in it", async () => {
    const { ids, clock } = await makeIds()
    const { id, at } = ids.next()
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
    expect(at.getTime()).toBe(clock.now())
    expect(Number.parseInt(id.replace("-", "").slice(0, 12), 16)).toBe(clock.now())
  })

  it("makes each greater than the one before, also within a millisecond", async () => {
    const { ids } = await makeIds()
    const made = Array.from({ length: 10_000 }, () => ids.next().id)
    expect(made.toSorted()).toEqual(made)
    expect(new Set(made).size).toBe(made.length)
  })

  it("goes on when the clock goes back", async () => {
    let now = 2_000
    const clock = Object.assign(new TestClock(), { now: () => now })
    const { ids } = await makeIds(clock)
    const before = ids.next()
    now = 1_000
    const after = ids.next()
    expect(after.id > before.id).toBe(true)
    expect(after.at.getTime()).toBe(2_000)
  })
})

describe("isId", () => {
  it("takes the one spelling that is given out", () => {
    expect(isId(idAt(Date.now(), 0))).toBe(true)
    expect(isId(greatestId)).toBe(true)
    for (const text of ["", "1", `${greatestId}\n`, greatestId.toUpperCase(), `{${greatestId}}`])
      expect(isId(text), text).toBe(false)
  })
})

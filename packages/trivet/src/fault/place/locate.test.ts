import { describe, expect, it } from "vitest"
import { openLocator } from "./locate.ts"

class Located {
  method() {
    return "a mark"
  }
}
const arrow = () => 1

/** Lines as the runtime sees them: the runner of the tests may have put some before the first. */
function linesOf(...subjects: readonly (readonly [subject: unknown, marks?: readonly string[]])[]): number[] {
  const locator = openLocator()
  const places = subjects.map(([subject, marks]) => locator.locate(subject, marks))
  locator.close()
  return places.map((place) => {
    const [, line] =
      /^packages\/trivet\/src\/fault\/place\/locate\.test\.ts:(\d+):\d+$/.exec(place ?? "") ?? []
    return Number(line)
  })
}

describe("openLocator", () => {
  it("finds where classes, methods and functions were written", () => {
    const [first = NaN, ...others] = linesOf([Located], [Located.prototype.method], [arrow])
    expect(others.map((line) => line - first)).toEqual([1, 5])
  })

  it("finds the line of a mark inside a function", () => {
    const [first = NaN, marked] = linesOf([Located], [Located.prototype.method, ["a mark"]])
    expect(marked).toBe(first + 2)
  })

  it("finds nothing for what is not a function, or was not written in a file", () => {
    const locator = openLocator()
    expect([{}, undefined, "text", Map, Math.max].map((subject) => locator.locate(subject))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ])
    locator.close()
  })
})

import assert from "node:assert/strict"
import fc from "fast-check"
import { Fault } from "../../../src/fault/fault.ts"
import { prototypeNames } from "../attacked/counts.ts"
import { rounds } from "../rounds.ts"

// What reads a call's parts is tried against readers that are written down without a thought for speed.

/** How many cases each property is tried with: `npm run test:attacks -- --full` tries 100,000. */
export const numRuns: number = rounds(100_000, 3_000)

/** How many milliseconds one property may take in full. */
export const long = 600_000

/** Tries a property, and that no prototype is touched meanwhile. */
export function hold<T>(property: fc.IProperty<T>): void {
  const before = prototypeNames()
  fc.assert(property, { numRuns })
  assert.equal(prototypeNames(), before)
}

/** Texts of pieces that mean something to a reader, among others that mean nothing. */
export function textsOf(...pieces: readonly string[]): fc.Arbitrary<string> {
  const known = fc.constantFrom(
    ...pieces,
    "__proto__",
    "constructor",
    "prototype",
    "toString",
    "a",
    "é",
    "\0",
  )
  const any = fc.string({ unit: "binary", maxLength: 3 })
  return fc
    .array(fc.oneof({ arbitrary: known, weight: 5 }, any), { maxLength: 30 })
    .map((some) => some.join(""))
}

/** What a reader gives, or the code of the fault that it raises; anything else that it throws is thrown on. */
export function outcomeOf<T>(read: () => T): T | string {
  try {
    return read()
  } catch (thrown) {
    if (thrown instanceof Fault) return thrown.code
    throw thrown
  }
}

/** A text without its escapes; `undefined` where they are malformed. */
export function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** How many characters a map holds. */
export function sizeOf(map: Readonly<Record<string, string>>): number {
  return Object.entries(map).reduce((sum, [name, value]) => sum + name.length + value.length, 0)
}

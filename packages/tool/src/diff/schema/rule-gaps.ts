import { type Gap, undecided } from "./gap.ts"
import { isUnknownWord } from "./known-words.ts"
import { isWhole, rulesOf, type Shape, type Type, typeName } from "./shape.ts"
import type { Walk } from "./walk.ts"

const lower: Readonly<Partial<Record<Type, string>>> = {
  string: "minLength",
  array: "minItems",
  object: "minProperties",
}
const upper: Readonly<Partial<Record<Type, string>>> = {
  string: "maxLength",
  array: "maxItems",
  object: "maxProperties",
}

/** Compares the rules of two shapes of one type for a value as a whole. */
export function findRuleGaps(from: Shape, to: Shape, walk: Walk): readonly Gap[] {
  const { place } = walk
  const gaps: Gap[] = []
  const add = (rule: string, ours: unknown, theirs: unknown) =>
    gaps.push({ place, rule, from: ours, to: theirs })
  const [least, greatest] = [lower[from.type], upper[from.type]]
  if (least !== undefined && strictest(from, least, Math.max, 0)! < strictest(to, least, Math.max, 0)!)
    add(least, strictest(from, least, Math.max), strictest(to, least, Math.max))
  if (
    greatest !== undefined &&
    strictest(from, greatest, Math.min, Infinity)! > strictest(to, greatest, Math.min, Infinity)!
  )
    add(greatest, strictest(from, greatest, Math.min), strictest(to, greatest, Math.min))
  if (from.type === "number") gaps.push(...findNumberGaps(from, to, walk))
  for (const word of ["pattern", "format", "contentEncoding", "contentMediaType"]) {
    const [ours, theirs] = [rulesOf(from, word), rulesOf(to, word)]
    if (!theirs.every((rule) => ours.includes(rule)))
      gaps.push({
        ...undecided(place, word, textOfRules(ours), textOfRules(theirs)),
        // There was no such rule before, so some value is rejected now.
        ...(ours.length === 0 && { undecided: false }),
      })
  }
  if (
    from.type === "array" &&
    rulesOf(to, "uniqueItems").includes(true) &&
    !rulesOf(from, "uniqueItems").includes(true)
  )
    add("uniqueItems", false, true)
  return [...gaps, ...findUnknownGaps(from, to, walk)]
}

function textOfRules(rules: readonly unknown[]): string | undefined {
  return rules.length === 0 ? undefined : rules.join(" and ")
}

function strictest(
  shape: Shape,
  word: string,
  choose: (...numbers: number[]) => number,
  none?: number,
): number | undefined {
  const numbers = rulesOf(shape, word).map(Number)
  return numbers.length === 0 ? none : choose(...numbers)
}

interface Bound {
  readonly word: string
  readonly at: number
}

function findNumberGaps(from: Shape, to: Shape, { place }: Walk): readonly Gap[] {
  const gaps: Gap[] = []
  for (const side of ["low", "high"] as const) {
    const [ours, theirs] = [boundOf(from, side), boundOf(to, side)]
    if (theirs !== undefined && !isWithin(ours, theirs, side))
      gaps.push({ place, rule: theirs.word, from: ours?.at, to: theirs.at })
  }
  const [multiples, wanted] = [multiplesOf(from), multiplesOf(to)]
  for (const step of wanted) {
    if (multiples.some((own) => own === step || isWholeMultiple(own, step))) continue
    if (step === 1) gaps.push({ place, rule: "type", from: typeName(from), to: typeName(to) })
    else gaps.push({ place, rule: "multipleOf", from: multiples.find((own) => own !== 1), to: step })
  }
  return gaps
}

function boundOf(shape: Shape, side: "low" | "high"): Bound | undefined {
  const [word, exclusive] = side === "low" ? ["minimum", "exclusiveMinimum"] : ["maximum", "exclusiveMaximum"]
  const bounds = [word, exclusive].flatMap((one) =>
    rulesOf(shape, one).map((at) => ({ word: one, at: Number(at) })),
  )
  return bounds.toSorted((a, b) => (isWithin(a, b, side) ? (isWithin(b, a, side) ? 0 : -1) : 1))[0]
}

/** Whether a bound is at least as strict as another. */
function isWithin(ours: Bound | undefined, theirs: Bound, side: "low" | "high"): boolean {
  if (ours === undefined) return false
  if (ours.at === theirs.at) return ours.word.startsWith("exclusive") || !theirs.word.startsWith("exclusive")
  return side === "low" ? ours.at > theirs.at : ours.at < theirs.at
}

function multiplesOf(shape: Shape): readonly number[] {
  return [...(shape.parts.some(isWhole) ? [1] : []), ...rulesOf(shape, "multipleOf").map(Number)]
}

/** Integers only: with fractions, rounding could report a false multiple. */
function isWholeMultiple(number: number, of: number): boolean {
  return Number.isSafeInteger(number) && Number.isSafeInteger(of) && number % of === 0
}

/** Unknown rules count as met only if the other shape has the same ones. */
function findUnknownGaps(from: Shape, to: Shape, { place, isUnchanged }: Walk): readonly Gap[] {
  return to.parts.flatMap((part) =>
    Object.entries(part)
      .filter(([word]) => isUnknownWord(word))
      .filter(
        ([word, rule]) => !rulesOf(from, word).some((own) => isUnchanged({ [word]: own }, { [word]: rule })),
      )
      .map(([word, rule]) => undecided(place, word, rulesOf(from, word)[0], rule)),
  )
}

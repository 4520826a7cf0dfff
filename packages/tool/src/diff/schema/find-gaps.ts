import { type Gap, undecided } from "./gap.ts"
import { areApart, findShapes } from "./find-shapes.ts"
import { findValues } from "./find-values.ts"
import { findArrayGaps, findObjectGaps } from "./inner-gaps.ts"
import { judgeShape } from "./judge-shape.ts"
import { findRuleGaps } from "./rule-gaps.ts"
import type { Resolve, Schema } from "./schema.ts"
import { findProperty, namesOf, type Shape, typeName } from "./shape.ts"
import type { Walk } from "./walk.ts"

/**
 * Finds why values of one schema may be invalid for another. Without gaps, `to` accepts every value that `from`
 * accepts. Undecidable cases are gaps, so a result without gaps is reliable.
 */
export function findGaps(from: Schema, to: Schema, walk: Walk): readonly Gap[] {
  if (walk.isUnchanged(from, to)) return []
  // The pair is already being compared: a recursive schema. Differences are found there.
  const pair = `${JSON.stringify(from)} ${JSON.stringify(to)}`
  if (walk.open.has(pair)) return []
  const inner = { ...walk, open: new Set([...walk.open, pair]) }
  const [shapes, others] = [findShapes(from, walk.from), findShapes(to, walk.to)]
  if (shapes === undefined || others === undefined) return [undecided(walk.place, "schema", from, to)]
  return distinct(
    shapes.flatMap((shape) => {
      const shared = new Set(
        shapes.filter((one) => one !== shape && !areApart(one, shape, walk.from)).flatMap(namesOf),
      )
      return findShapeGaps(shape, shapes, others, { ...inner, shared })
    }),
  )
}

function findShapeGaps(
  shape: Shape,
  shapes: readonly Shape[],
  others: readonly Shape[],
  walk: Walk,
): readonly Gap[] {
  const alike = others.filter(({ type }) => type === shape.type)
  const values = findValues(shape)?.filter((value) => judgeShape(shape, value) !== false)
  if (values !== undefined && shape.type !== "object" && shape.type !== "array")
    return findValueGaps(values, alike, shapes, others, walk)
  if (alike.length === 0) return [typeGap(shapes, others, walk)]
  const all = alike.map((other) => findGapsBetween(shape, other, walk))
  const fitting = all.find((gaps) => !gaps.some((gap) => walk.rejects(gap)))
  if (fitting !== undefined) return fitting
  const tag = shapes.length + others.length > 2 ? findTag(all, walk) : undefined
  return tag === undefined ? closest(all, alike) : [tagGap(tag, shapes, others, walk)]
}

/** The property that rules out every alternative by its values: `kind` of a tagged union. */
function findTag(all: readonly (readonly Gap[])[], { place }: Walk): string | undefined {
  const [first = [], ...rest] = all.map((gaps) =>
    gaps
      .filter((gap) => gap.rule === "values" && gap.place.length === place.length + 1)
      .map((gap) => gap.place.at(-1)!),
  )
  return first.find((name) => rest.every((names) => names.includes(name)))
}

function tagGap(name: string, shapes: readonly Shape[], others: readonly Shape[], walk: Walk): Gap {
  const tagsOf = (all: readonly Shape[], resolve: Resolve) =>
    all.flatMap((shape) =>
      (findShapes(findProperty(shape, name) ?? false, resolve) ?? []).flatMap((one) => findValues(one) ?? []),
    )
  const [from, to] = [tagsOf(shapes, walk.from), tagsOf(others, walk.to)]
  return { place: [...walk.place, name], rule: "values", from, to }
}

function findValueGaps(
  values: readonly unknown[],
  alike: readonly Shape[],
  shapes: readonly Shape[],
  others: readonly Shape[],
  walk: Walk,
): readonly Gap[] {
  const verdicts = values.map((value) => {
    const judged = alike.map((shape) => judgeShape(shape, value))
    return judged.includes(true) ? true : judged.includes(undefined) ? undefined : false
  })
  if (verdicts.every((verdict) => verdict === true)) return []
  if (alike.length === 0) return [typeGap(shapes, others, walk)]
  const listed = alike.flatMap((shape) => findValues(shape) ?? [])
  const to = alike.some((shape) => findValues(shape) === undefined) ? alike[0]!.parts.at(-1) : listed
  const gap: Gap = { place: walk.place, rule: "values", from: values, to }
  return [verdicts.includes(false) ? gap : { ...gap, undecided: true }]
}

function findGapsBetween(from: Shape, to: Shape, walk: Walk): readonly Gap[] {
  const values = findValues(to)
  if (values !== undefined) return [{ place: walk.place, rule: "values", from: findValues(from), to: values }]
  const own = findRuleGaps(from, to, walk)
  if (from.type === "object") return [...own, ...findObjectGaps(from, to, { ...walk, findGaps })]
  return from.type === "array" ? [...own, ...findArrayGaps(from, to, { ...walk, findGaps })] : own
}

function typeGap(shapes: readonly Shape[], others: readonly Shape[], { place }: Walk): Gap {
  return { place, rule: "type", from: typesOf(shapes), to: typesOf(others) }
}

function typesOf(shapes: readonly Shape[]): string {
  const names = [...new Set(shapes.map(typeName))]
  return names.length === 6 ? "any" : names.join(" or ")
}

/** The gaps to the most likely alternative: one that does not only list values, with the fewest gaps. */
function closest(all: readonly (readonly Gap[])[], shapes: readonly Shape[]): readonly Gap[] {
  const order = all.map((gaps, at) => ({ gaps, isList: findValues(shapes[at]!) !== undefined }))
  order.sort((a, b) => Number(a.isList) - Number(b.isList) || a.gaps.length - b.gaps.length)
  return order[0]!.gaps
}

function distinct(gaps: readonly Gap[]): readonly Gap[] {
  return [...new Map(gaps.map((gap) => [JSON.stringify(gap), gap])).values()]
}

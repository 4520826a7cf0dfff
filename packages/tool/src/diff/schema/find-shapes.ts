import type { JsonSchema } from "trivet/extend"
import { findValues } from "./find-values.ts"
import { isSameJson, isSchema, type Resolve, type Schema } from "./schema.ts"
import { findProperty, requiredOf, type Shape, type Type } from "./shape.ts"

const types: readonly Type[] = ["string", "number", "boolean", "null", "object", "array"]

// More than hand-written schemas have. Larger schemas are undecided.
const most = 400

/**
 * Expands a schema to a list of shapes: a value is valid if it has one of them. `undefined` if there are too many, or
 * if a reference is broken or refers only to itself.
 */
export function findShapes(schema: Schema, resolve: Resolve): readonly Shape[] | undefined {
  return expand(schema, { resolve, open: [] })?.flatMap(shapesOf)
}

/** Whether no value can have both shapes, as far as constants show. */
export function areApart(one: Shape, other: Shape, resolve: Resolve): boolean {
  return areDisjoint(one, other, { resolve, open: [] })
}

type Conjunction = readonly JsonSchema[]

function shapesOf(parts: Conjunction): readonly Shape[] {
  return (
    types
      .filter((type) => parts.every((part) => allows(part, type)))
      .map((type) => ({ type, parts }))
      // Only values of other types are listed, so no value has this shape.
      .filter((shape) => findValues(shape)?.length !== 0)
  )
}

/** The alternatives of a schema, each as rules that apply together. */
function expand(schema: Schema, place: Place): readonly Conjunction[] | undefined {
  if (typeof schema === "boolean") return schema ? [[]] : []
  const { $ref: reference, allOf, anyOf, oneOf, ...own } = schema
  const inner = (one: unknown) => (isSchema(one) ? expand(one, place) : undefined)
  const demands: (readonly Conjunction[] | undefined)[] = asList(allOf).map(inner)
  if (reference !== undefined)
    demands.push(typeof reference === "string" ? follow(reference, place) : undefined)
  if (anyOf !== undefined) demands.push(union(asList(anyOf).map(inner)))
  if (oneOf !== undefined) {
    const branches = asList(oneOf).map(inner)
    demands.push(union(branches))
    // Exactly one must match. If two could, the keyword stays as an undecidable rule.
    const isTagged = branches.every((one, at) =>
      branches.slice(at + 1).every((other) => isApart(one, other, place)),
    )
    if (!isTagged) demands.push([[{ oneOf }]])
  }
  let all: readonly Conjunction[] = [[own]]
  for (const demand of demands) {
    if (demand === undefined || all.length * demand.length > most) return undefined
    all = all.flatMap((parts) => demand.map((more) => [...parts, ...more]))
  }
  return all
}

function union(
  branches: readonly (readonly Conjunction[] | undefined)[],
): readonly Conjunction[] | undefined {
  return branches.includes(undefined) ? undefined : branches.flatMap((one) => one ?? [])
}

function isApart(
  one: readonly Conjunction[] | undefined,
  other: readonly Conjunction[] | undefined,
  place: Place,
): boolean {
  if (one === undefined || other === undefined) return false
  const rights = other.flatMap(shapesOf)
  return one.flatMap(shapesOf).every((left) => rights.every((right) => areDisjoint(left, right, place)))
}

/** The state of an expansion, with the references that are being followed, to detect cycles. */
interface Place {
  readonly resolve: Resolve
  readonly open: readonly string[]
}

function follow(reference: string, { resolve, open }: Place): readonly Conjunction[] | undefined {
  const found = open.includes(reference) ? undefined : resolve(reference)
  return found === undefined ? undefined : expand(found, { resolve, open: [...open, reference] })
}

/** Whether no value can have both shapes, as far as constants show: `kind: "a"` and `kind: "b"`. */
function areDisjoint(one: Shape, other: Shape, place: Place): boolean {
  if (one.type !== other.type || haveOtherValues(one, other)) return true
  if (one.type !== "object") return false
  const required = requiredOf(other)
  return [...requiredOf(one)]
    .filter((name) => required.has(name))
    .some((name) => {
      const [left, right] = [one, other].map((shape) =>
        expand(findProperty(shape, name) ?? true, place)?.flatMap(shapesOf),
      )
      // Only constants: tags are not nested.
      return (
        left !== undefined &&
        right !== undefined &&
        left.every((a) => right.every((b) => a.type !== b.type || haveOtherValues(a, b)))
      )
    })
}

function haveOtherValues(one: Shape, other: Shape): boolean {
  const [values, others] = [findValues(one), findValues(other)]
  if (values === undefined || others === undefined) return false
  return !values.some((value) => others.some((same) => isSameJson(value, same)))
}

function allows({ type }: JsonSchema, wanted: Type): boolean {
  if (type === undefined) return true
  const named: readonly unknown[] = Array.isArray(type) ? type : [type]
  return named.includes(wanted) || (wanted === "number" && named.includes("integer"))
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

import type { Gap } from "./gap.ts"
import { isRecord, isSameJson, isSchema, type Resolve, type Schema } from "./schema.ts"
import { findAdditional, findProperty, namesOf, requiredOf, rulesOf, type Shape } from "./shape.ts"
import type { Walk } from "./walk.ts"

/** A comparison that continues inside of a value. */
export interface InnerWalk extends Walk {
  findGaps(from: Schema, to: Schema, walk: Walk): readonly Gap[]
}

/**
 * Compares the properties of two objects. A schema without a rule for undeclared properties ignores them: `dto()` and
 * `z.object()` drop them. So a value of `from` has only its declared properties, and a new property of `to` was not
 * sent before.
 */
export function findObjectGaps(from: Shape, to: Shape, walk: InnerWalk): readonly Gap[] {
  const [own, others] = [new Set(namesOf(from)), new Set(namesOf(to))]
  const required = requiredOf(from)
  const gaps: Gap[] = []
  for (const name of requiredOf(to))
    if (!required.has(name))
      gaps.push({ place: [...walk.place, name], rule: "required", from: false, to: true })
  for (const name of new Set([...own, ...others])) {
    const inner = { ...walk, place: [...walk.place, name] }
    const taken = findProperty(to, name)
    // Ignored here but declared by another alternative: any value of it was accepted.
    const ignored = taken !== undefined && walk.shared.has(name) ? true : undefined
    const sent = findProperty(from, name) ?? ignored
    if (sent === undefined || sent === false) continue
    if (taken === undefined) {
      gaps.push({ place: inner.place, rule: "ignored", from: true, to: false })
      continue
    }
    if (taken === false) {
      gaps.push({ place: inner.place, rule: "additionalProperties", from: "accepted", to: "rejected" })
      continue
    }
    gaps.push(...walk.findGaps(sent, taken, inner))
    if (walk.defaults && !required.has(name)) gaps.push(...findDefaultGaps(sent, taken, inner))
  }
  return [...gaps, ...findAdditionalGaps(from, to, walk), ...findNameGaps(from, to, walk)]
}

/** Compares properties that neither schema declares. */
function findAdditionalGaps(from: Shape, to: Shape, walk: InnerWalk): readonly Gap[] {
  const [sent, taken] = [findAdditional(from), findAdditional(to)]
  const place = [...walk.place, "*"]
  if (sent === false || isSameJson(sent, taken)) return []
  if (taken === undefined) return [{ place, rule: "ignored", from: true, to: false }]
  if (taken === false)
    return [
      {
        place,
        rule: "additionalProperties",
        from: sent === undefined ? "ignored" : "accepted",
        to: "rejected",
      },
    ]
  return walk.findGaps(sent ?? true, taken, { ...walk, place })
}

function findNameGaps(from: Shape, to: Shape, walk: InnerWalk): readonly Gap[] {
  const rules = rulesOf(to, "propertyNames").filter(isSchema)
  const own = rulesOf(from, "propertyNames").filter(isSchema)
  const place = [...walk.place, "*"]
  const sent: Schema = { allOf: [{ type: "string" }, ...own] }
  return rules.flatMap((rule) => walk.findGaps(sent, rule, { ...walk, place }))
}

function findDefaultGaps(from: Schema, to: Schema, walk: Walk): readonly Gap[] {
  const [before, after] = [findDefault(from, walk.from), findDefault(to, walk.to)]
  if (isSameJson(before, after)) return []
  return [{ place: walk.place, rule: "default", from: before, to: after }]
}

function findDefault(schema: Schema | undefined, resolve: Resolve, depth = 0): unknown {
  if (!isRecord(schema) || depth > 10) return undefined
  const { default: own, $ref: reference, allOf } = schema
  if (own !== undefined) return own
  const referred = typeof reference === "string" ? [resolve(reference)] : []
  const parts = [...referred, ...(Array.isArray(allOf) ? (allOf as readonly Schema[]) : [])]
  return parts.map((part) => findDefault(part, resolve, depth + 1)).find((one) => one !== undefined)
}

/** Compares the items of two lists. */
export function findArrayGaps(from: Shape, to: Shape, walk: InnerWalk): readonly Gap[] {
  const longest = Math.min(...rulesOf(from, "maxItems").map(Number), Infinity)
  const prefix = Math.max(...[from, to].flatMap((shape) => rulesOf(shape, "prefixItems").map(lengthOf)), 0)
  const positions = [...Array(prefix).keys()].filter((at) => at < longest)
  return [
    ...positions.flatMap((at) =>
      walk.findGaps(itemOf(from, at), itemOf(to, at), { ...walk, place: [...walk.place, `[${at}]`] }),
    ),
    ...(prefix < longest
      ? walk.findGaps(itemOf(from, prefix), itemOf(to, prefix), { ...walk, place: [...walk.place, "[]"] })
      : []),
  ]
}

function lengthOf(list: unknown): number {
  return Array.isArray(list) ? list.length : 0
}

/** The schema of the item at a position. */
function itemOf(shape: Shape, at: number): Schema {
  const all = shape.parts.flatMap(({ prefixItems, items }): Schema[] => {
    const prefix = Array.isArray(prefixItems) ? (prefixItems as readonly Schema[]) : []
    const rule: unknown = at < prefix.length ? prefix[at] : items
    return isSchema(rule) ? [rule] : []
  })
  return all.length > 1 ? { allOf: all } : (all[0] ?? true)
}

import fc from "fast-check"
import { names, type ObjectPart, type Part } from "./random-schema.ts"

/** Which part is edited, how, and what may be put there. */
export interface Step {
  readonly at: number
  readonly how: number
  readonly other: Part
}

/** One to three edits of a schema. */
export function editsOf(part: fc.Arbitrary<Part>): fc.Arbitrary<readonly Step[]> {
  return fc.array(fc.record({ at: fc.nat(30), how: fc.nat(60), other: part }), { minLength: 1, maxLength: 3 })
}

/** A schema after one edit. `library` says which parts it may have. */
export function edit(root: Part, { at, how, other }: Step, library: "dto" | "zod"): Part {
  const chosen = at % count(root)
  let seen = -1
  const visit = (part: Part): Part => {
    seen++
    if (seen === chosen) {
      const ways = variations(part, other, library)
      return ways[how % ways.length] ?? part
    }
    return mapInner(part, visit)
  }
  return visit(root)
}

function count(part: Part): number {
  let total = 0
  const visit = (one: Part): Part => {
    total++
    return mapInner(one, visit)
  }
  visit(part)
  return total
}

function mapInner(part: Part, change: (inner: Part) => Part): Part {
  const changeObject = ({ fields, extra, kind }: ObjectPart): ObjectPart => ({
    kind,
    fields: Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [name, { ...field, part: change(field.part) }]),
    ),
    extra: typeof extra === "string" ? extra : change(extra),
  })
  if (part.kind === "list") return { ...part, item: change(part.item) }
  if (part.kind === "tuple") return { ...part, items: part.items.map(change) }
  if (part.kind === "record") return { ...part, value: change(part.value) }
  if (part.kind === "union") return { ...part, of: part.of.map(change) }
  if (part.kind === "tagged") return { ...part, of: part.of.map(([tag, one]) => [tag, changeObject(one)]) }
  return part.kind === "object" ? changeObject(part) : part
}

/** What a part may become: mostly small steps, as people make them. */
function variations(part: Part, other: Part, library: "dto" | "zod"): readonly Part[] {
  const own = ownVariations(part, other, library)
  if (library === "dto") return own.length === 0 ? [part] : own
  const nullable: Part =
    part.kind === "union" && new Set(part.of.map(({ kind }) => kind === "null")).size === 2
      ? { kind: "union", of: part.of.filter(({ kind }) => kind !== "null") }
      : { kind: "union", of: [part, { kind: "null" }] }
  return [...own, nullable, { kind: "union", of: [part, other] }, other]
}

function ownVariations(part: Part, other: Part, library: "dto" | "zod"): readonly Part[] {
  switch (part.kind) {
    case "text":
      return [
        ...bounds(part),
        ...(library === "dto"
          ? [{ ...part, email: part.email !== true }]
          : [
              { ...part, pattern: part.pattern === undefined ? "^a" : undefined },
              { ...part, pattern: "b$" },
            ]),
        { kind: "values", values: ["ax", "abc"] },
      ]
    case "number":
      return [
        ...bounds(part),
        { ...part, whole: !part.whole },
        ...(library === "dto"
          ? []
          : [
              { ...part, above: part.above !== true },
              { ...part, step: part.step === 4 ? 2 : 4 },
              { ...part, step: undefined },
            ]),
      ]
    case "values":
      return [
        { kind: "values", values: [...new Set([...part.values, "abc", "y"])] },
        { kind: "values", values: part.values.length > 1 ? part.values.slice(1) : part.values },
        { kind: "values", values: part.values.toReversed() },
        { kind: "text", max: 5 },
        { kind: "text", min: 2, max: 5 },
      ]
    case "list":
      return library === "dto" ? [] : bounds(part)
    case "tuple":
      return [
        { ...part, items: [...part.items, other] },
        { ...part, items: part.items.slice(0, 1) },
      ]
    case "union":
      return [
        { ...part, of: [...part.of, other] },
        { ...part, of: part.of.length > 1 ? part.of.slice(1) : part.of },
        { ...part, of: part.of.toReversed() },
      ]
    case "tagged":
      return [
        { ...part, of: part.of.length > 1 ? part.of.slice(1) : part.of },
        { ...part, of: part.of.toReversed() },
        ...(other.kind === "object" && !part.of.some(([tag]) => tag === "y")
          ? [{ ...part, of: [...part.of, ["y", other] as const] }]
          : []),
      ]
    case "boolean":
    case "null":
    case "record":
      return []
    case "object":
      break
  }
  return objectVariations(part, other, library)
}

function bounds<Bounded extends { readonly min?: number | undefined; readonly max?: number | undefined }>(
  part: Bounded,
): readonly Bounded[] {
  const { min = 1, max = 5 } = part
  return [
    { ...part, min: Math.max(min - 1, 0) },
    { ...part, min: Math.min(min + 1, max) },
    { ...part, max: Math.max(max - 1, min) },
    { ...part, max: max + 1 },
    { ...part, min: undefined },
    { ...part, max: undefined },
  ]
}

function objectVariations(part: ObjectPart, other: Part, library: "dto" | "zod"): readonly Part[] {
  const { fields } = part
  const [first] = Object.keys(fields)
  const free = names.find((name) => !Object.hasOwn(fields, name))
  const added = (optional: boolean): readonly Part[] =>
    free === undefined ? [] : [{ ...part, fields: { ...fields, [free]: { part: other, optional } } }]
  const removed = Object.fromEntries(Object.entries(fields).filter(([name]) => name !== first))
  return [
    ...added(true),
    ...added(true),
    ...added(false),
    ...(first === undefined
      ? []
      : [
          { ...part, fields: removed },
          {
            ...part,
            fields: { ...fields, [first]: { ...fields[first]!, optional: !fields[first]!.optional } },
          },
        ]),
    ...(library === "dto"
      ? []
      : [
          { ...part, extra: "drop" as const },
          { ...part, extra: "reject" as const },
          { ...part, extra: "keep" as const },
          { ...part, extra: other },
        ]),
  ]
}

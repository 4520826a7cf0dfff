import fc from "fast-check"
import { names, type ObjectPart, type Part } from "./random-schema.ts"

const odd = fc.oneof(fc.constantFrom(null, true, 3, "", "ab", "abc", "x"), fc.constant([]), fc.constant({}))

/** Values that mostly fit a schema, near its bounds. The schema's own validator says which do. */
export function valuesOf(part: Part): fc.Arbitrary<unknown> {
  switch (part.kind) {
    case "text": {
      const { min = 0, max = 6 } = part
      const letters = fc.constantFrom("a", "b", "z", "é", "😀")
      const any = fc
        .constantFrom(min, min + 1, max, max - 1)
        .chain((length) =>
          fc
            .array(letters, { minLength: Math.max(length, 0), maxLength: Math.max(length, 0) })
            .map((all) => all.join("")),
        )
      return fc.oneof(
        any,
        fc.constantFrom("", "ab", "aab", "b", "a@b.cc"),
        fc.constantFrom("ax", "abc", "zz"),
      )
    }
    case "number": {
      const { min = -3, max = 12 } = part
      return fc.oneof(
        fc.constantFrom(min, max, min + 0.5, min + 1, max - 1, 0, 4, 6, 8),
        fc.integer({ min: -5, max: 15 }),
      )
    }
    case "boolean":
      return fc.boolean()
    case "null":
      return fc.constant(null)
    case "values":
      return fc.constantFrom(...part.values)
    case "list": {
      const { min = 0, max = 3 } = part
      return fc
        .constantFrom(min, max, min + 1)
        .chain((length) => fc.array(valuesOf(part.item), { minLength: length, maxLength: length }))
    }
    case "tuple":
      return fc.tuple(...part.items.map(valuesOf))
    case "record":
      return fc.dictionary(fc.constantFrom(...names), valuesOf(part.value), {
        maxKeys: 3,
        noNullPrototype: true,
      })
    case "union":
      return fc.oneof(...part.of.map(valuesOf))
    case "tagged":
      return fc.oneof(
        ...part.of.map(([tag, one]) => objectsOf(one).map((value) => ({ ...value, kind: tag }))),
      )
    case "object":
      break
  }
  return objectsOf(part)
}

/** Undeclared fields: where they are kept, of any name; where they are dropped, of a name that no schema declares. */
function objectsOf({ fields, extra }: ObjectPart): fc.Arbitrary<object> {
  const entries = Object.entries(fields)
  const own = fc.record(Object.fromEntries(entries.map(([name, { part }]) => [name, valuesOf(part)])), {
    requiredKeys: entries.filter(([, { optional }]) => !optional).map(([name]) => name),
    noNullPrototype: true,
  })
  if (extra === "reject") return own
  const value = typeof extra === "string" ? odd : valuesOf(extra)
  const others = extra === "drop" ? ["unknown"] : ["unknown", ...names]
  const more = fc.dictionary(fc.constantFrom(...others), value, { maxKeys: 2, noNullPrototype: true })
  return fc.tuple(own, more).map(([first, second]) => ({ ...second, ...first }))
}

import fc from "fast-check"

/** A schema as plain data, from which a schema of a library, values and edited schemas are made. */
export type Part =
  | {
      readonly kind: "text"
      readonly min?: number | undefined
      readonly max?: number | undefined
      readonly pattern?: string | undefined
      readonly email?: boolean
    }
  | {
      readonly kind: "number"
      readonly whole: boolean
      readonly min?: number | undefined
      readonly max?: number | undefined
      /** Whether `min` itself is excluded. */
      readonly above?: boolean
      readonly step?: number | undefined
    }
  | { readonly kind: "boolean" }
  | { readonly kind: "null" }
  | { readonly kind: "values"; readonly values: readonly string[] }
  | {
      readonly kind: "list"
      readonly item: Part
      readonly min?: number | undefined
      readonly max?: number | undefined
    }
  | { readonly kind: "tuple"; readonly items: readonly Part[] }
  | { readonly kind: "record"; readonly value: Part }
  | ObjectPart
  | { readonly kind: "union"; readonly of: readonly Part[] }
  /** Members of a union that a constant tells apart. */
  | { readonly kind: "tagged"; readonly of: readonly (readonly [tag: string, object: ObjectPart])[] }

/** An object. What becomes of fields that it does not declare: dropped, rejected, kept, or held to a schema. */
export interface ObjectPart {
  readonly kind: "object"
  readonly fields: Readonly<Record<string, Field>>
  readonly extra: "drop" | "reject" | "keep" | Part
}

interface Field {
  readonly part: Part
  readonly optional: boolean
  readonly byDefault?: string
}

/** Names of fields; any may also be among the extra ones of an object that keeps them. */
export const names = ["a", "b", "c", "d"]
const words = ["x", "y", "ax", "abc"]

const bound = fc.option(fc.integer({ min: 0, max: 4 }), { nil: undefined })
const text: fc.Arbitrary<Part> = fc.record({
  kind: fc.constant("text" as const),
  min: bound,
  max: fc.option(fc.integer({ min: 2, max: 6 }), { nil: undefined }),
  pattern: fc.option(fc.constantFrom("^a", "b$", "^[a-z]*$"), { nil: undefined, freq: 2 }),
})
const number: fc.Arbitrary<Part> = fc.record({
  kind: fc.constant("number" as const),
  whole: fc.boolean(),
  min: bound,
  max: fc.option(fc.integer({ min: 4, max: 9 }), { nil: undefined }),
  above: fc.boolean(),
  step: fc.option(fc.constantFrom(1, 2, 3, 4, 0.5), { nil: undefined, freq: 2 }),
})
const values: fc.Arbitrary<Part> = fc
  .uniqueArray(fc.constantFrom(...words), { minLength: 1, maxLength: 4 })
  .map((list) => ({ kind: "values", values: list }))
const flat: fc.Arbitrary<Part> = fc.oneof(
  text,
  number,
  values,
  fc.constant<Part>({ kind: "boolean" }),
  fc.constant<Part>({ kind: "null" }),
)

/** Any schema that Zod can have. */
export const { part: zodPart } = fc.letrec<{ part: Part; object: ObjectPart }>((tie) => ({
  part: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    { arbitrary: flat, weight: 4 },
    { arbitrary: tie("object"), weight: 5 },
    {
      arbitrary: fc.record({
        kind: fc.constant("list" as const),
        item: tie("part"),
        min: bound,
        max: fc.option(fc.integer({ min: 2, max: 5 }), { nil: undefined }),
      }),
      weight: 2,
    },
    {
      arbitrary: fc
        .array(tie("part"), { minLength: 1, maxLength: 3 })
        .map((of): Part => ({ kind: "union", of })),
      weight: 2,
    },
    {
      arbitrary: fc
        .array(tie("part"), { minLength: 1, maxLength: 2 })
        .map((items): Part => ({ kind: "tuple", items })),
      weight: 1,
    },
    { arbitrary: tie("part").map((value): Part => ({ kind: "record", value })), weight: 1 },
    {
      arbitrary: fc
        .uniqueArray(fc.tuple(fc.constantFrom(...words), tie("object")), {
          minLength: 1,
          maxLength: 3,
          selector: ([tag]) => tag,
        })
        .map((of): Part => ({ kind: "tagged", of })),
      weight: 2,
    },
  ),
  object: fc.record({
    kind: fc.constant("object" as const),
    fields: fc.dictionary(
      fc.constantFrom(...names),
      fc.record({ part: tie("part"), optional: fc.boolean() }),
      { maxKeys: 3, noNullPrototype: true },
    ),
    extra: fc.oneof(
      { arbitrary: fc.constant("drop" as const), weight: 4 },
      fc.constant("reject" as const),
      fc.constant("keep" as const),
      tie("part"),
    ),
  }),
}))

const dtoFlat: fc.Arbitrary<Part> = fc.oneof(
  fc.record({
    kind: fc.constant("text" as const),
    min: bound,
    max: fc.option(fc.integer({ min: 4, max: 6 }), { nil: undefined }),
    email: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant("number" as const),
    whole: fc.boolean(),
    min: bound,
    max: fc.option(fc.integer({ min: 4, max: 9 }), { nil: undefined }),
  }),
  values,
  fc.constant<Part>({ kind: "boolean" }),
)

/** Any schema that `dto()` can have. */
export const { object: dtoPart } = fc.letrec<{ part: Part; object: ObjectPart }>((tie) => ({
  part: fc.oneof(
    { maxDepth: 2, depthSize: "small" },
    { arbitrary: dtoFlat, weight: 5 },
    tie("object"),
    tie("object").map((item): Part => ({ kind: "list", item })),
  ),
  object: fc.record({
    kind: fc.constant("object" as const),
    fields: fc.dictionary(
      fc.constantFrom(...names),
      fc
        .record({ part: tie("part"), optional: fc.boolean(), choice: fc.nat() })
        .map(({ part, optional, choice }): Field => {
          const listed = part.kind === "values" && choice % 3 === 0 ? part.values[0] : undefined
          return { part, optional, ...(listed !== undefined && { byDefault: listed }) }
        }),
      { maxKeys: 4, noNullPrototype: true },
    ),
    extra: fc.constant("drop" as const),
  }),
}))

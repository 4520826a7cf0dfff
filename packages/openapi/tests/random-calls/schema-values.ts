import fc from "fast-check"
import type { JsonSchema } from "trivet"

/** Finds what a reference in the document names. */
export type Resolve = (reference: string) => JsonSchema

const word = fc.stringMatching(/^[a-z0-9]{1,10}$/)
// One that everybody takes for an e-mail address: what else is one, libraries do not agree about.
const email = fc.tuple(word, word).map(([name, host]) => `${name}@${host}.example`)

/** Values that a schema of a document allows. Only what the tested documents say is understood; the rest is refused. */
export function valuesOf(schema: JsonSchema, resolve: Resolve): fc.Arbitrary<unknown> {
  const { $ref, enum: allowed, anyOf } = schema
  if ("const" in schema) return fc.constant(schema["const"])
  if (typeof $ref === "string") return valuesOf(resolve($ref), resolve)
  if (Array.isArray(allowed)) return fc.constantFrom(...(allowed as unknown[]))
  if (Array.isArray(anyOf))
    return fc.oneof(
      ...anyOf.map((branch: JsonSchema) => valuesOf({ type: schema["type"], ...branch }, resolve)),
    )
  const { type } = schema
  if (Array.isArray(type))
    return fc.oneof(...type.map((one) => valuesOf({ ...schema, type: one as unknown }, resolve)))
  switch (type) {
    case "string":
      return texts(schema)
    case "integer":
      return fc.integer({ min: (schema["minimum"] as number | undefined) ?? -1000, max: 1_000_000 })
    case "number":
      return fc.integer({ min: -1_000_000, max: 1_000_000 }).map((hundredths) => hundredths / 100)
    case "boolean":
      return fc.boolean()
    case "null":
      return fc.constant(null)
    case "array":
      return fc.array(valuesOf(schema["items"] as JsonSchema, resolve), {
        minLength: (schema["minItems"] as number | undefined) ?? 0,
        maxLength: 4,
      })
    case "object":
      return objects(schema, resolve)
    default:
      throw new Error(`Values for this schema are not known: ${JSON.stringify(schema)}`)
  }
}

function texts(schema: JsonSchema): fc.Arbitrary<string> {
  if (schema["format"] === "email") return email
  const minLength = (schema["minLength"] as number | undefined) ?? 0
  return fc.string({ unit: "grapheme", minLength, maxLength: minLength + 12 })
}

function objects(schema: JsonSchema, resolve: Resolve): fc.Arbitrary<unknown> {
  const properties = Object.entries((schema["properties"] ?? {}) as Record<string, JsonSchema>)
  return fc.record(Object.fromEntries(properties.map(([name, one]) => [name, valuesOf(one, resolve)])), {
    requiredKeys: (schema["required"] ?? []) as string[],
  })
}

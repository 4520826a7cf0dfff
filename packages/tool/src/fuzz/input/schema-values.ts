import fc from "fast-check"
import type { JsonSchema } from "trivet/extend"

/** Resolves a reference in a document or a schema. */
export type Resolve = (reference: string) => JsonSchema

const word = fc.stringMatching(/^[a-z0-9]{1,10}$/)
// A form that all libraries accept as an e-mail address: they disagree about others.
const email = fc.tuple(word, word).map(([name, host]) => `${name}@${host}.example`)

/** Texts of the formats that JSON Schema names. */
const formats: Readonly<Record<string, fc.Arbitrary<string>>> = {
  email,
  uuid: fc.uuid(),
  uri: word.map((name) => `https://${name}.example/`),
  date: fc
    .integer({ min: 0, max: 20_000 })
    .map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10)),
  "date-time": fc.integer({ min: 0, max: 1_700_000_000 }).map((at) => new Date(at * 1000).toISOString()),
}

/** Values that a schema allows. Without a type, any JSON value. */
export function valuesOf(schema: JsonSchema, resolve: Resolve): fc.Arbitrary<unknown> {
  const { $ref, enum: allowed, anyOf, oneOf, allOf } = schema
  if ("const" in schema) return fc.constant(schema["const"])
  if (typeof $ref === "string") return valuesOf(resolve($ref), resolve)
  if (Array.isArray(allowed)) return fc.constantFrom(...(allowed as unknown[]))
  const choices = (anyOf ?? oneOf) as readonly JsonSchema[] | undefined
  if (choices !== undefined)
    return fc.oneof(...choices.map((branch) => valuesOf({ type: schema["type"], ...branch }, resolve)))
  if (Array.isArray(allOf)) return valuesOf(merged(schema, allOf as readonly JsonSchema[], resolve), resolve)
  const { type } = schema
  if (Array.isArray(type))
    return fc.oneof(...type.map((one) => valuesOf({ ...schema, type: one as unknown }, resolve)))
  return valuesOfType(type, schema, resolve)
}

function valuesOfType(type: unknown, schema: JsonSchema, resolve: Resolve): fc.Arbitrary<unknown> {
  switch (type) {
    case "string":
      return texts(schema)
    case "integer":
      return fc.integer(rangeOf(schema, -1000, 1_000_000))
    case "number":
      return "minimum" in schema || "maximum" in schema
        ? fc.integer(rangeOf(schema, -10_000, 10_000))
        : fc.integer({ min: -1_000_000, max: 1_000_000 }).map((hundredths) => hundredths / 100)
    case "boolean":
      return fc.boolean()
    case "null":
      return fc.constant(null)
    case "array":
      return fc.array(valuesOf((schema["items"] ?? {}) as JsonSchema, resolve), {
        minLength: (schema["minItems"] as number | undefined) ?? 0,
        maxLength: Math.max((schema["minItems"] as number | undefined) ?? 0, 4),
      })
    case "object":
      return objects(schema, resolve)
    default:
      return fc.jsonValue({ maxDepth: 1 })
  }
}

function rangeOf(
  schema: JsonSchema,
  low: number,
  high: number,
): { readonly min: number; readonly max: number } {
  const min = (schema["minimum"] ?? schema["exclusiveMinimum"]) as number | undefined
  const max = (schema["maximum"] ?? schema["exclusiveMaximum"]) as number | undefined
  const from = Math.ceil(min === undefined ? Math.min(low, max ?? low) : "minimum" in schema ? min : min + 1)
  return { min: from, max: Math.max(from, Math.floor(max ?? Math.max(high, from))) }
}

function texts(schema: JsonSchema): fc.Arbitrary<string> {
  const format = formats[String(schema["format"])]
  if (format !== undefined) return format
  const minLength = (schema["minLength"] as number | undefined) ?? 0
  const most = (schema["maxLength"] as number | undefined) ?? Infinity
  const plain = fc.string({ unit: "grapheme", minLength, maxLength: Math.min(minLength + 12, most) })
  if (typeof schema["pattern"] !== "string") return plain
  // Counted in code points, as JSON Schema does.
  const fits = (text: string) => {
    const { length } = Array.from(text)
    return length >= minLength && length <= most
  }
  return matching(schema["pattern"])?.filter(fits) ?? plain
}

/** Texts that match a pattern, if fast-check can parse it. */
function matching(pattern: string): fc.Arbitrary<string> | undefined {
  try {
    return fc.stringMatching(new RegExp(pattern, "u"))
  } catch {
    return undefined
  }
}

function objects(schema: JsonSchema, resolve: Resolve): fc.Arbitrary<unknown> {
  const properties = Object.entries((schema["properties"] ?? {}) as Record<string, JsonSchema>)
  return fc.record(Object.fromEntries(properties.map(([name, one]) => [name, valuesOf(one, resolve)])), {
    requiredKeys: (schema["required"] ?? []) as string[],
  })
}

/** The merged rules of all parts of `allOf` for an object. */
function merged(schema: JsonSchema, parts: readonly JsonSchema[], resolve: Resolve): JsonSchema {
  const { allOf: _, ...rest } = schema
  const all = [rest, ...parts.map((one) => (typeof one["$ref"] === "string" ? resolve(one["$ref"]) : one))]
  return Object.assign({}, ...all, {
    properties: Object.assign({}, ...all.map((one) => one["properties"])) as unknown,
    required: all.flatMap((one) => (one["required"] ?? []) as readonly string[]),
  }) as JsonSchema
}

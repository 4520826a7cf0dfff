import type { JsonSchema } from "trivet/extend"

const single = [
  "additionalProperties",
  "contains",
  "contentSchema",
  "else",
  "if",
  "items",
  "not",
  "propertyNames",
  "then",
  "unevaluatedItems",
  "unevaluatedProperties",
]
const lists = ["allOf", "anyOf", "oneOf", "prefixItems"]
const maps = ["$defs", "dependentSchemas", "patternProperties", "properties"]

/** Copies a schema and changes each direct subschema. Constants and examples are not changed. */
export function mapSubschemas(schema: JsonSchema, change: (inner: JsonSchema) => JsonSchema): JsonSchema {
  const visit = (inner: unknown): unknown => (isSchema(inner) ? change(inner) : inner)
  const copy: Record<string, unknown> = {}
  for (const [word, value] of Object.entries(schema)) {
    if (single.includes(word)) copy[word] = visit(value)
    else if (lists.includes(word) && Array.isArray(value)) copy[word] = value.map(visit)
    else if (maps.includes(word) && isSchema(value))
      copy[word] = Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, visit(inner)]))
    else copy[word] = value
  }
  return copy
}

/** Whether a value is a schema object. `true` and `false` are schemas too, but have no subschemas. */
export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

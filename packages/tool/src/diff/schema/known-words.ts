/** Annotations, which reject nothing. */
const describing: readonly string[] = [
  "$comment",
  "$id",
  "$schema",
  "$defs",
  "default",
  "deprecated",
  "description",
  "example",
  "examples",
  "id",
  "readOnly",
  "title",
  "writeOnly",
]

/** Keywords whose rules are compared. */
const compared: readonly string[] = [
  "additionalProperties",
  "const",
  "contentEncoding",
  "contentMediaType",
  "enum",
  "exclusiveMaximum",
  "exclusiveMinimum",
  "format",
  "items",
  "maxItems",
  "maxLength",
  "maxProperties",
  "maximum",
  "minItems",
  "minLength",
  "minProperties",
  "minimum",
  "multipleOf",
  "pattern",
  "prefixItems",
  "properties",
  "propertyNames",
  "required",
  "type",
  "uniqueItems",
]

const known = new Set([...describing, ...compared])

/** Whether a keyword may reject values but is not compared. */
export function isUnknownWord(word: string): boolean {
  return !known.has(word) && !word.startsWith("x-")
}

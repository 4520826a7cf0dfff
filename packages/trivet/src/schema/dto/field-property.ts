import type { FieldRule } from "./field-rule.ts"
import type { JsonSchema } from "../json-schema.ts"
import { ownJsonSchema, type Side } from "../own-schema.ts"
import { unfitForLine } from "./text-formats.ts"

/** The JSON Schema of one field of a DTO. */
export function propertyOf(rule: FieldRule, side: Side): JsonSchema {
  if (rule.schema !== undefined) return ownJsonSchema(rule.schema, side)
  const { choices, description, default: byDefault } = rule
  return {
    ...(choices === undefined ? boundsOf(rule) : { type: rule.type, enum: choices }),
    ...(byDefault !== undefined && { default: byDefault }),
    ...(description !== "" && { description }),
  }
}

function boundsOf(rule: FieldRule): JsonSchema {
  const { min, max } = rule
  if (rule.type !== "string")
    return {
      type: rule.type,
      ...(min !== undefined && { minimum: min }),
      ...(max !== undefined && { maximum: max }),
    }
  const text = {
    type: "string",
    maxLength: max,
    ...(rule.line && { pattern: `^[^${unfitForLine}]*$` }),
  }
  const minLength = Math.max(min ?? 0, rule.required ? 1 : 0)
  const rules = {
    ...(minLength > 0 && { minLength }),
    ...(rule.format !== undefined && { format: rule.format === "url" ? "uri" : rule.format }),
    ...(rule.form !== undefined && { pattern: rule.form.source }),
  }
  // If the field is not required, an empty text counts as absent, whatever the other rules.
  const spared = !rule.required && Object.keys(rules).length > 0
  return spared ? { ...text, anyOf: [{ const: "" }, rules] } : { ...text, ...rules }
}

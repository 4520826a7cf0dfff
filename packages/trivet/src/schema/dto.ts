import type { CheckedFields, Dto, DtoFields, DtoInput, DtoOutput } from "./dto-fields.ts"
import { propertyOf } from "./field-property.ts"
import { findFlaw, type FieldRule, isAbsent } from "./field-rule.ts"
import { ownSchema, type Side, validatePart } from "./own-schema.ts"
import { parseField } from "./parse-field.ts"
import type { SchemaIssue, SchemaResult } from "./standard-schema.ts"

/**
 * Makes a schema of an object. Each field has tags: `dto({ email: "required,email", stars: "integer,min=1,max=5" })`.
 *
 * - A field is a text unless it has the tag `number`, `integer` or `boolean`. It may be absent unless it is `required`.
 * - `min=` and `max=` limit the value of a number and the length of a text. A text without `max=` has at most 10,000
 *   characters.
 * - `email` and `line` restrict a text; `line` rejects line breaks and control characters.
 * - `oneof=asc|desc` lists the allowed values, and `default=asc` is the value of an absent field.
 * - What follows a semicolon describes the field: `"required; The title"`.
 * - A field may also be a `dto()` or a `list()`. It is then required, unless it is in `optional()`.
 *
 * Fields that are not declared are dropped from the result.
 */
export function dto<const Fields extends DtoFields>(
  fields: CheckedFields<Fields>,
): Dto<DtoOutput<Fields>, DtoInput<Fields>> {
  const rules: readonly FieldRule[] = Object.entries<unknown>(fields).map(([name, field]) =>
    parseField(name, field),
  )
  return {
    fields,
    "~standard": ownSchema(
      (value) => validate(rules, value) as SchemaResult<DtoOutput<Fields>>,
      (side) => jsonSchemaOf(rules, side),
    ),
  }
}

function validate(rules: readonly FieldRule[], value: unknown): SchemaResult<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return { issues: [{ message: "must be an object" }] }
  const output: Record<string, unknown> = {}
  let issues: SchemaIssue[] | undefined
  for (const rule of rules) {
    // Own fields only: `constructor` and the like must not be found on a prototype.
    const field = Object.hasOwn(value, rule.name) ? (value as Record<string, unknown>)[rule.name] : undefined
    if (isAbsent(rule, field)) {
      if (rule.required) (issues ??= []).push({ message: "is required", path: [rule.name] })
      else if (rule.default !== undefined) define(output, rule.name, rule.default)
    } else if (rule.schema !== undefined) {
      const result = validatePart(rule.schema, rule.name, field)
      if (result.issues === undefined) define(output, rule.name, result.value)
      else (issues ??= []).push(...result.issues)
    } else {
      const flaw = findFlaw(rule, field)
      if (flaw === undefined) define(output, rule.name, field)
      else (issues ??= []).push({ message: flaw, path: [rule.name] })
    }
  }
  return issues === undefined ? { value: output } : { issues }
}

function define(output: Record<string, unknown>, name: string, value: unknown): void {
  // Assigning to `__proto__` would change the prototype instead of adding a field.
  if (name === "__proto__")
    Object.defineProperty(output, name, { value, enumerable: true, writable: true, configurable: true })
  else output[name] = value
}

function jsonSchemaOf(rules: readonly FieldRule[], side: Side): Record<string, unknown> {
  const isPresent = (rule: FieldRule) => rule.required || (side === "output" && rule.default !== undefined)
  const required = rules.filter(isPresent).map((rule) => rule.name)
  return {
    type: "object",
    properties: Object.fromEntries(rules.map((rule) => [rule.name, propertyOf(rule, side)])),
    ...(required.length > 0 && { required }),
  }
}

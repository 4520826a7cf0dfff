import type { CheckedFields, Dto, DtoFields, DtoInput, DtoOutput } from "./dto-fields.ts"
import { propertyOf } from "./field-property.ts"
import { type FieldRule, isAbsent } from "./field-rule.ts"
import { issueOf } from "./issue-of.ts"
import { ownSchema, type Side } from "../own-schema.ts"
import { parseField } from "./parse-field.ts"
import type { SchemaIssue, SchemaResult } from "../standard-schema.ts"
import { takeValue } from "./take-value.ts"

/**
 * Makes a schema of an object. Each field has tags: `dto({ email: "required,email", stars: "integer,min=1,max=5" })`.
 *
 * - A field is a text unless it has the tag `number`, `integer` or `boolean`. It may be absent unless it is `required`.
 * - `min=` and `max=` limit the value of a number and the length of a text. A text without `max=` has at most 10,000
 *   characters.
 * - `email`, `uuid`, `url` (with http or https) and `date` (2026-01-31) say what a text is; `line` rejects line breaks and
 *   control characters.
 * - `oneof=asc|desc` lists the allowed values, and `default=asc` is the value of an absent field.
 * - What follows a semicolon describes the field: `"required; The title"`.
 * - A field may also be a `dto()`, a `list()` or a `pattern()`. It is then required, unless it is in `optional()`.
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
      (value) => validateFields(rules, value) as SchemaResult<DtoOutput<Fields>>,
      (side) => jsonSchemaOf(rules, side),
    ),
  }
}

function validateFields(rules: readonly FieldRule[], value: unknown): SchemaResult<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return { issues: [issueOf("object")] }
  const output: Record<string, unknown> = {}
  const issues: SchemaIssue[] = []
  for (const rule of rules) {
    const { name } = rule
    // Own fields only: `constructor` and similar names must not be found on a prototype.
    const field = Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined
    if (!isAbsent(rule, field)) define(output, name, takeValue(rule, name, field, issues))
    else if (rule.required) issues.push(issueOf("required", name))
    else if (rule.default !== undefined) define(output, name, rule.default)
  }
  return issues.length === 0 ? { value: output } : { issues }
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

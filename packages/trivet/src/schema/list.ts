import type { CheckedTags, Dto, DtoList, OutputOfField, Pattern } from "./dto/dto-fields.ts"
import { propertyOf } from "./dto/field-property.ts"
import type { FieldRule } from "./dto/field-rule.ts"
import { issueOf } from "./dto/issue-of.ts"
import { ownSchema } from "./own-schema.ts"
import { parseField } from "./dto/parse-field.ts"
import type { SchemaIssue, SchemaResult } from "./standard-schema.ts"
import { takeValue } from "./dto/take-value.ts"

/**
 * Makes the schema of a list: of objects, `returns: { 200: list(User) }`, or of values with the tags of a field,
 * `dto({ labels: list("line,max=40") })`.
 */
export function list<Output, Input>(item: Dto<Output, Input>): DtoList<Output, Input>
export function list(item: Pattern): DtoList<string>
export function list<const Tags extends string>(tags: CheckedTags<Tags>): DtoList<OutputOfField<Tags>>
export function list(item: Dto<unknown> | Pattern | string): DtoList<unknown> {
  const rule = parseField("list()", item)
  return {
    item,
    "~standard": ownSchema(
      (value) => validateItems(rule, value),
      (side) => ({ type: "array", items: propertyOf(rule, side) }),
    ),
  }
}

function validateItems(rule: FieldRule, value: unknown): SchemaResult<unknown[]> {
  if (!Array.isArray(value)) return { issues: [issueOf("list")] }
  const items: unknown[] = []
  const issues: SchemaIssue[] = []
  for (const [at, one] of value.entries()) {
    if (one === null) issues.push(issueOf("required", at))
    else items.push(takeValue(rule, at, one, issues))
    // At most 100 issues, because a client may send a million invalid items.
    if (issues.length > 99) break
  }
  return issues.length === 0 ? { value: items } : { issues }
}
